import { showModal } from './modalView.js';
import { toastOf } from './toastText.js';

/**
 * What the page can do when something happens in the local Discord.
 *
 * @typedef {object} Page
 * @property {() => ReturnType<typeof import('./guildView.js').guildView>} guild
 * @property {() => string | null} channelId the open channel
 * @property {ReturnType<typeof import('./chatView.js').createChatView>} chat
 * @property {ReturnType<typeof import('./toasts.js').createToasts>} toasts
 * @property {(servers: object[]) => void} drawServers
 * @property {(state: object) => Promise<void>} useState
 * @property {(channelId: string, pings: number) => void} mark
 * @property {(channelId: string) => Promise<void>} open
 * @property {() => Promise<void>} refreshPins
 * @property {(route: string, body: object) => Promise<string | null>} act
 */

const HANDLERS = {
  state: (page, { state }) => page.useState(state),
  servers: (page, { servers }) => page.drawServers(servers),
  message: (page, { what, channelId, messageId, message }) => {
    if (channelId !== page.channelId()) {
      if (what === 'created') {
        page.mark(channelId, 0);
      }
    } else if (what === 'deleted') {
      page.chat.remove(messageId);
    } else if (message !== null) {
      page.chat.put(message);
    }
  },
  notified: (page, event) => {
    const forMe = event.userIds.includes(page.guild().me.id);
    if (event.channelId !== page.channelId()) {
      page.mark(event.channelId, forMe ? 1 : 0);
    } else {
      page.chat.put(event.message);
    }
    if (!event.silent) {
      const open = () => page.open(event.channelId);
      page.toasts.show({ ...toastOf(event, page.guild()), forMe, open });
    }
  },
  pins: (page, { channelId }) => (channelId === page.channelId() ? page.refreshPins() : undefined),
  interaction: (page, { status, channelId, label }) => {
    if (status === 'failed' && channelId === page.channelId()) {
      page.chat.note(`The application did not respond (${label}).`);
    }
  },
  modal: (page, { interactionId, modal }) =>
    showModal(modal, (values) => page.act('/modal', { interaction: interactionId, values })),
};

/**
 * Brings one event of the stream onto the page. Kinds that the page does not know are left alone.
 *
 * @param {Page} page
 * @param {object} event
 */
export async function handleEvent(page, event) {
  await HANDLERS[event.kind]?.(page, event);
}
