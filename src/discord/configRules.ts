import { isNameTemplate } from '#monitor/channelNames.ts';
import { parseCronLine } from '#monitor/cronLine.ts';
import { isNamePattern } from '#monitor/namePattern.ts';
import { followRequest } from '#monitor/followStep.ts';
import { parseTarget, type Target } from '#snapshot/target.ts';
import type { ConfigWatch } from '#store/configFile.ts';
import type { FollowQuestion } from '#store/followDocument.ts';
import {
  LONGEST_CRON,
  LONGEST_TEMPLATE,
  type Maintenance,
  MOST_ALERTS,
} from '#store/watchSettings.ts';
import { clean, inlineCode } from './foreignText.ts';
import type { ConfigFault } from './configFault.ts';

const GIVEN = 60;
/** More than anybody types into the options of /follow. */
const LONGEST_QUESTION = 2000;

const given = (text: string) => ({ given: inlineCode(text, GIVEN) || '?' });

/** The server of a watch in a file, or what is wrong with how it is named: the sentences of /watch add. */
export function configTarget(
  { server, game, encoding }: ConfigWatch,
  field: string,
): { ok: true; target: Target } | { ok: false; fault: ConfigFault } {
  const parsed = parseTarget(server, game, encoding);
  if (parsed.ok) {
    return parsed;
  }
  const { kind, given: typed } = parsed.problem;
  const part = kind === 'bad-encoding' ? 'encoding' : isAboutGame(kind) ? 'game' : 'server';
  return {
    ok: false,
    fault: { field: `${field}.${part}`, key: `target.${kind}`, values: given(typed) },
  };
}

const isAboutGame = (kind: string): boolean => kind === 'unknown-game' || kind === 'not-by-address';

/** What is wrong with the settings of a watch in a file: what the commands would not take either. */
export function ruleFaults(watch: ConfigWatch, field: string): ConfigFault[] {
  const { label, quietHours, channelName, thresholds, namedPlayers, maintenance } = watch;
  const faults: (ConfigFault | false)[] = [
    label !== null && clean(label) === '' && { field: `${field}.label`, key: 'config.fault.empty' },
    quietHours?.from === quietHours?.to &&
      quietHours !== null && { field: `${field}.quietHours`, key: 'quiet.same' },
    channelName !== null &&
      !isNameTemplate(channelName.template) && {
        field: `${field}.channelName.template`,
        key: 'channelName.badTemplate',
        values: { given: inlineCode(channelName.template, LONGEST_TEMPLATE + 2) },
      },
    thresholds.length + namedPlayers.length > MOST_ALERTS && {
      field,
      key: 'settings.full',
      values: { count: MOST_ALERTS },
    },
    ...thresholds.map(
      ({ atLeast, below }, place): ConfigFault | false =>
        below > atLeast && {
          field: `${field}.thresholds[${place}].below`,
          key: 'config.fault.tooBig',
          values: { count: atLeast },
        },
    ),
    ...namedPlayers.map(
      ({ pattern }, place): ConfigFault | false =>
        !isNamePattern(pattern) && {
          field: `${field}.namedPlayers[${place}].pattern`,
          key: 'alerts.badPattern',
          values: given(pattern),
        },
    ),
    ...maintenance.map((window, place) => windowFault(window, `${field}.maintenance[${place}]`)),
  ];
  return faults.filter((fault) => fault !== false);
}

/** What is wrong with a followed list in a file: what /follow would not take either. */
export function questionFaults(question: FollowQuestion, field: string): ConfigFault[] {
  const { source } = question;
  return followRequest(question) === null
    ? [{ field: `${field}.source`, key: 'find.badSource', values: given(source) }]
    : JSON.stringify(question).length > LONGEST_QUESTION
      ? [{ field, key: 'config.fault.form' }]
      : [];
}

function windowFault(window: Maintenance, field: string): ConfigFault | false {
  if ('once' in window) {
    const { from, to } = window.once;
    return to <= from && { field, key: 'config.fault.form' };
  }
  const { cron } = window;
  const isFit = cron.length <= LONGEST_CRON && parseCronLine(cron) !== null;
  return !isFit && { field: `${field}.cron`, key: 'maintenance.badCron', values: given(cron) };
}
