import { expect, test } from 'vitest';
import { deviceInWords, deviceName, placeOf } from './describe-login.ts';

test.each([
  ['Firefox', 'Windows', 'Firefox', 'Firefox on Windows'],
  ['Firefox', null, 'Firefox', 'Firefox'],
  [null, 'Windows', 'Unknown device', 'Unknown device on Windows'],
  [null, null, 'Unknown device', 'Unknown device'],
])('%s on %s', { tags: '@2.activity.4' }, (agentFamily, osFamily, name, words) => {
  expect(deviceName({ agent: { agentFamily, osFamily } })).toBe(name);
  expect(deviceInWords({ agent: { agentFamily, osFamily } })).toBe(words);
});

test.each([
  ['Boise', 'Idaho', 'United States', 'Boise, Idaho, United States'],
  ['Lisbon', 'Lisbon', 'Portugal', 'Lisbon, Portugal'],
  [null, 'Idaho', 'United States', 'Idaho, United States'],
  [null, null, 'Canada', 'Canada'],
  ['', '', '', null],
  [null, null, null, null],
])('%s, %s, %s', (locationCity, locationRegion, locationCountry, expected) => {
  const agent = { agentFamily: null, osFamily: null };
  expect(placeOf({ agent, locationCity, locationRegion, locationCountry })).toBe(expected);
});
