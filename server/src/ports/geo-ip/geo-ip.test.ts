import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedGeoIp } from './embedded.ts';
import type { GeoIp } from './geo-ip.ts';
import { maxmindGeoIp } from './maxmind.ts';
import { cityDatabase } from '../../testing/ports/city-database.ts';

const log = pino({ level: 'silent' });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-geo-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(content: Buffer): Promise<string> {
  const path = join(folder, `${Math.random()}.mmdb`);
  await writeFile(path, content);
  return path;
}

const database = cityDatabase({
  '203.0.113.0/24': { city: 'Boise', region: 'Idaho', country: 'United States' },
  '198.51.100.7/32': { country: 'A country whose name is longer than twenty-eight letters' },
  '192.0.2.0/24': {},
});

const implementations: [string, () => Promise<GeoIp>][] = [
  ['embedded', () => Promise.resolve(embeddedGeoIp)],
  ['maxmind', async () => maxmindGeoIp(await fileWith(database), log)],
];

describe.each(implementations)('%s', (_name, start) => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '::1',
    '2001:db8::1',
    '',
    'unknown',
    '999.1.1.1',
    "' or 1=1",
    '\u0000',
    '1'.repeat(9999),
  ])('has no place for %j', async (ip) => expect((await start()).locate(ip)).toBeNull());
});

describe('maxmind', () => {
  test.each([
    ['203.0.113.9', { city: 'Boise', region: 'Idaho', country: 'United States' }],
    ['::ffff:203.0.113.255', { city: 'Boise', region: 'Idaho', country: 'United States' }],
    ['203.0.114.1', null],
    ['198.51.100.7', { city: null, region: null, country: 'A country whose name is longer than twenty-eight letters' }],
    ['198.51.100.8', null],
    ['192.0.2.1', null],
  ])('%s: %j', async (ip, expected) => {
    expect((await maxmindGeoIp(await fileWith(database), log)).locate(ip)).toEqual(expected);
  });

  test.each([
    ['missing', () => Promise.resolve(join(folder, 'nowhere.mmdb'))],
    ['not a database', () => fileWith(Buffer.from('not a database'))],
    ['empty', () => fileWith(Buffer.alloc(0))],
  ])('a file that is %s is reported at the start', async (_what, path) => {
    const given = await path();
    await expect(maxmindGeoIp(given, log)).rejects.toThrow(`GEO_IP_DATABASE: ${given} cannot be read`);
  });

  test('a damaged database returns nothing and stops nobody', async () => {
    const damaged = Buffer.from(database);
    const metadata = damaged.lastIndexOf(Buffer.from('\xab\xcd\xef', 'latin1'));
    damaged.fill(0xff, 0, metadata);
    const geoIp = await maxmindGeoIp(await fileWith(damaged), log);
    expect(geoIp.locate('203.0.113.9')).toBeNull();
  });
});
