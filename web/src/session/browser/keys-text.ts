const signs = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' } as const;

/**
 * Keys as this computer's keyboard names them: in words, and on Apple's, whose fonts have them, with signs: 'Ctrl K', '⌘K'.
 * @param keys in words
 */
export const keysText = (keys: string): string =>
  /Mac|iPhone|iPad/.test(navigator.userAgent)
    ? keys.replace(/^(Ctrl|Alt|Shift) /, (_, key: keyof typeof signs) => signs[key])
    : keys;
