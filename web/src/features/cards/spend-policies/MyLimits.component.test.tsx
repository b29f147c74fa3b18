import { expect, test } from 'vitest';
import { screen } from '../../../testing/component.ts';
import { answersFor, cardholder } from '../../../testing/people.ts';
import { ownLimits } from '../../../testing/policies.ts';
import { renderApp } from '../../../testing/render-app.tsx';

test('a cardholder reads until when a limit is raised, and what it is then', async () => {
  const [month, day] = ownLimits.limits;
  const raised = { ...day!, layer: 'OVERRIDE' as const, limit: 120_00, until: '2126-12-03T05:00:00.000Z' };
  const limits = [month!, { ...raised, again: 60_00 }, { ...raised, rule: 1, period: 'week' as const }];
  await renderApp('/spend-policies', {
    ...answersFor(cardholder),
    mySpendLimits: { cards: [{ ...ownLimits, limits }] },
  });
  const limit = (text: string) => screen.getByRole('listitem').filter({ hasText: text });
  await expect
    .element(limit('At most $120.00 a day'))
    .toMatchTextContent('Set by a temporary change until Dec 3, 2126, 12:00 AM, then $60.00 again.');
  // Nothing is in its place then.
  await expect
    .element(limit('At most $120.00 a week'))
    .toMatchTextContent('Set by a temporary change until Dec 3, 2126, 12:00 AM.');
  await expect.element(limit('At most $500.00 a month')).toMatchTextContent('Set by your group (Sales).');
});
