import { avatarOf } from './avatars.js';
import { channelIcon, signOf } from './channelList.js';
import { element } from './element.js';
import { say } from './speech.js';

const byId = (id) => document.getElementById(id);

/**
 * The parts around the messages that belong to the place and the person: name, face, connection.
 *
 * @param {ReturnType<typeof import('./placeView.js').placeView>} place
 */
export function drawPlace(place) {
  const { me, bot, state, guild } = place;
  byId('guild-name').textContent = place.name ?? say('directs');
  byId('my-avatar').src = avatarOf(me);
  const labelOf = (id) => (guild ?? state.guilds[0])?.people.find((one) => one.id === id)?.label;
  byId('person').replaceChildren(
    ...state.people.map(({ id, name }) => {
      const label = labelOf(id);
      const text = label === undefined ? name : `${name} (${say(`label-${label}`)})`;
      return element('option', { value: id, selected: id === me.id }, text);
    }),
  );
  const connection = byId('connection');
  connection.dataset.bot = bot.connected ? 'online' : 'offline';
  connection.textContent = say(bot.connected ? 'botOnline' : 'botOffline');
}

/**
 * The parts that belong to the open channel: its name, topic and start.
 *
 * @param {object | null} channel
 * @param {ReturnType<typeof import('./placeView.js').placeView>} place
 * @param {() => void} invite
 */
export function drawChannel(channel, place, invite) {
  const name = channel === null ? say('noChannel') : channel.name;
  const called = `${channel === null ? '' : signOf(channel)}${name}`;
  byId('channel-name').textContent = name;
  byId('channel-topic').textContent = channel?.topic ?? '';
  byId('channel-icon').replaceChildren(...(channel ? [channelIcon(channel)] : []));
  byId('command-input').placeholder =
    channel === null ? say('seeNothing') : say('typeHere', { channel: called });
  byId('rights-button').hidden = !place.mayManage || place.guild?.hasBot !== true;
  const isDirect = place.guild === null;
  byId('welcome').replaceChildren(
    element('div', { class: 'bubble' }, channel ? channelIcon(channel) : ''),
    element('h2', {}, isDirect ? name : say('welcome', { channel: called })),
    element(
      'p',
      {},
      isDirect
        ? say('startOfDirect', { name })
        : say('startOfChannel', { channel: called, guild: place.name ?? '' }),
    ),
    place.guild?.hasBot === false && place.mayManage ? inviteHere(place, invite) : '',
  );
}

function inviteHere(place, invite) {
  return element(
    'p',
    { class: 'notice' },
    `${say('botIsNotHere', { bot: place.bot.name })} `,
    element('button', { type: 'button', class: 'button success', onclick: invite }, say('invite')),
  );
}

/**
 * The title of the page: how many pings wait, and where one is.
 *
 * @param {number} pings
 * @param {object | null} channel
 * @param {string | null} guildName
 */
export function drawTitle(pings, channel, guildName) {
  const count = pings > 0 ? `(${pings}) ` : '';
  const where = channel === null ? say('noChannel') : `${signOf(channel)}${channel.name}`;
  document.title = `${count}${where} | ${guildName ?? say('directs')}`;
}
