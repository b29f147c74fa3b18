import type { LoginRecord } from '@florin/contract/access/login-activity';
import { expect, test } from 'vitest';
import { eachDeviceOnce } from './queries.ts';

const login = (id: string, deviceId: string | null) => ({ id, deviceId }) as LoginRecord;

test('an entry repeated by the next page is shown once; logins without a device are all shown', () => {
  const pages = [
    { items: [login('1', 'a'), login('2', null)] },
    { items: [login('2', null), login('3', 'b'), login('4', null), login('5', 'a')] },
  ];
  expect(eachDeviceOnce(pages).map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
});
