import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig, VARIABLES } from '#config.ts';
import { projectFile } from './composeFile.ts';

const unit = projectFile('deploy/crowsnest.service');
const values = (key: string): string[] =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

it('sets only variables that there are, and keeps its data where it may write', () => {
  const pairs = values('Environment').map((text) => text.split('=', 2) as [string, string]);
  expect(pairs.map(([name]) => name).filter((name) => !VARIABLES.includes(name))).toEqual([]);
  const environment = { ...Object.fromEntries(pairs), DISCORD_TOKEN: 'aaa.bbb.ccc' };
  const { storeUrl, production } = readConfig({ environment });
  expect(production).toBe(true);
  expect(values('StateDirectory').map((name) => `sqlite:///var/lib/${name}/`)).toEqual([
    storeUrl.slice(0, storeUrl.lastIndexOf('/') + 1),
  ]);
});

it('starts the program that there is, as nobody in particular, and not for ever when it is set up wrongly', () => {
  expect(values('ExecStart')).toEqual(['/usr/bin/node src/main.ts']);
  expect(values('DynamicUser')).toEqual(['yes']);
  expect(values('ProtectSystem')).toEqual(['strict']);
  expect(values('CapabilityBoundingSet')).toEqual(['']);
  // main.ts ends with it when the configuration is wrong.
  expect(values('RestartPreventExitStatus')).toEqual(['2']);
  const loginsADay = 86_400 / Number(values('RestartSec')[0]);
  expect(loginsADay).toBeLessThan(1000);
});

it('is understood by systemd, where that is installed', (context) => {
  if (spawnSync('systemd-analyze', ['--version']).error !== undefined) {
    context.skip('there is no systemd-analyze here');
  }
  const folder = mkdtempSync(join(tmpdir(), 'crowsnest-unit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'crowsnest.service');
  writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  expect(stderr).not.toContain('crowsnest');
  expect(status).toBe(0);
  const report = execFileSync(
    'systemd-analyze',
    ['security', '--offline=true', '--threshold=20', file],
    { encoding: 'utf8' },
  );
  expect(report).toContain('OK');
});
