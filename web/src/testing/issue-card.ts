import type { Member } from '@florin/contract/access/team-members';
import type { Card } from '@florin/contract/cards/cards';
import type { issueCard, tryNewCard } from '@florin/contract/cards/cards/issue';
import type { Input, Success } from '@florin/contract/endpoint';
import type { previewFunding } from '@florin/contract/money/card-funding';
import { permissionFlags } from '@florin/contract/permissions';
import { faults, refuse, type Answers } from './answers.ts';
import { cardId, madeCard } from './cards.ts';
import { screen } from './component.ts';
import { administrator, aMember, answersFor, usd } from './people.ts';

export const priya = '0190a000-0000-7000-8000-0000000000a1';
export const noah = '0190a000-0000-7000-8000-0000000000a2';
const member = (membershipId: string, firstName: string, lastName: string): Member =>
  aMember(membershipId, { firstName, lastName, cards: 0, cardLast4: null });
const holders = [member(priya, 'Priya', 'Nair'), member(noah, 'Noah', 'Park')];
export const found = (people: readonly Member[]) => ({ items: [...people], nextCursor: null, totals: null });
/** As the server answers, which knows thousands. */
export const searched: Answers = {
  team: ({ query: { role, state, text = '' } }) =>
    role === 'CARDHOLDER' && state === 'OPEN'
      ? found(holders.filter((each) => `${each.firstName} ${each.lastName}`.toLowerCase().includes(text.toLowerCase())))
      : faults.fails,
  teamMember: ({ params: { id } }) => {
    const one = holders.find(({ membershipId }) => membershipId === id);
    if (one === undefined) return refuse('NOT_FOUND');
    const security = { secondFactor: true, passwordChangedAt: '2026-11-02T15:00:00Z', openSessions: 0 };
    return { ...one, flags: [], since: '2026-11-02T15:00:00Z', heldCards: [], security };
  },
};
export const made: Card = {
  ...madeCard,
  name: 'Adobe',
  holder: { membershipId: priya, firstName: 'Priya', lastName: 'Nair' },
  lastUsedAt: null,
  spentThisMonth: null,
};
export const tried = ({ body }: { body: Input<typeof tryNewCard>['body'] }): Success<typeof tryNewCard>['body'] => ({
  nameOnCard: 'PRIYA NAIR',
  leftToday: 17,
  leftInPlan: 40,
  groups: [],
  rules: [
    {
      layer: 'BUSINESS',
      policyId: cardId,
      policyName: 'Company rules',
      rule: { kind: 'allow', field: 'country', values: ['US'] },
    },
  ],
  categoryGroups: [],
  source: 'BUSINESS',
  available: usd(48_210_55),
  purchases: (body.purchases ?? []).map(({ amount, country }) => ({
    code: country === 'CA' ? 'country_not_allowed' : body.limit && amount > body.limit.amount ? 'limit_month' : null,
    rule: null,
  })),
});
export const answers = {
  ...answersFor(administrator),
  transactions: { items: [], nextCursor: null, searchedBackTo: null, totals: null },
  cards: { items: [made], nextCursor: null, totals: { cards: 1, people: 1, spentThisMonth: null } },
  cardsSpendLeft: { cards: [] },
  cardGroups: { items: [{ id: noah, name: 'Crew', cards: 3, policies: [], createdAt: '2026-11-02T15:00:00Z' }] },
  ...searched,
  tryNewCard: tried,
} satisfies Answers;
export const sheet = screen.getByRole('dialog', { name: 'Issue card' });
export const button = (name: string) => sheet.getByRole('button', { name, exact: true });
export const merchant = sheet.getByRole('combobox', { name: 'Only at' });
export const field = (name: string) => sheet.getByRole('textbox', { name });
export const bodiesOf = (requests: readonly { body: Input<typeof issueCard>['body'] }[]) =>
  requests.map(({ body }) => body);
export const planned = (after: number, change: number): Success<typeof previewFunding>['body'] => ({
  act: 'FUND',
  whenShort: 'NONE',
  account: { before: usd(48_210_55), after: usd(after) },
  total: usd(change),
  cardsChanged: change === 0 ? 0 : 1,
  cardsUnchanged: change === 0 ? 1 : 0,
  missing: usd(0),
  lines: [
    {
      cardId: made.id,
      cardName: 'Adobe',
      kind: 'VIRTUAL',
      last4: '0932',
      holder: 'Priya Nair',
      before: usd(0),
      change: usd(change),
      after: usd(change),
      reason: change === 0 ? 'OVER_MAXIMUM' : null,
    },
  ],
  basis: '1'.repeat(32),
});
export const ran = {
  ...planned(48_090_55, 120_00),
  id: noah,
  at: '2026-11-02T15:00:00Z',
  by: null,
  scheduleId: null,
  outcome: 'DONE' as const,
};
export const wallet: Answers = {
  ...answers,
  tryNewCard: (request) => ({ ...tried(request), source: 'WALLET' }),
  previewFunding: planned(48_090_55, 120_00),
};
export const without = (missing: string): Answers => ({
  ...answers,
  userInfo: { ...administrator, permissionFlags: permissionFlags.filter((flag) => flag !== missing) },
});
