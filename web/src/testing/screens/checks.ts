/** Checks of a screen. Each runs in the page by itself, so that stories can hand it to the browser. */
interface Axe {
  run(context: object, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}
declare global {
  interface Window {
    axe: Axe;
    /** The elements that a whole search has seen. */
    florinSearched: WeakSet<Element> | undefined;
  }
}

/**
 * `whole`: by every rule; `content`: the same in what the frame surrounds; `colors`: by the rules on colors, which a scheme
 * changes; `width`: what another width changes.
 */
export type Search = 'whole' | 'content' | 'colors' | 'width';

/**
 * What axe finds, as one line each. At another width it searches the elements that the whole search has not seen, and the
 * rest by the rule that depends on the width. The rule that a name holds what is shown (WCAG 2.5.3) has to be switched on:
 * axe counts it among its experiments.
 */
export async function violations(search: Search): Promise<string[]> {
  // Colors on their way from one theme to the next are nobody's.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(finite.map(({ finished }) => finished));
  const run = async (context: object, options: object) => {
    const found = await window.axe.run(context, { resultTypes: ['violations'], ...options });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  };
  const all = { rules: { 'label-content-name-mismatch': { enabled: true } } };
  if (search === 'colors') return run(document, { runOnly: ['color-contrast', 'link-in-text-block'] });
  if (search === 'content') {
    const content = [...document.querySelectorAll('main, [role="dialog"], [role="alertdialog"]')];
    return content.length === 0 ? run(document, all) : run({ include: content }, all);
  }
  const shown = [...document.body.querySelectorAll('*')].filter((one) => one.checkVisibility());
  if (search === 'whole') {
    window.florinSearched = new WeakSet(shown);
    return run(document, all);
  }
  const added = new Set(shown.filter((one) => !window.florinSearched?.has(one)));
  const include = [...added].filter(({ parentElement }) => !parentElement || !added.has(parentElement));
  const found = await run(document, { runOnly: ['scrollable-region-focusable'] });
  return include.length === 0 ? found : [...found, ...(await run({ include }, all))];
}

/** What is wider than its place: the page, which then scrolls sideways, or a text that runs out of the box it stands in. */
export async function tooWide(): Promise<string[]> {
  // Menus and tooltips follow a new width a frame later.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? ['scrolls sideways'] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const range = document.createRange();
    range.selectNodeContents(text);
    let box = text.parentElement;
    while (box && /inline|contents/.test(getComputedStyle(box).display)) box = box.parentElement;
    if (!box || box.clientWidth < 3 || getComputedStyle(box).overflowX !== 'visible') continue;
    const over = range.getBoundingClientRect().right - box.getBoundingClientRect().right;
    if (over > 2) found.push(`runs out of its box: ${text.textContent}`);
  }
  return found;
}
