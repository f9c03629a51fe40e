import { expect, it } from 'vitest';
import { placeOf } from '#store/dataFolder.ts';

const root = '600 500 0:50 / / rw,relatime - overlay overlay rw';
const mount = (source: string): string =>
  `${root}\n601 600 8:1 ${source} /data rw,relatime - ext4 /dev/sda1 rw`;

it('data inside the container is lost with it', () => {
  expect(placeOf('/data', root)).toBe('container');
  expect(placeOf('/database', mount('/var/lib/docker/volumes/crowsnest/_data'))).toBe('container');
});

it('data on a named volume or a folder of the host stays', () => {
  expect(placeOf('/data', mount('/var/lib/docker/volumes/crowsnest/_data'))).toBe('mount');
  expect(placeOf('/data/deeper', mount('/srv/crowsnest'))).toBe('mount');
});

it('a volume without a name is told apart: nobody will find it again', () => {
  const nameless = `/var/lib/docker/volumes/${'0123456789abcdef'.repeat(4)}/_data`;
  expect(placeOf('/data', mount(nameless))).toBe('anonymous-volume');
});
