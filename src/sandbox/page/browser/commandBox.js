import { missingOptions, valuesOf } from './commandLine.js';
import { createCommandMenu } from './commandMenu.js';
import { element } from './element.js';
import { say } from './speech.js';
import { createSuggestions } from './suggestions.js';

/**
 * The box where commands and messages are typed.
 *
 * @param {object} parts
 * @param {HTMLInputElement} parts.input
 * @param {HTMLFormElement} parts.form
 * @param {HTMLElement} parts.menuBox
 * @param {HTMLElement} parts.typed the text again, in colours, below the transparent input
 * @param {HTMLElement} parts.error
 * @param {() => import('./suggestions.js').Known} parts.known
 * @param {(command: string, options: object) => Promise<string | null>} parts.run null, or why it was refused
 * @param {(text: string) => Promise<string | null>} parts.say
 * @param {(command: string, options: object, focused: string) => Promise<{ name: string, value: string | number }[] | null>} parts.complete
 * @param {HTMLInputElement} parts.files
 * @param {(file: File) => Promise<{ id: string }>} parts.upload
 */
export function createCommandBox({ input, form, menuBox, typed, error, files, ...parts }) {
  const menu = createCommandMenu(menuBox, input, () => parts.known().bot);
  const write = (text, caret = text.length) => {
    input.value = text;
    input.focus();
    input.setSelectionRange(caret, caret);
    refresh();
  };
  const pickFile = (taken) => {
    files.value = '';
    files.onchange = async () => {
      const [file] = files.files;
      try {
        taken({ filename: file.name, ...(await parts.upload(file)) });
      } catch (problem) {
        complain(problem.message);
      }
    };
    files.click();
  };
  const suggestions = createSuggestions({ ...parts, input, menu, write, pickFile });

  const complain = (text) => {
    error.textContent = text ?? '';
    error.hidden = !text;
  };
  const draw = () => {
    typed.replaceChildren(...colours(input.value, suggestions.line()));
    typed.scrollLeft = input.scrollLeft;
  };
  const refresh = () => {
    draw();
    suggestions.refresh();
  };
  const written = (read) => valuesOf(read, suggestions.meaning(read.leaf));

  const run = async (read) => {
    if (read.leaf === null) {
      return say('noCommand', { command: input.value.split(' ')[0] });
    }
    const values = written(read);
    return 'problem' in values ? values.problem : parts.run(read.leaf.key, values.options);
  };

  const send = async () => {
    const sent = input.value;
    if (sent.trim() === '') {
      return;
    }
    const read = suggestions.line();
    suggestions.cancel();
    menu.hide();
    const problem = read.stage === 'text' ? await parts.say(sent) : await run(read);
    complain(problem);
    if (problem === null && input.value === sent) {
      input.value = '';
      draw();
    }
  };

  /** Enter picks the marked row unless the line can already be sent as it stands. */
  const enterPicks = () => {
    const read = suggestions.line();
    const complete = read.leaf !== null && !('problem' in written(read));
    return menu.current() !== null && (menu.wasWalked() || !complete);
  };
  const walk = (steps) => () => {
    const walks = menu.current() !== null;
    menu.move(steps);
    return walks;
  };
  const pick = () => {
    menu.current()?.pick();
    return true;
  };
  const moved = () => {
    requestAnimationFrame(refresh);
    return false;
  };
  /** What a key does; true = the key is used up. */
  const keys = {
    ArrowDown: walk(1),
    ArrowUp: walk(-1),
    Tab: (event) => !event.shiftKey && menu.current() !== null && pick(),
    Enter: () => enterPicks() && pick(),
    Escape: () => menu.hide(),
    ArrowLeft: moved,
    ArrowRight: moved,
    Home: moved,
    End: moved,
  };

  input.addEventListener('input', () => {
    complain(null);
    refresh();
  });
  input.addEventListener('focus', refresh);
  input.addEventListener('click', refresh);
  input.addEventListener('scroll', draw);
  input.addEventListener('blur', () => {
    suggestions.cancel();
    menu.hide();
  });
  input.addEventListener('keydown', (event) => {
    if (keys[event.key]?.(event) === true) {
      event.preventDefault();
    }
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    await send();
  });
  return { write };
}

function colours(text, read) {
  if (read.leaf === null) {
    return [text];
  }
  let at = read.typed.length + 1;
  const nodes = [element('span', { class: 'name' }, text.slice(0, at))];
  for (const { start, from, end } of read.given) {
    const name = element('span', { class: 'option' }, text.slice(start, from));
    nodes.push(text.slice(at, start), name, text.slice(from, end));
    at = end;
  }
  const missing = missingOptions(read).filter((option) => option.required);
  const hint = missing.map(({ name }) => ` ${name}`).join('');
  return [...nodes, text.slice(at), element('span', { class: 'hint' }, hint)];
}
