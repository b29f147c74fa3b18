const shownAtMost = 12;

/** A declaration that takes its value from a token. */
export interface TokenUse {
  property: string;
  token: string;
}

interface Rules {
  readonly cssRules: CSSRuleList;
}

/** The tokens in the rules that match an element. For each property, the last rule applies. */
export function tokensOf(element: Element, sheets: Iterable<Rules>): TokenUse[] {
  const found = new Map<string, string>();
  for (const sheet of sheets) collect(element, sheet, found);
  return [...found].map(([property, token]) => ({ property, token })).slice(0, shownAtMost);
}

function collect(element: Element, { cssRules }: Rules, found: Map<string, string>): void {
  for (const rule of cssRules) {
    if (rule instanceof CSSStyleRule && element.matches(rule.selectorText)) usesOf(rule.style.cssText, found);
    if ('cssRules' in rule) collect(element, rule as CSSRule & Rules, found);
  }
}

/** Reads `property: … var(--token) …` out of a rule's text; the definitions of tokens themselves are none. */
export function usesOf(cssText: string, found: Map<string, string>): void {
  for (const [, property, value] of cssText.matchAll(/(?:^|;\s*)([a-z][\w-]*):\s*([^;]+)/g)) {
    const tokens = [...value!.matchAll(/var\((--[\w-]+)/g)].map(([, token]) => token!);
    if (tokens.length > 0) found.set(property!, tokens.join(' '));
  }
}
