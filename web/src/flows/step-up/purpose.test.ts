import { api } from '@florin/contract/api';
import type { Endpoint } from '@florin/contract/endpoint';
import { expect, test } from 'vitest';
import { stepUpWords } from '../../messages/en/access/step-up.ts';
import { purposeOf } from './purpose.ts';

const asking = Object.values(api as Record<string, Endpoint>).filter(({ errors }) =>
  errors.includes('STEP_UP_REQUIRED'),
);

test.each(asking.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s says what the proof is for',
  (_, endpoint) => {
    expect(purposeOf(endpoint)).not.toBe(stepUpWords.anyPurpose);
  },
);

test('there are words for nothing else', () => {
  expect(Object.keys(stepUpWords.purposes).toSorted()).toEqual(
    asking.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});
