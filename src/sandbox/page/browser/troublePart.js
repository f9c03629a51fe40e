import { tick } from './dialogView.js';
import { element } from './element.js';
import { say } from './speech.js';

const LAGS_MS = [0, 50, 150, 300, 600, 1_000, 2_000, 3_000, 5_000];
const LOSSES = [0, 5, 10, 20, 30, 50, 70, 90];

/**
 * What is wrong on the way to a server: late answers, lost datagrams, a flood, hidden names.
 *
 * @param {string} id of the server
 * @param {(route: string, body: object) => void} act
 */
export function createTroublePart(id, act) {
  let trouble = { lagMs: 0, lossPercent: 0, flooded: false };
  const change = (part) => {
    trouble = { ...trouble, ...part };
    act('/trouble', { server: id, ...trouble });
  };
  const lag = steps('lag', LAGS_MS, say('lag'), lagWords, (lagMs) => change({ lagMs }));
  const loss = steps('loss', LOSSES, say('loss'), lossWords, (lossPercent) =>
    change({ lossPercent }),
  );
  const flooded = tick(
    { words: say('flooded'), about: say('floodedAbout'), checked: false, test: 'flooded' },
    (checked) => change({ flooded: checked }),
  );
  const hides = tick({ words: say('hideNames'), checked: false, test: 'hide-names' }, (hidden) =>
    act('/hide-names', { server: id, hidden }),
  );
  return {
    node: element('div', { class: 'trouble' }, lag.node, loss.node, flooded, hides),
    /** @param {object} server */
    draw({ lagMs, lossPercent, flooded: floods, hidesNames }) {
      trouble = { lagMs, lossPercent, flooded: floods };
      lag.draw(lagMs);
      loss.draw(lossPercent);
      flooded.querySelector('input').checked = floods;
      hides.querySelector('input').checked = hidesNames;
    },
  };
}

const lagWords = (ms) =>
  ms === 0 ? say('none') : ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toLocaleString()} s`;
const lossWords = (percent) => (percent === 0 ? say('none') : `${percent} %`);

/** A slider over a few values, which says in words where it stands. */
function steps(test, values, name, words, chosen) {
  const output = element('output');
  const slider = element('input', {
    type: 'range',
    min: 0,
    max: values.length - 1,
    step: 1,
    'data-test': test,
    'aria-label': name,
  });
  const show = () => {
    output.textContent = words(values[slider.value]);
    slider.setAttribute('aria-valuetext', output.textContent);
  };
  slider.addEventListener('input', show);
  slider.addEventListener('change', () => chosen(values[slider.value]));
  return {
    node: element('label', { class: 'slider' }, element('span', {}, name), output, slider),
    draw(value) {
      const place = values.findIndex((one) => one >= value);
      if (document.activeElement !== slider) {
        slider.value = String(place < 0 ? values.length - 1 : place);
      }
      show();
    },
  };
}
