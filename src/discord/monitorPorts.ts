import type { MonitorPorts } from '#monitor/statusView.ts';
import type { History } from '#history/history.ts';
import { createMonthUptime } from './monthUptime.ts';
import { createDayGraph, type GraphParts } from './dayGraph.ts';
import { createEditBudget } from './editBudget.ts';
import { createEditNotice } from './editNotice.ts';
import type { Gateway } from './gateway.ts';
import { createLookForNotice } from './lookForNotice.ts';
import { createPublishMessage } from './publishMessage.ts';
import { createPublishBoard, createPublishFollow, createPublishStatus } from './publishStatus.ts';
import { createRenameChannel } from './renameChannel.ts';
import { createSendNotice } from './sendNotice.ts';
import { createSendPersonal } from './sendPersonal.ts';

/** Makes the monitor's ways into Discord, which share one budget of edits. */
export function createMonitorPorts(
  options: GraphParts & {
    history: Pick<History, 'read' | 'plannedWork'>;
    gateway: Pick<Gateway, 'rest' | 'botId' | 'missingThere' | 'channelThere' | 'sightOf'>;
    /** The page that takes players into a game (JOIN_URL). */
    joinUrl?: string | null;
    /** Edits of this process in a second; absent = what one process may that has all. */
    editsPerSecond?: number;
    random?: () => number;
  },
): MonitorPorts {
  const { gateway, joinUrl = null, editsPerSecond, ...others } = options;
  const { rest, botId, missingThere, channelThere, sightOf } = gateway;
  const budget = createEditBudget(others.now, editsPerSecond);
  const parts = { ...others, rest, botId: () => botId, missingThere, channelThere, budget };
  const sendToChannel = createSendNotice(parts);
  const sendToPerson = createSendPersonal({ ...parts, sightOf });
  const seen = { dayGraph: createDayGraph(others), monthUptime: createMonthUptime(others) };
  const drawing = { ...parts, ...seen, joinUrl, publish: createPublishMessage(parts) };
  return {
    publishStatus: createPublishStatus(drawing),
    publishBoard: createPublishBoard(drawing),
    publishFollow: createPublishFollow(drawing),
    sendNotice: (notice, ...how) =>
      notice.person === null ? sendToChannel(notice, ...how) : sendToPerson(notice, ...how),
    lookForNotice: createLookForNotice(parts),
    editNotice: createEditNotice(parts),
    renameChannel: createRenameChannel(parts),
  };
}
