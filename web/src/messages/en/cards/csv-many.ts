/** An act on the cards of a CSV text. */
export const csvManyWords = {
  label: 'Lines',
  template: 'Download a template',
  check: 'Check',
  checking: 'Checking each line',
  tooMany: 'At most 200 lines and 12,000 characters at once.',
  empty: 'Please write the columns in the first line, and at least one line below.',
  report: 'Line by line',
  line: 'Line',
  result: 'Result',
  close: 'Done',
  cancel: 'Cancel',
} as const;
