/** The preferences page of My Profile. */
export const preferenceWords = {
  failed: 'We could not load your preferences.',
  saved: 'Your choice was saved.',
  notSaved: 'We could not save your choice.',
  appearance: {
    title: 'Appearance',
    text: 'Your choice applies in every browser you log in with.',
    theme: 'Theme',
    themes: { fresh: 'Fresh', legacy: 'Legacy' },
    scheme: 'Colors',
    schemes: { system: 'Match system', light: 'Light', dark: 'Dark' },
  },
  icon: {
    title: 'Business icon',
    text: (business: string) => `Everyone at ${business} sees it in the sidebar.`,
    none: 'No icon yet.',
    choose: 'Choose an image',
    replace: 'Choose another image',
    hint: 'PNG, JPEG or WebP. It is cropped to a square.',
    use: 'Show the icon instead of the initials',
    unreadable: 'We cannot show that file. Please choose a PNG, JPEG or WebP image.',
    alt: (business: string) => `Icon of ${business}`,
    saved: 'The icon was saved.',
  },
  tour: {
    title: 'Product tour',
    text: 'A short walk through the dashboard.',
    start: 'Take the tour',
  },
};
