/** What stands around a legal text; the text itself comes from the server. */
export const legalTextsWords = {
  contents: 'Contents',
  others: 'Other documents',
  version: (version: number) => `Version ${version}`,
  effective: (date: string) => `Effective ${date}`,
  print: 'Print or save',
  loading: 'Loading the document',
  loadFailed: 'We could not load this document.',
} as const;
