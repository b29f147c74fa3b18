import { expect, test } from 'vitest';
import { reportAddress } from './report-address.ts';

test('names the broken address without what may be secret in it', () => {
  const address = reportAddress('help@example.com', 'https://cards.example.com/no/page?token=s3cret#part');
  expect(address).toBe(
    'mailto:help@example.com?subject=Broken%20link&body=https%3A%2F%2Fcards.example.com%2Fno%2Fpage',
  );
});
