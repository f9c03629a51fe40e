import { z } from 'zod';

/** From one time to another (ms). */
export const spanSchema = z.object({ from: z.number(), to: z.number() });
export type Span = z.infer<typeof spanSchema>;
