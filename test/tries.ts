import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many times more often than in `npm test`. */
    tries: number;
  }
}

/** How often a property is tried: so often in `npm test`, four times that in `npm run properties`. */
export const tries = (usual: number): number => usual * inject('tries');
