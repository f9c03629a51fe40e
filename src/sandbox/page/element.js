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

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An icon of 24 x 24 units that takes the colour of the text around it.
 *
 * @param {string} path the `d` of an SVG path
 * @param {string} [name] class of the icon
 */
export function icon(path, name = 'icon') {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', name);
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  line.setAttribute('fill', 'currentColor');
  line.setAttribute('fill-rule', 'evenodd');
  svg.append(line);
  return svg;
}

/** Shapes of the icons, drawn for this page. */
export const ICONS = {
  hash: 'M9 3h2l-.8 5h4L15 3h2l-.8 5H20v2h-4.2l-.6 4H19v2h-4.200l-.8 5h-2l.8-5h-4L8 21H6l.8-5H3v-2h4.200l.6-4H4V8h4.200zm.9 7-.6 4h4l.6-4z',
  pin: 'M14.500 2.500 21.500 9.500 20 11l-1-.3-3.500 3.500.3 3.600L14 19.500 9.800 15.200 4.500 20.500 3.500 19.500 8.800 14.200 4.500 10 6.200 8.200 9.800 8.500 13.300 5 13 4z',
  copy: 'M8 2h11a2 2 0 0 1 2 2v12h-2V4H8zM4 6h11a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zm0 2v12h11V8z',
  send: 'M3 3.500 21.500 12 3 20.500 5.500 13 14 12 5.500 11z',
  menu: 'M3 5h18v2H3zm0 6h18v2H3zm0 6h18v2H3z',
  world:
    'M4 3h16a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zm0 10h16a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2zM6 6v2h2V6zm0 10v2h2v-2z',
  trash: 'M9 2h6l1 2h5v2H3V4h5zM5 8h14l-1 14H6zm4 3v8h2v-8zm4 0v8h2v-8z',
  close:
    'm6.400 5 5.600 5.600L17.600 5 19 6.400 13.400 12l5.600 5.600-1.400 1.400-5.600-5.600L6.400 19 5 17.600l5.600-5.600L5 6.400z',
  back: 'M12 4v3a8 8 0 1 1-7.700 10h2.100A6 6 0 1 0 12 9v3L7 8z',
};
