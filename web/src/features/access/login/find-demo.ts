import type { DemoData } from '@florin/contract/demo';

type Lists = Omit<DemoData, 'password'>;

const holds = (texts: readonly string[], query: string) => {
  const text = texts.join(' ').toLowerCase();
  // A card number is found with any grouping of its digits.
  return (
    text.includes(query) || (/^[\d ]+$/.test(query) && text.replaceAll(' ', '').includes(query.replaceAll(' ', '')))
  );
};

/** The entries whose names or purpose match a search; all of them if it is empty. */
export function findDemo({ people, cards, invites, vendorLinks }: Lists, search: string): Lists & { count: number } {
  const query = search.trim().toLowerCase();
  const found = {
    people: people.filter(({ username, name, what }) => holds([username, name, what], query)),
    cards: cards.filter(({ number, holder, what }) => holds([number, holder, what], query)),
    invites: invites.filter(({ name, what }) => holds([name, what], query)),
    vendorLinks: vendorLinks.filter(({ email, what }) => holds([email, what], query)),
  };
  return { ...found, count: Object.values(found).reduce((sum, list) => sum + list.length, 0) };
}
