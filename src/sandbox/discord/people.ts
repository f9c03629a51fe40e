import { type Asking, createAsking } from './asking.ts';
import { createDeeds, type Deeds } from './deeds.ts';
import { createViews, type Views } from './views.ts';
import type { World } from './world.ts';

/** What persons do on this Discord: ask the bot, change things under its feet, and look. */
export type People = Asking & Deeds & Views;

/** The people's door to the state; the other one is the REST API. */
export function createPeople(world: World): People {
  return { ...createAsking(world), ...createDeeds(world), ...createViews(world) };
}
