import * as v from 'valibot';
import { expect, test } from 'vitest';
import { recentDeviceLogins, recentLogins } from './login-activity.ts';

test('without a page, the first one of ten is returned', { tags: '@9.13' }, () => {
  for (const { query } of [recentDeviceLogins, recentLogins])
    expect(v.parse(query, {})).toMatchObject({ pageNumber: 1, pageSize: 10 });
});
