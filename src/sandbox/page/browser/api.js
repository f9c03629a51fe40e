import { say } from './speech.js';

/** A route of the page refused; the message is for the person who looks. */
export class Refusal extends Error {
  name = 'Refusal';
}

/**
 * Asks a route of the page.
 *
 * @param {string} path below /page/api
 * @param {Record<string, string>} [query]
 */
export async function get(path, query = {}) {
  return answer(await fetch(`/page/api${path}?${new URLSearchParams(query)}`));
}

/**
 * Does something through a route of the page.
 *
 * @param {string} path below /page/api
 * @param {object} body
 */
export async function post(path, body) {
  return answer(
    await fetch(`/page/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}

/**
 * Uploads a file for an option or a form; throws a Refusal when it is too large.
 *
 * @param {File} file
 * @returns {Promise<{ id: string }>}
 */
export async function upload(file) {
  return answer(
    await fetch(`/page/api/upload?${new URLSearchParams({ name: file.name })}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
    }),
  );
}

async function answer(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) {
    throw new Refusal(body.message ?? say('answered', { status: response.status }));
  }
  return body;
}

/**
 * Runs an action; gives null, or the sentence that says why it was refused.
 *
 * @param {() => Promise<unknown>} action
 * @returns {Promise<string | null>}
 */
export async function attempt(action) {
  try {
    await action();
    return null;
  } catch (error) {
    return error instanceof Refusal ? error.message : say('notRunning');
  }
}

/**
 * Live updates. `onOpen` is called at every (re)connection: what was missed meanwhile has to be loaded again.
 *
 * @param {string} person
 * @param {{ onEvent: (event: object) => void, onOpen: () => void, onLost: () => void }} listeners
 * @returns {() => void} how to stop
 */
export function listen(person, { onEvent, onOpen, onLost }) {
  const source = new EventSource(`/page/api/events?${new URLSearchParams({ as: person })}`);
  source.addEventListener('open', onOpen);
  source.addEventListener('error', onLost);
  source.addEventListener('message', ({ data }) => onEvent(JSON.parse(data)));
  return () => source.close();
}
