import { durationWords } from '#discord/durationWords.ts';
import { inlineCode } from '#discord/foreignText.ts';
import { timeStamp } from '#discord/serverWords.ts';
import { pausedWords } from '#discord/statusFace.ts';
import type { Watch } from '#store/guildDocument.ts';
import { usualSettings } from '#store/watchSettings.ts';
import type { Translate } from '#text/texts.ts';

const ZONE = 60;

/** What people chose for a watch, a few words each; what is as usual is left out. */
export function settingFacts(watch: Watch, now: number, t: Translate): string[] {
  const { mutedUntil, quietHours, channelName, countStep } = watch;
  const windows = watch.maintenance.filter((one) => !('once' in one) || one.once.to > now).length;
  const alerts = watch.thresholds.length + watch.namedPlayers.length;
  const facts = [
    watch.paused !== null && pausedWords(watch.paused, t),
    t('watch.list.notices', { channel: `<#${watch.noticeChannelId}>` }),
    watch.roleId !== null && `<@&${watch.roleId}>`,
    watch.joins !== 'off' && t(`fact.joins.${watch.joins}`),
    countStep !== usualSettings().countStep && t('fact.countStep', { count: countStep }),
    watch.graceMs > 0 && t('fact.grace', { duration: durationWords(watch.graceMs, t) }),
    watch.restarts && t('fact.restarts'),
    watch.board && t('fact.board'),
    !watch.bell && t('fact.noBell'),
    watch.graph && t('fact.graph'),
    alerts > 0 && t('fact.alerts', { count: alerts }),
    windows > 0 && t('fact.maintenance', { count: windows }),
    quietHours !== null &&
      t('fact.quiet', { ...quietHours, zone: inlineCode(quietHours.timeZone, ZONE) }),
    channelName !== null && t('fact.channelName', { channel: `<#${channelName.channelId}>` }),
    mutedUntil !== null && mutedUntil > now && t('fact.muted', { time: timeStamp(mutedUntil) }),
  ];
  return facts.filter((fact) => fact !== false);
}
