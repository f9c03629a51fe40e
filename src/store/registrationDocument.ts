import { z } from 'zod';

/** What a game server said of itself in its heartbeat. */
const claimSchema = z.object({
  protocol: z.number().nullable(),
  gamedir: z.string(),
  product: z.string(),
  map: z.string(),
  version: z.string(),
  players: z.number(),
  max: z.number(),
  bots: z.number(),
  type: z.enum(['d', 'l', 'p']).nullable(),
  os: z.enum(['l', 'w', 'm']).nullable(),
  password: z.boolean().nullable(),
  secure: z.boolean().nullable(),
  lan: z.boolean().nullable(),
  region: z.number(),
  tags: z.array(z.string()).readonly(),
  others: z.record(z.string(), z.string()),
  clamped: z.boolean(),
});

/** What it answered when it was asked. */
const answerSchema = z.object({
  name: z.string(),
  map: z.string(),
  players: z.number(),
  max: z.number(),
  bots: z.number().nullable(),
  version: z.string().nullable(),
  appId: z.number().nullable(),
  type: z.enum(['d', 'l', 'p']).nullable(),
  os: z.enum(['l', 'w', 'm']).nullable(),
  password: z.boolean(),
  secure: z.boolean().nullable(),
  tags: z.array(z.string()).readonly().nullable(),
});

/** A game server that registered with our master server. Times in ms since 1970. */
export const registrationSchema = z.object({
  version: z.literal(1),
  address: z.string(),
  port: z.number().int(),
  firstHeartbeatAt: z.number(),
  lastHeartbeatAt: z.number(),
  /** Last answer to the master's own question; null = never. */
  answeredAt: z.number().nullable(),
  claimed: claimSchema,
  answered: answerSchema.nullable(),
});
export type RegistrationDocument = z.infer<typeof registrationSchema>;
