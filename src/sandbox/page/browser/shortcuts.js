/**
 * Keys that work everywhere on the page: Escape, and the slash that begins a command.
 *
 * @param {{ close: () => void, begin: () => void }} deeds
 */
export function wireShortcuts({ close, begin }) {
  document.addEventListener('keydown', (event) => {
    // A dialog closes itself, and what stands below it stays as it is.
    const inDialog = document.querySelector('dialog[open]') !== null;
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
    if (event.key === 'Escape' && !inDialog) {
      close();
    } else if (event.key === '/' && !typing && !inDialog) {
      begin();
    }
  });
}
