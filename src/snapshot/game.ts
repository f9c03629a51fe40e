/**
 * Where the true player count of a game stands (spec a2s section 0). "info" = the bytes of A2S_INFO or what gamedig says;
 * the others name the rules and keywords of one game family.
 */
export type CountRule = 'info' | 'ark' | 'rust' | 'squad' | 'battalion';

/** What a game's servers keep to themselves, so that a person is told why it is missing. */
type Withheld = 'names' | 'players' | 'rules';

/** One row of the games table. */
export type Game = {
  /** gamedig's type name where it has one, so that people find it under the name they know; for SA:MP that is an alias. */
  id: string;
  name: string;
  /** "a2s" and "samp" = asked by this project's own core; "gamedig" = asked through gamedig by `id`. */
  protocol: 'a2s' | 'samp' | 'gamedig';
  /** Other ids and short names people type. */
  aliases: readonly string[];
  /** Steam application ids by which an answer is recognised. */
  appIds: readonly number[];
  /** Port that players connect to by default. */
  port: number | null;
  /** Port that is asked when nobody names one. */
  queryPort: number | null;
  /** Query port minus game port (spec a2s case 123), the likeliest first: tried when the port given does not answer. */
  neighbours: readonly number[];
  counts: CountRule;
  /** Names hold colour codes, ^0 to ^9 or Minecraft's § (spec a2s case 120). */
  colourCodes: boolean;
  withholds: readonly Withheld[];
};
