/**
 * Builds one DOM element. Children that are strings become text nodes, so nothing a stranger wrote is ever read as
 * HTML. Keys: `onclick` and the like take functions, `.name` sets a property, `style` a map of CSS variables; anything else is an
 * attribute (true = empty attribute; false, null and undefined = none).
 *
 * @param {string} tag
 * @param {Record<string, unknown>} [settings]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function element(tag, settings = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(settings)) {
    set(made, key, value);
  }
  append(made, children);
  return made;
}

function set(made, key, value) {
  if (value === null || value === undefined || value === false) {
    return;
  }
  if (typeof value === 'function' && key.startsWith('on')) {
    made.addEventListener(key.slice(2), value);
  } else if (key.startsWith('.')) {
    made[key.slice(1)] = value;
  } else if (key === 'style') {
    for (const [name, css] of Object.entries(value)) {
      made.style.setProperty(name, css);
    }
  } else {
    made.setAttribute(key, value === true ? '' : String(value));
  }
}

/**
 * Appends nodes and texts, leaving out what is null, undefined or false.
 *
 * @param {Element} parent
 * @param {Iterable<Node | string | null | undefined | false>} children
 */
export function append(parent, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      parent.append(child);
    }
  }
}
