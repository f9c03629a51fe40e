import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

type Service = {
  build?: string;
  image?: string;
  pull_policy?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  profiles?: string[];
  depends_on?: Record<string, { required?: boolean }>;
  healthcheck?: { test: string[] };
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  tmpfs?: string[];
  stop_grace_period?: string;
};
export type ComposeFile = {
  name: string;
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};

/** A file of the project, as text. */
export const projectFile = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/**
 * A compose file as Docker reads it, with these variables of the operator. A `${NAME:?}` without its variable throws, `${NAME:-x}`
 * becomes x.
 */
export function readCompose(path: string, variables: Record<string, string>): ComposeFile {
  const filled = projectFile(path).replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string | undefined, other: string) => {
      const given = variables[name] || undefined;
      if (given === undefined && kind === '?') {
        throw new Error(`${name}: ${other}`);
      }
      return given ?? (kind === '-' ? other : '');
    },
  );
  return parse(filled, { merge: true, strict: true, uniqueKeys: true }) as ComposeFile;
}

/** The services of our own image, by name. */
export const ownServices = ({ services }: ComposeFile): [string, Service][] =>
  Object.entries(services).filter(([, { image }]) => image === 'crowsnest');
