/** Fields for days, apart from the lists, which load them late. */
export const dateFieldWords = {
  from: 'From',
  to: 'To',
  presets: 'Named days',
  calendar: 'Calendar',
  open: 'Open the calendar',
  clear: 'Clear',
} as const;
