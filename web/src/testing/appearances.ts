/** In which a part of the kit is looked at: schemes, the legacy theme, forced colors, and a phone. */
export const appearances = [
  { scheme: 'light' },
  { scheme: 'dark' },
  { theme: 'legacy' },
  { forcedColors: true },
  { width: 320, coarsePointer: true },
] as const;
