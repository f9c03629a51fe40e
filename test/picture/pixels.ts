import { Resvg } from '@resvg/resvg-js';

/** The pixels of a PNG, four bytes each, read by drawing it. */
export function pixelsOf(png: Uint8Array) {
  const data = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  const { width, height } = sizeOf(png);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<image width="${width}" height="${height}" href="${data}"/></svg>`;
  const { pixels } = new Resvg(svg).render();
  return { width, height, pixels };
}

/** Width and height in the header of a PNG. */
function sizeOf(png: Uint8Array) {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** How many pixels of two pictures of one size differ so that one sees it, as a part of all. */
export function differing(a: Uint8Array, b: Uint8Array): number {
  const [before, after] = [pixelsOf(a), pixelsOf(b)];
  if (before.width !== after.width || before.height !== after.height) {
    return 1;
  }
  let count = 0;
  for (let n = 0; n < before.pixels.length; n += 4) {
    const apart = [0, 1, 2].map((c) =>
      Math.abs((before.pixels[n + c] ?? 0) - (after.pixels[n + c] ?? 0)),
    );
    count += Math.max(...apart) > 24 ? 1 : 0;
  }
  return (count * 4) / before.pixels.length;
}
