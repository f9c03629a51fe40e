import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readConfig, VARIABLES } from '#config.ts';
import { readDockerfile, readDockerignore } from '../../bench/dockerfile.ts';
import { projectFile } from './composeFile.ts';

const stages = readDockerfile(projectFile('Dockerfile'));
const isIgnored = readDockerignore(projectFile('.dockerignore'));
const image = stages.at(-1);
const said = (name: string) =>
  (image?.instructions ?? []).filter((instruction) => instruction.name === name);

it('copies what there is and is not left out, and no secret, test or local mode', () => {
  const copied = stages
    .flatMap(({ instructions }) => instructions)
    .filter(({ name, text }) => name === 'COPY' && !text.startsWith('--from='))
    .flatMap(({ words }) => words.slice(0, -1));
  expect(copied).toContain('package-lock.json');
  for (const path of copied) {
    expect(existsSync(new URL(`../../${path}`, import.meta.url)), path).toBe(true);
    expect(isIgnored(path), path).toBe(false);
  }
  for (const path of ['.env', 'data', 'test', 'node_modules', 'src/sandbox', 'src/localMode.ts']) {
    expect(isIgnored(path), path).toBe(true);
  }
});

it('takes the versions of the lock file, without those for development', () => {
  const runs = stages.flatMap(({ instructions }) => instructions).map(({ text }) => text);
  expect(runs.filter((text) => text.startsWith('npm'))).toEqual([
    'npm ci --omit=dev --no-audit --no-fund',
  ]);
});

it('runs as a user without rights, with node itself as its first process', () => {
  expect(said('USER').map(({ text }) => text)).toEqual(['1000:1000']);
  expect(said('CMD').map(({ words }) => words)).toEqual([['node', 'src/main.ts']]);
  expect(said('STOPSIGNAL').map(({ text }) => text)).toEqual(['SIGTERM']);
  expect(said('HEALTHCHECK').map(({ words }) => words)).toEqual([['node', 'src/healthcheck.ts']]);
});

it('sets only variables that there are, to values that they take', () => {
  const pairs = said('ENV').flatMap(({ text }) => [...text.matchAll(/(\w+)=(\S+)/g)]);
  const environment = Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]));
  expect(Object.keys(environment).filter((name) => !VARIABLES.includes(name))).toEqual([]);
  const config = readConfig({ environment: { ...environment, DISCORD_TOKEN: 'aaa.bbb.ccc' } });
  expect(config).toMatchObject({ production: true, httpListen: { host: '127.0.0.1' } });
  expect(said('VOLUME').map(({ text }) => text)).toEqual(['/data']);
  expect(config.storeUrl).toMatch(/^sqlite:\/\/\/data\//);
});

it('runs on the Node that the project is made for', () => {
  const { engines } = JSON.parse(projectFile('package.json')) as { engines: { node: string } };
  const wanted = /\d+/.exec(engines.node)?.[0];
  for (const { image: from } of stages) {
    expect(from).toMatch(new RegExp(`^node:${wanted}-bookworm`));
  }
});
