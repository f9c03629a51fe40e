import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configJsonSchema } from '#store/configFile.ts';

const FILE = join(import.meta.dirname, '../../docs/config.schema.json');

it('is described in docs/config.schema.json (to write it anew: vitest run test/store/configFile.test.ts -u)', async () => {
  await expect(`${JSON.stringify(configJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(FILE);
});

type Schema = { description?: string; properties?: Record<string, Schema>; items?: Schema };

it('has words for every field', () => {
  const { properties } = configJsonSchema() as Schema;
  const watch = properties?.watches?.items?.properties ?? {};
  const fields = { ...properties, ...watch, ...properties?.boards?.items?.properties };
  expect(Object.keys(fields)).toContain('quietHours');
  for (const [name, { description }] of Object.entries(fields)) {
    expect({ name, described: Boolean(description) }).toEqual({ name, described: true });
  }
});
