/** The command palette, the list of shortcuts, and the preference for them. */
export const paletteWords = {
  title: 'Go to',
  search: 'Search pages, accounts and help',
  results: 'Results',
  groups: { page: 'Page', account: 'Account', help: 'Help' },
  none: 'Nothing matches. Try the name of a page or of a business.',
  switchTo: (account: string) => `Switch to ${account}`,
  helpCenter: 'Help center (opens in a new tab)',
  shortcuts: 'Keyboard shortcuts',
  close: 'Close',
  keys: [
    { keys: ['Ctrl K', '⌘K'], act: 'Go to a page, an account or help' },
    { keys: ['/'], act: 'The same, with one key' },
    { keys: ['?'], act: 'Show these shortcuts' },
    { keys: ['Esc'], act: 'Close the top layer' },
  ],
  preference: {
    title: 'Keyboard',
    label: 'Single-key shortcuts',
    hint: 'Turn this off if speech input or accidental key presses trigger them. Ctrl K (Command K on a Mac) always works.',
  },
} as const;
