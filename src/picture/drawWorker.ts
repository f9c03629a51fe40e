import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';

/** One picture to be drawn, and what became of it. */
export type DrawOrder = { id: number; svg: string };
export type DrawResult = { id: number; png: Uint8Array } | { id: number; failed: string };

const FAMILY = 'Golos Text';
const FILES = ['400Regular/GolosText_400Regular.ttf', '600SemiBold/GolosText_600SemiBold.ttf'];

/** A font of our own: a bare machine has none. */
const font = {
  loadSystemFonts: false,
  fontFiles: FILES.map((file) =>
    fileURLToPath(import.meta.resolve(`@expo-google-fonts/golos-text/${file}`)),
  ),
  defaultFontFamily: FAMILY,
};

function draw({ id, svg }: DrawOrder): DrawResult {
  try {
    return { id, png: new Resvg(svg, { font }).render().asPng() };
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (order: DrawOrder) => {
  parentPort?.postMessage(draw(order));
});
