import { VendorLinkStatus, type VendorLink } from '@florin/contract/cards/vendor-links';
import { sortIn, type ListSearch, type ListView } from '../../../flows/lists/search.ts';
import { parseFilters, type FilterFields, type SortSearch } from '../../../kit/lists/filters/filters.ts';
import { cardsWords as words } from '../../../messages/en/cards/vendor-links.ts';

/** What the links can be filtered by; each is a parameter of the address. */
export const fields = {
  status: {
    kind: 'choice',
    label: words.columns.status,
    options: VendorLinkStatus.options.map((id) => ({ id, label: words.statuses[id] })),
  },
} satisfies FilterFields;

export const views: readonly ListView[] = [
  { id: 'all', label: words.views.all, search: {} },
  { id: 'working', label: words.views.working, search: { status: 'CREATED,VIEWED' } },
  { id: 'used', label: words.views.used, search: { status: 'USED' } },
];

/** The newest first. */
export const order: SortSearch = { column: 'sent', direction: 'descending' };

const keys = {
  sent: ({ sentAt }: VendorLink) => sentAt,
  vendor: ({ email }: VendorLink) => email,
  amount: ({ amount }: VendorLink) => amount?.amount ?? 0,
} satisfies Record<string, (link: VendorLink) => string | number>;

/** The links that the address asks for, in its order. The call answers all of them at once. */
export function linksIn(links: readonly VendorLink[], search: ListSearch): VendorLink[] {
  const { status } = parseFilters(fields, search);
  const sort = sortIn(search, Object.keys(keys), order);
  const keyOf = keys[sort.column as keyof typeof keys];
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const text = search['q']?.trim().toLowerCase() ?? '';
  return links
    .filter((link) => status === undefined || status.of.includes(link.status) !== status.not)
    .filter((link) => textOf(link).includes(text))
    .toSorted((a, b) => sign * compare(keyOf(a), keyOf(b)));
}

const textOf = ({ email, nameOnCard, cardLast4, invoice, sentBy }: VendorLink): string =>
  [email, nameOnCard, cardLast4, invoice ?? '', sentBy].join('\n').toLowerCase();

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
