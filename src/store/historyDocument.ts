import { z } from 'zod';
import { spanSchema } from './spanSchema.ts';

/** Minutes that one entry of a day stands for: all of them at first, fewer when the day is older. */
const HISTORY_STEPS = [1, 5, 60] as const;
export type HistoryStep = (typeof HISTORY_STEPS)[number];

/** What was seen of one server on one UTC day. */
export const historyDaySchema = z.object({
  version: z.literal(1),
  step: z.literal(HISTORY_STEPS),
  /** Minutes from one look to the next. */
  every: z.number().int().min(1),
  /** The entries, packed (history/packDay.ts). */
  packed: z.string(),
});
export type HistoryDay = z.infer<typeof historyDaySchema>;

/** When a watched server was not up while its people had planned work, oldest first (ms). */
export const plannedWorkSchema = z.object({ version: z.literal(1), spans: z.array(spanSchema) });
export type PlannedWork = z.infer<typeof plannedWorkSchema>;
