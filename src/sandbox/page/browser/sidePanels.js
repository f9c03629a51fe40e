const PANELS = { 'toggle-channels': 'channels', 'toggle-world': 'world' };

/** The channel list and the world as drawers on narrow windows: buttons, shade, Escape. */
export function wireSidePanels() {
  const byId = (id) => document.getElementById(id);
  let openedBy = null;
  const show = (button) => {
    const before = openedBy;
    openedBy = button;
    for (const [name, panel] of Object.entries(PANELS)) {
      byId(panel).classList.toggle('open', name === button);
      byId(name).setAttribute('aria-expanded', String(name === button));
    }
    byId('shade').hidden = button === null;
    if (button !== null) {
      byId(PANELS[button]).querySelector('button, select, a')?.focus();
    } else if (before !== null) {
      byId(before).focus();
    }
  };
  for (const name of Object.keys(PANELS)) {
    byId(name).addEventListener('click', () => show(openedBy === name ? null : name));
  }
  byId('shade').addEventListener('click', () => show(null));
  return {
    /** Closes what is open; says whether something was. */
    close() {
      const wasOpen = openedBy !== null;
      if (wasOpen) {
        show(null);
      }
      return wasOpen;
    },
  };
}
