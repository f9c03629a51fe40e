import { attempt, get, listen, post } from './api.js';
import { drawChannels, isChat } from './channelList.js';
import { createChatView } from './chatView.js';
import { createCommandBox } from './commandBox.js';
import { element, ICONS, icon } from './element.js';
import { drawChannel, drawGuild } from './frameView.js';
import { guildView } from './guildView.js';
import { handleEvent } from './liveEvents.js';
import { menuCandidates } from './menuCandidates.js';
import { drawPins } from './pinsPanel.js';
import { wireSidePanels } from './sidePanels.js';
import { applyTheme } from './theme.js';
import { refreshTimestamps, setClock } from './timestamps.js';
import { createToasts } from './toasts.js';
import { createWorldPanel } from './worldPanel.js';

const PERSON_KEY = 'crowsnest-person';
const BUTTONS = {
  'toggle-channels': ICONS.menu,
  'pins-button': ICONS.pin,
  'toggle-world': ICONS.world,
  send: ICONS.send,
};
const byId = (id) => document.getElementById(id);

/** What the page shows now. */
const shown = { guild: null, channel: null, marks: new Map(), stop: () => undefined };

applyTheme();
for (const [id, shape] of Object.entries(BUTTONS)) {
  byId(id).append(icon(shape));
}
const panels = wireSidePanels();
// Made here and not in the HTML, because components take the theme when they are made.
const messages = element('discord-messages');
byId('messages').append(messages);
const chat = createChatView(messages, byId('scroll'), messageContext);
const world = createWorldPanel(
  byId('world'),
  (server, action, body = {}) => attempt(() => post('/servers', { server, action, ...body })),
  () => panels.close(),
);

/** Adds who acts and where to what is done; gives null, or why it was refused. */
const here = () => ({ as: shown.guild.me.id, channel: shown.channel?.id ?? '0' });
const act = (route, body) => attempt(() => post(route, { ...here(), ...body }));
const actOrNote = async (route, body) => {
  const refused = await act(route, body);
  if (refused !== null) {
    chat.note(refused);
  }
};

function messageContext() {
  const { guild } = shown;
  return {
    me: guild.me.id,
    names: guild.names(openChannel),
    author: guild.author,
    mayManage: guild.me.mayManage,
    parts: (message) => ({
      click: (customId) => actOrNote('/click', { message: message.id, customId }),
      choose: (customId, values) => actOrNote('/choose', { message: message.id, customId, values }),
      candidates: (type, channelTypes) => menuCandidates(guild, type, channelTypes),
    }),
    remove: (message) => actOrNote('/delete', { message: message.id }),
    unpin: (message) => actOrNote('/unpin', { message: message.id }),
    dismiss: (message) => chat.dismiss(message.id),
    showPins: () => showPins(true),
  };
}

async function useState(state) {
  setClock(state.now);
  shown.guild = guildView(state);
  const { guild } = shown;
  const before = shown.channel?.id;
  const wanted = before ?? guild.homeChannel;
  shown.channel = guild.channel(wanted) ?? guild.channels.find(isChat) ?? null;
  drawGuild(guild);
  drawList();
  drawChannel(shown.channel, guild.guild.name);
  if (shown.channel?.id !== before) {
    await loadMessages();
  }
}

function drawList() {
  const { guild, channel, marks } = shown;
  const current = channel?.id ?? null;
  drawChannels(byId('channel-list'), { channels: guild.channels, current, marks }, openChannel);
}

async function openChannel(id) {
  shown.channel = shown.guild.channel(id) ?? shown.channel;
  shown.marks.delete(id);
  panels.close();
  drawList();
  drawChannel(shown.channel, shown.guild.guild.name);
  await Promise.all([showPins(false), loadMessages()]);
}

async function loadMessages() {
  const asked = here();
  const loaded = await get('/messages', asked);
  if (here().channel === asked.channel) {
    chat.open(loaded.messages);
  }
}

async function showPins(open) {
  const box = byId('pins');
  box.hidden = !open;
  byId('pins-button').setAttribute('aria-expanded', String(open));
  if (open) {
    const pins = await get('/pins', here());
    drawPins(box, pins.messages, messageContext());
  }
}

const page = {
  guild: () => shown.guild,
  channelId: () => shown.channel?.id ?? null,
  chat,
  toasts: createToasts(byId('toasts')),
  drawServers: (servers) => world.draw(servers),
  useState,
  mark: (channelId, pings) => {
    const before = shown.marks.get(channelId)?.pings ?? 0;
    shown.marks.set(channelId, { unread: true, pings: before + pings });
    drawList();
  },
  open: openChannel,
  refreshPins: () => (byId('pins').hidden ? undefined : showPins(true)),
  act,
};

async function become(person) {
  shown.stop();
  const { servers, ...state } = await get('/state', person === null ? {} : { as: person });
  shown.marks.clear();
  shown.channel = state.channels.find(({ id }) => id === shown.channel?.id) ?? null;
  await useState(state);
  await loadMessages();
  world.draw(servers);
  localStorage.setItem(PERSON_KEY, state.me);
  shown.stop = listen(state.me, {
    onEvent: (event) => handleEvent(page, event),
    onOpen: async () => {
      byId('connection').dataset.live = 'true';
      await loadMessages();
    },
    onLost: () => {
      byId('connection').dataset.live = 'false';
    },
  });
}

await become(localStorage.getItem(PERSON_KEY));
createCommandBox({
  input: byId('command-input'),
  form: byId('composer'),
  menuBox: byId('command-menu'),
  typed: byId('typed'),
  error: byId('command-error'),
  known: () => ({ commands: shown.guild.commands, guild: shown.guild, bot: shown.guild.bot }),
  run: (command, options) => act('/command', { command, options }),
  say: (text) => act('/say', { text }),
  complete: async (command, options, focused) => {
    const asked = post('/autocomplete', { ...here(), command, options, focused });
    return (await asked.catch(() => ({ choices: null }))).choices;
  },
});
byId('person').addEventListener('change', ({ target }) => become(target.value));
byId('pins-button').addEventListener('click', () => showPins(byId('pins').hidden));
document.addEventListener('keydown', async (event) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
  if (event.key === 'Escape') {
    panels.close();
    await showPins(false);
  } else if (event.key === '/' && !typing) {
    byId('command-input').focus();
  }
});
setInterval(refreshTimestamps, 1000);
document.body.dataset.ready = 'true';
