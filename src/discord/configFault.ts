import type { ConfigMistake } from '#store/readConfig.ts';
import type { TextKey, Translate } from '#text/texts.ts';
import { inlineCode } from './foreignText.ts';

/** What is wrong with a file: where, and which sentence says so. Values are ready to be shown. */
export type ConfigFault = {
  field: string;
  key: TextKey;
  values?: Record<string, string | number>;
};

const FIELD = 150;
const SHOWN = 200;

/** A fault as a line of an answer. */
export function faultLine({ field, key, values }: ConfigFault, t: Translate): string {
  const words = t(key, values);
  return field === '' ? words : `${inlineCode(field, FIELD)}: ${words}`;
}

/** The words for what does not read as a set-up at all. */
export function faultOf(mistake: ConfigMistake): ConfigFault {
  switch (mistake.kind) {
    case 'not-json': {
      const { line, column } = mistake;
      const near = inlineCode(mistake.near, SHOWN);
      return near === ''
        ? { field: '', key: 'config.endsEarly', values: { line, column } }
        : { field: '', key: 'config.notJson', values: { line, column, near } };
    }
    case 'type':
      return { field: mistake.field, key: `config.fault.type.${mistake.wanted}` };
    case 'choice': {
      const allowed = inlineCode(mistake.allowed.join(', '), SHOWN);
      return { field: mistake.field, key: 'config.fault.choice', values: { allowed } };
    }
    case 'version': {
      const { field, version } = mistake;
      return { field, key: 'config.fault.version', values: { version } };
    }
    case 'tooSmall':
    case 'tooBig':
    case 'tooLong':
    case 'tooMany': {
      const { field, kind, limit } = mistake;
      return { field, key: `config.fault.${kind}`, values: { count: limit } };
    }
    default:
      return { field: mistake.field, key: `config.fault.${mistake.kind}` };
  }
}
