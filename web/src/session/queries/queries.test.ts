import { idlePresets } from '@florin/contract/limits';
import { expect, test } from 'vitest';
import { setSite } from '../../site.ts';
import { testSite } from '../../testing/test-site.ts';
import { sessionQuery } from './queries.ts';

test.each([
  ['default', 3600],
  ['strict', 120],
] as const)(
  'the %s preset asks for the session every %i s, also in the background',
  { tags: ['@9.23', '@9.27'] },
  (preset, seconds) => {
    setSite({ ...testSite, sessionTimeout: idlePresets[preset] });
    expect(sessionQuery()).toMatchObject({ refetchInterval: seconds * 1000, refetchIntervalInBackground: true });
  },
);
