import type { DemoData } from '@florin/contract/demo';
import { demoWords as words } from '../../../messages/en/program/demo.ts';

type Lists = Omit<DemoData, 'password'>;

const holds = (texts: readonly string[], query: string) => {
  const text = texts.join(' ').toLowerCase();
  // A card number is found with any grouping of its digits.
  return (
    text.includes(query) || (/^[\d ]+$/.test(query) && text.replaceAll(' ', '').includes(query.replaceAll(' ', '')))
  );
};

/** The entries whose names, purpose or section match a search; all of them if it is empty. */
export function findDemo({ people, cards, invites, vendorLinks }: Lists, search: string): Lists & { count: number } {
  const query = search.trim().toLowerCase();
  const found = {
    people: people.filter(({ username, name, what }) => holds([words.people, username, name, what], query)),
    cards: cards.filter(({ number, holder, what }) => holds([words.cards, number, holder, what], query)),
    invites: invites.filter(({ name, what }) => holds([words.invites, name, what], query)),
    vendorLinks: vendorLinks.filter(({ email, what }) => holds([words.vendorLinks, email, what], query)),
  };
  return { ...found, count: Object.values(found).reduce((sum, list) => sum + list.length, 0) };
}
