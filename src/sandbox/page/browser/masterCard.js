import { copyableAddress } from './copyableAddress.js';
import { element } from './element.js';
import { say } from './speech.js';

/**
 * The master server of somebody else, for `/find source:HOST:PORT`, and what it does wrong.
 *
 * @param {(fault: string | null) => void} fail
 */
export function createMasterCard(fail) {
  const address = copyableAddress({ name: say('master'), test: 'master-address' });
  const queries = element('b', { 'data-test': 'master-queries' });
  const fault = element('select', {
    class: 'menu',
    'data-test': 'master-fault',
    'aria-label': say('masterFault'),
  });
  fault.addEventListener('change', () => fail(fault.value === '' ? null : fault.value));
  const state = element('span', { class: 'server-state' });
  const node = element(
    'article',
    { class: 'server', 'data-test': 'master', 'aria-label': say('master') },
    element(
      'div',
      { class: 'server-head' },
      element('h3', { class: 'server-name' }, say('master')),
      state,
    ),
    element('p', { class: 'server-facts' }, say('masterAbout')),
    address.node,
    element(
      'label',
      { class: 'field' },
      element('span', { class: 'field-name' }, say('masterFault')),
      fault,
    ),
    element('p', { class: 'server-facts' }, `${say('masterQueries')} `, queries),
  );
  return {
    node,
    /** @param {{ address: string, fault: string | null, faults: string[], queries: number }} master */
    draw(master) {
      address.draw(master.address);
      queries.textContent = String(master.queries);
      if (fault.options.length === 0) {
        fault.append(
          element('option', { value: '' }, say('fault-none')),
          ...master.faults.map((name) => element('option', { value: name }, say(`fault-${name}`))),
        );
      }
      fault.value = master.fault ?? '';
      node.dataset.state = master.fault === null ? 'up' : 'down';
      state.textContent = say(master.fault === null ? 'well' : 'unwell');
    },
  };
}
