import { numberText } from '../number-text.ts';

/** What all lists of the product say. */
export const listWords = {
  views: 'Views',
  filtered: 'Filtered',
  export: 'Export',
  exportView: 'Export these rows',
  csv: 'CSV, for any program',
  xlsx: 'Excel workbook',
  exportSelected: (rows: number) => `Export ${numberText(rows)}`,
  tooManySelected: (most: number) => `At most ${numberText(most)} selected rows; or export the whole view.`,
  clear: 'Clear filters',
  noMatchText: 'Try other dates or fewer filters.',
  failedText: 'What was loaded stays. Please try again.',
  /** Of a filter that no index finds: how far back rows were searched. */
  searchedTo: (date: string) => `Searched back to ${date}.`,
  ofAll: (shown: number, all: string) => `${numberText(shown)} of ${all}`,
  days: {
    today: 'today',
    yesterday: 'yesterday',
    'this-week': 'this week',
    'this-month': 'this month',
    'last-month': 'last month',
  },
} as const;
