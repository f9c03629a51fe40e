const PANELS = { 'toggle-channels': 'channels', 'toggle-world': 'world' };

/** The channel list and the world as drawers on narrow windows: buttons, shade, Escape. */
export function wireSidePanels() {
  const byId = (id) => document.getElementById(id);
  const show = (opened) => {
    for (const [button, panel] of Object.entries(PANELS)) {
      const open = panel === opened;
      byId(panel).classList.toggle('open', open);
      byId(button).setAttribute('aria-expanded', String(open));
    }
    byId('shade').hidden = opened === null;
  };
  for (const [button, panel] of Object.entries(PANELS)) {
    byId(button).addEventListener('click', () =>
      show(byId(panel).classList.contains('open') ? null : panel),
    );
  }
  byId('shade').addEventListener('click', () => show(null));
  return { close: () => show(null) };
}
