import { numberText } from '../../number-text.ts';

const count = (number: number, one: string, many: string) => `${numberText(number)} ${number === 1 ? one : many}`;

/** The list of policies. */
export const policyListWords = {
  intro: 'What cards may spend. Every layer has to allow a purchase; the rules of the program always apply.',
  list: 'Policies',
  view: {
    all: 'All',
    BUSINESS: 'Company',
    GROUP: 'Groups',
    CARD: 'Cards',
    temporary: 'Temporary changes',
    limits: 'Limits of single cards',
  },
  kind: 'Kind',
  kinds: { POLICY: 'Policies', LIMIT: 'Limits of single cards' },
  folded: (limits: number) => `Limits of single cards, ${numberText(limits)}`,
  onlyLimits: 'So far there are only limits of single cards.',
  search: 'Search policies',
  columns: {
    name: 'Policy',
    layer: 'For',
    rules: 'Rules',
    versions: 'Version',
    under: 'Under it',
    spent: 'This month',
  },
  everyCard: 'Every card',
  layer: { BUSINESS: 'Every card', GROUP: 'Group', CARD: 'Card' },
  moreRules: (number: number) => `and ${numberText(number)} more`,
  noRules: 'No rules yet',
  active: (number: number) => `Version ${number}, active`,
  next: (number: number) => `version ${number} follows`,
  shadow: (number: number) => `version ${number} in shadow`,
  draft: (number: number) => `draft ${number}`,
  notActive: 'Not in force',
  onlyDraft: 'Draft',
  under: (cardCount: number, peopleCount: number) =>
    `${count(cardCount, 'card', 'cards')}, ${count(peopleCount, 'person', 'people')}`,
  shown: (number: number) => count(number, 'policy', 'policies'),
  loadFailed: 'We could not load the policies.',
  moreFailed: 'We could not load more policies.',
  none: {
    title: 'No policies yet',
    text: 'Without one, cards may spend what is available, except what the program forbids.',
  },
  noMatch: 'No policy matches this search.',
  protections: 'Rules of the program, which nothing lifts',
  new: 'New policy',
} as const;
