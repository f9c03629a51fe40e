const SVG = 'http://www.w3.org/2000/svg';

/** Shapes of the icons in 24 x 24 units, drawn for this page. */
const SHAPES = {
  hash: 'M9 3h2l-.8 5h4L15 3h2l-.8 5H20v2h-4.200l-.6 4H19v2h-4.200l-.8 5h-2l.8-5h-4L8 21H6l.8-5H3v-2h4.200l.6-4H4V8h4.200zm.9 7-.6 4h4l.6-4z',
  at: 'M12 2a10 10 0 1 0 6 18l-1.200-1.600A8 8 0 1 1 20 12v1a1.500 1.500 0 0 1-3 0V7.500h-2v.6A5 5 0 1 0 15.600 15.500 3.500 3.500 0 0 0 22 13v-1A10 10 0 0 0 12 2zm0 7a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  voice: 'M12 3v18l-6-5H2V8h4zM15 8a5 5 0 0 1 0 8zM15 4a9 9 0 0 1 0 16v-2a7 7 0 0 0 0-12z',
  news: 'M20 4v16l-8-4H9l1 5H7l-1-5H4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2h8z',
  forum:
    'M4 4h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H9l-5 4v-4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zm2 4v2h10V8zm0 4v2h7v-2z',
  media:
    'M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zm1 13h14l-5-7-4 5-2-2z',
  pin: 'M14.500 2.500 21.500 9.500 20 11l-1-.3-3.500 3.500.3 3.600L14 19.500 9.800 15.200 4.500 20.500 3.500 19.500 8.800 14.200 4.500 10 6.200 8.200 9.800 8.500 13.300 5 13 4z',
  copy: 'M8 2h11a2 2 0 0 1 2 2v12h-2V4H8zM4 6h11a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zm0 2v12h11V8z',
  send: 'M3 3.500 21.500 12 3 20.500 5.500 13 14 12 5.500 11z',
  menu: 'M3 5h18v2H3zm0 6h18v2H3zm0 6h18v2H3z',
  world:
    'M4 3h16a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zm0 10h16a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2zM6 6v2h2V6zm0 10v2h2v-2z',
  trash: 'M9 2h6l1 2h5v2H3V4h5zM5 8h14l-1 14H6zm4 3v8h2v-8zm4 0v8h2v-8z',
  close:
    'm6.400 5 5.600 5.600L17.600 5 19 6.400 13.400 12l5.600 5.600-1.400 1.400-5.600-5.600L6.400 19 5 17.600l5.600-5.600L5 6.400z',
  plus: 'M11 4h2v7h7v2h-7v7h-2v-7H4v-2h7z',
  chat: 'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-7l-6 5v-5H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z',
  gear: 'm10.300 2-.5 2.600a7.600 7.600 0 0 0-1.700 1L5.600 4.700 3.900 7.600l2 1.700a7.600 7.600 0 0 0 0 2l-2 1.800 1.700 2.900 2.500-.9a7.600 7.600 0 0 0 1.700 1l.5 2.600h3.400l.5-2.600a7.600 7.600 0 0 0 1.700-1l2.500.9 1.700-2.900-2-1.800a7.600 7.600 0 0 0 0-2l2-1.700-1.700-2.900-2.500.9a7.600 7.600 0 0 0-1.700-1L13.700 2zM12 7.300a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  shield:
    'M12 2 4 5v6c0 5 3.400 9.400 8 11 4.600-1.600 8-6 8-11V5zm-1.200 14.200L7 12.400 8.400 11l2.400 2.400L15.600 8.600 17 10z',
  eye: 'M12 5c5 0 9 4 10.500 7C21 15 17 19 12 19S3 15 1.500 12C3 9 7 5 12 5zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0 2.200a1.800 1.800 0 1 1 0 3.600 1.800 1.800 0 0 1 0-3.600z',
  file: 'M6 2h8l5 5v13a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm7 2v4h4z',
  download: 'M11 3h2v10l3.600-3.600L18 10.800 12 16.800 6 10.800l1.400-1.400L11 13zM4 19h16v2H4z',
  link: 'M14 4h6v6h-2V7.400l-7.300 7.300-1.400-1.400L16.600 6H14zM5 6h6v2H6v10h10v-5h2v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1z',
};

/**
 * An icon that takes the colour of the text around it.
 *
 * @param {keyof typeof SHAPES} name
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', SHAPES[name]);
  line.setAttribute('fill', 'currentColor');
  line.setAttribute('fill-rule', 'evenodd');
  svg.append(line);
  return svg;
}
