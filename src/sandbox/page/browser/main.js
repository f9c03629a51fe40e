import { attempt, get, listen, post, upload } from './api.js';
import { drawChannels, isChat } from './channelList.js';
import { createChatView } from './chatView.js';
import { createCommandBox } from './commandBox.js';
import { createFlyouts } from './flyouts.js';
import { drawChannel, drawPlace, drawTitle } from './frameView.js';
import { showInvite } from './inviteDialog.js';
import { handleEvent } from './liveEvents.js';
import { localizedCommands } from './localizedCommands.js';
import { createMarks } from './marks.js';
import { menuCandidates } from './menuCandidates.js';
import { placeView } from './placeView.js';
import { drawRail } from './railView.js';
import { applyTheme, settings } from './settings.js';
import { showSettings } from './settingsDialog.js';
import { wireShortcuts } from './shortcuts.js';
import { wireSidePanels } from './sidePanels.js';
import { locale, speakPage } from './speech.js';
import { refreshTimestamps, setClock } from './timestamps.js';
import { createToasts } from './toasts.js';
import { createWorldPanel } from './worldPanel.js';

const byId = (id) => document.getElementById(id);

/** What the page shows now. */
const shown = {
  state: null,
  place: null,
  channel: null,
  commands: [],
  drawnWith: '',
  stop: () => undefined,
};
const marks = createMarks();

applyTheme();
speakPage();
const panels = wireSidePanels();
const chat = createChatView(byId('messages'), byId('scroll'), messageContext);

/** Adds who acts, where and in which language to what is done; gives null, or why it was refused. */
const here = () => ({ as: shown.state.me, channel: shown.channel?.id ?? '0' });
const act = (route, body) => attempt(() => post(route, { ...here(), locale: locale(), ...body }));
const actOrNote = async (route, body) => {
  const refused = await act(route, body);
  if (refused !== null) {
    chat.note(refused);
  }
};
const world = createWorldPanel(
  byId('world'),
  (route, body) => attempt(() => post(route, body)),
  () => panels.close(),
);
const flyouts = createFlyouts({
  here,
  context: messageContext,
  channel: () => shown.channel,
  rights: () => shown.state.bot.asks,
  deny: (denied) => actOrNote('/deny', { denied }),
});

/** What links and mentions in messages do. */
const deeds = {
  openChannel,
  writeCommand: (name) => commandBox.write(`/${name} `),
};

function messageContext() {
  const { place } = shown;
  return {
    me: place.me.id,
    names: place.names(deeds),
    author: place.author,
    mayManage: place.mayManage,
    parts: (message) => ({
      click: (customId) => actOrNote('/click', { message: message.id, customId }),
      choose: (customId, values) => actOrNote('/choose', { message: message.id, customId, values }),
      candidates: (part) => menuCandidates(place, part),
    }),
    remove: (message) => actOrNote('/delete', { message: message.id }),
    unpin: (message) => actOrNote('/unpin', { message: message.id }),
    dismiss: (message) => {
      chat.dismiss(message.id);
      byId('command-input').focus();
    },
    showPins: flyouts.showPins,
  };
}

async function useState(state) {
  setClock(state.now);
  shown.state = state;
  const before = shown.channel?.id ?? null;
  const guildId = shown.place === null ? (state.guilds[0]?.id ?? null) : shown.place.guild?.id;
  shown.place = placeView(state, guildId ?? null);
  const { place } = shown;
  shown.channel =
    place.channels.find(({ id }) => id === before) ??
    place.channel(place.homeChannel) ??
    place.channels.find(isChat) ??
    null;
  drawFrame();
  if (shown.channel?.id !== before) {
    await loadChannel();
  } else if (shown.drawnWith !== place.namesShown) {
    chat.refresh();
  }
  shown.drawnWith = place.namesShown;
}

function drawFrame() {
  const { state, place, channel } = shown;
  drawPlace(place);
  const rail = {
    guilds: state.guilds,
    current: place.guild?.id ?? null,
    marks: (guildId) => marks.ofGuild(state, guildId),
  };
  drawRail(byId('rail'), rail, openGuild, () => invite(null));
  const list = { channels: place.channels, current: channel?.id ?? null, marks: marks.byChannel };
  drawChannels(byId('channel-list'), list, openChannel);
  drawChannel(channel, place, () => invite(place.guild));
  drawTitle(marks.pings(), channel, place.name);
}

async function openGuild(guildId) {
  shown.place = placeView(shown.state, guildId);
  await openChannel(shown.place.homeChannel);
}

async function openChannel(id, messageId) {
  const { state } = shown;
  const guild = shown.place.guildOf(id);
  if (guild?.id !== shown.place.guild?.id) {
    shown.place = placeView(state, guild?.id ?? null);
  }
  shown.channel = shown.place.channel(id);
  marks.clear(id);
  panels.close();
  drawFrame();
  flyouts.close();
  await loadChannel();
  if (messageId !== undefined) {
    chat.show(messageId);
  }
}

async function loadChannel() {
  const asked = here();
  if (await chat.load(async () => (await get('/messages', asked)).messages)) {
    await loadCommands();
  }
}

async function loadCommands() {
  const asked = here();
  const { commands } = asked.channel === '0' ? { commands: [] } : await get('/commands', asked);
  if (here().channel === asked.channel) {
    shown.commands = localizedCommands(commands, locale());
  }
}

function invite(guild) {
  showInvite({ bot: shown.state.bot, guild }, (body) =>
    attempt(async () => {
      const { guild: id } = await post('/invite', { as: shown.state.me, ...body });
      await useState(await get('/state', { as: shown.state.me }));
      await openGuild(id);
    }),
  );
}

const page = {
  place: () => shown.place,
  channelId: () => shown.channel?.id ?? null,
  chat,
  toasts: createToasts(byId('toasts')),
  world,
  useState,
  loadCommands,
  mark: (channelId, pings) => {
    marks.add(channelId, pings);
    drawFrame();
  },
  open: openChannel,
  refreshPins: flyouts.refreshPins,
  announce: (text) => {
    byId('heard').textContent = text;
  },
  formDeeds: (interaction) => ({
    submit: (values) => act('/modal', { interaction, values }),
    candidates: (part) => menuCandidates(shown.place, part),
    upload,
    names: shown.place.names(deeds),
  }),
};

async function become(person) {
  shown.stop();
  byId('connection').dataset.live = 'false';
  const { servers, master, ...state } = await get('/state', person === null ? {} : { as: person });
  marks.clearAll();
  await useState(state);
  await loadChannel();
  world.drawServers(servers);
  world.drawMaster(master);
  settings.keep('person', state.me);
  shown.stop = listen(state.me, {
    onEvent: (event) => handleEvent(page, event),
    onOpen: async () => {
      byId('connection').dataset.live = 'true';
      await loadChannel();
    },
    onLost: () => {
      byId('connection').dataset.live = 'false';
    },
  });
}

await become(settings.person());
const commandBox = createCommandBox({
  input: byId('command-input'),
  form: byId('composer'),
  menuBox: byId('command-menu'),
  typed: byId('typed'),
  error: byId('command-error'),
  files: byId('file-input'),
  upload,
  known: () => ({ commands: shown.commands, guild: shown.place, bot: shown.state.bot }),
  run: (command, options) => act('/command', { command, options }),
  say: (text) => act('/say', { text }),
  complete: async (command, options, focused) => {
    const body = { ...here(), locale: locale(), command, options, focused };
    return (await post('/autocomplete', body).catch(() => ({ choices: null }))).choices;
  },
});
byId('person').addEventListener('change', ({ target }) => become(target.value));
byId('settings-button').addEventListener('click', () => showSettings(shown.place, actOrNote));
wireShortcuts({
  close: () => {
    panels.close();
    flyouts.close();
  },
  begin: () => byId('command-input').focus(),
});
setInterval(refreshTimestamps, 1000);
document.body.dataset.ready = 'true';
