import { get } from './api.js';
import { drawPins } from './pinsPanel.js';
import { drawRights } from './rightsPanel.js';

const byId = (id) => document.getElementById(id);

/**
 * The two lists below the head of a channel: its pins, and what the bot may do there.
 *
 * @param {object} deeds
 * @param {() => { as: string, channel: string }} deeds.here
 * @param {() => import('./messageView.js').MessageContext} deeds.context
 * @param {() => { name: string, denied: string[] }} deeds.channel the open one
 * @param {() => readonly string[]} deeds.rights what the bot needs in a channel
 * @param {(denied: string[]) => void} deeds.deny
 */
export function createFlyouts({ here, context, channel, rights, deny }) {
  const show = (wanted) => {
    for (const name of ['pins', 'rights']) {
      byId(name).hidden = name !== wanted;
      byId(`${name}-button`).setAttribute('aria-expanded', String(name === wanted));
    }
  };
  const showPins = async () => {
    show('pins');
    const { messages } = await get('/pins', here());
    drawPins(byId('pins'), messages, context());
  };
  const showRights = () => {
    show('rights');
    drawRights(byId('rights'), channel(), rights(), deny);
  };
  byId('pins-button').addEventListener('click', () =>
    byId('pins').hidden ? showPins() : show(null),
  );
  byId('rights-button').addEventListener('click', () =>
    byId('rights').hidden ? showRights() : show(null),
  );
  return {
    showPins,
    close: () => show(null),
    /** Brings the pins up to date, when they are shown. */
    refreshPins: () => (byId('pins').hidden ? undefined : showPins()),
  };
}
