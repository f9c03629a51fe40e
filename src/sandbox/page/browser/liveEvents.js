import { showModal } from './modalView.js';
import { say } from './speech.js';
import { plain, toastOf } from './toastText.js';

/**
 * What the page can do when something happens in the local Discord.
 *
 * @typedef {object} Page
 * @property {() => ReturnType<typeof import('./placeView.js').placeView>} place
 * @property {() => string | null} channelId the open channel
 * @property {ReturnType<typeof import('./chatView.js').createChatView>} chat
 * @property {ReturnType<typeof import('./toasts.js').createToasts>} toasts
 * @property {ReturnType<typeof import('./worldPanel.js').createWorldPanel>} world
 * @property {(state: object) => Promise<void>} useState
 * @property {() => Promise<void>} loadCommands
 * @property {(channelId: string, pings: number) => void} mark
 * @property {(channelId: string) => Promise<void>} open
 * @property {() => Promise<void>} refreshPins
 * @property {(text: string) => void} announce tells a screen reader
 * @property {(interactionId: string) => object} formDeeds what a form needs
 */

const HANDLERS = {
  state: (page, { state }) => page.useState(state),
  commands: (page) => page.loadCommands(),
  servers: (page, { servers }) => page.world.drawServers(servers),
  master: (page, { master }) => page.world.drawMaster(master),
  message: (page, { what, channelId, messageId, message }) => {
    if (channelId !== page.channelId()) {
      if (what === 'created') {
        page.mark(channelId, 0);
      }
    } else if (what === 'deleted') {
      page.chat.remove(messageId);
    } else if (message !== null) {
      page.chat.put(message);
      announce(page, message, channelId);
    }
  },
  notified: (page, event) => {
    const forMe = event.userIds.includes(page.place().me.id);
    if (event.channelId !== page.channelId()) {
      page.mark(event.channelId, forMe ? 1 : 0);
    } else {
      page.chat.put(event.message);
    }
    if (!event.silent) {
      const open = () => page.open(event.channelId);
      const toast = toastOf(event, page.place());
      page.toasts.show({ ...toast, forMe, open });
      page.announce(`${toast.title}. ${toast.text}`);
    }
  },
  pins: (page, { channelId }) => (channelId === page.channelId() ? page.refreshPins() : undefined),
  interaction: (page, { status, channelId, label }) => {
    if (status === 'failed' && channelId === page.channelId()) {
      page.chat.note(say('noResponse', { label }));
    }
  },
  modal: (page, { interactionId, modal }) => showModal(modal, page.formDeeds(interactionId)),
};

const LOADING = 1 << 7;

function announce(page, message, channelId) {
  if ((message.flags & LOADING) === 0 && message.author.id !== page.place().me.id) {
    const place = page.place();
    const { name } = place.author(message.author);
    page.announce(`${name}: ${plain(message, place, place.guildOf(channelId))}`);
  }
}

/**
 * Brings one event of the stream onto the page. Kinds that the page does not know are left alone.
 *
 * @param {Page} page
 * @param {object} event
 */
export async function handleEvent(page, event) {
  await HANDLERS[event.kind]?.(page, event);
}
