import { numberText } from '../../number-text.ts';

const count = (number: number) => numberText(number);

/** What is written on a card; apart from the kit's other words, which the sign-in page loads. */
export const cardObjectWords = {
  number: 'Card number',
  name: 'Name on card',
  expiry: 'Expiry',
  cvv2: 'CVV2',
  network: 'Network',
} as const;

/** The words of tables, filters, pages and side sheets, which know no domain. Screens add theirs through props. */
export const kitListWords = {
  readFile: 'Read from a file',
  table: {
    select: (name: string) => `Select ${name}`,
    selectAll: 'Select all rows',
    selected: (rows: number) => `${count(rows)} selected`,
    selectAllOf: (rows: number) => `Select all ${count(rows)}`,
    selectFirst: (most: number, rows: number | null) =>
      rows === null ? `Select the first ${count(most)}` : `Select the first ${count(most)} of ${count(rows)}`,
    atMost: (most: number) => `At most ${count(most)} rows can be selected at once.`,
    atMostOf: (most: number, rows: number) => `At most ${count(most)} of the ${count(rows)} can be selected at once.`,
    clear: 'Clear',
    beginSelecting: 'Select',
    endSelecting: 'Done',
    sort: 'Sort by',
    ascending: (column: string) => `${column}, ascending`,
    descending: (column: string) => `${column}, descending`,
    columns: 'Columns',
    density: 'Row height',
    comfortable: 'Comfortable',
    compact: 'Compact',
    loading: 'Loading rows',
    /** Brings in rows that wait: 'Show 2 new purchases'. */
    show: (arrived: string) => `Show ${arrived}`,
  },
  filters: {
    add: 'Filter',
    remove: (sentence: string) => `Remove the filter: ${sentence}`,
    clear: 'Clear filters',
    apply: 'Apply',
    find: 'Find',
    noOption: 'Nothing is called that.',
    searching: 'Searching…',
    searchFailed: 'The search failed.',
    retry: 'Try again',
    typeToFind: 'Type a part of the name to find more.',
    /** What is chosen and whose name is not known. */
    unnamed: '…',
    more: (others: number) => `${count(others)} more`,
    badAmount: 'Please enter an amount such as 250.00.',
    is: 'is',
    isNot: 'is not',
    contains: 'contains',
    atLeast: 'is at least',
    atMost: 'is at most',
    between: 'is between',
    and: 'and',
    any: 'anything',
  },
  pickers: { showAll: 'Show options for', empty: 'Nothing matches.' },
  dates: {
    since: (day: string) => `since ${day}`,
    until: (day: string) => `until ${day}`,
  },
  pages: {
    pagesOf: (rows: string) => `Pages of ${rows}`,
    previous: 'Previous',
    next: 'Next',
    more: 'Load more',
    loading: 'Loading rows',
  },
  failed: { retry: 'Try again', loading: 'Loading rows' },
  sheet: {
    close: 'Close',
    back: 'Back to the list',
    previous: 'Previous',
    next: 'Next',
  },
} as const;
