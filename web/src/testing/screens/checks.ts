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
  // Colors on their way from one theme to the next are nobody's. What follows scrolling does not end.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const finite = document
    .getAnimations()
    .filter(
      ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
    );
  await Promise.allSettled(finite.map(({ finished }) => finished));
  const run = async (context: object, options: object) => {
    const found = await window.axe.run(context, { resultTypes: ['violations'], ...options });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  };
  // An open list of options on a phone hides the page from screen readers, with its landmark and heading.
  const hasPage = !document.querySelector('main')?.closest('[aria-hidden="true"], [inert]');
  const all = {
    rules: {
      'label-content-name-mismatch': { enabled: true },
      'landmark-one-main': { enabled: hasPage },
      'page-has-heading-one': { enabled: hasPage },
    },
  };
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

/**
 * What a finger misses: controls with less than 44 px in one direction, unless the circle of 44 px around their center is
 * free of other targets, as WCAG 2.5.8 measures it. A link within a sentence is text, the label of a control belongs to it,
 * a row that opens is the target of its opener, and `::before` or `::after` may widen a target. What is fixed to the window
 * covers the page by turns: each is measured by itself. A banner is a line of 39 px (specification, section 9), and its
 * targets fill it.
 */
export function tooSmall(): string[] {
  const least = 43.5;
  interface Target {
    control: HTMLElement;
    layer: Element | null;
    box: { left: number; top: number; right: number; bottom: number };
    isSmall: boolean;
  }
  const layerOf = (one: Element): Element | null => {
    let up: Element | null = one;
    while (up && !/fixed|sticky/.test(getComputedStyle(up).position)) up = up.parentElement;
    return up;
  };
  const isInSentence = (one: HTMLElement) => {
    let block = one.parentElement;
    if (getComputedStyle(one).display !== 'inline') return false;
    while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
    return block?.textContent.trim() !== one.textContent.trim();
  };
  // Only screen readers and the keyboard find what is clipped away.
  const isClipped = (one: Element): boolean => {
    const { clip, clipPath } = getComputedStyle(one);
    return clip !== 'auto' || clipPath !== 'none' || (one.parentElement !== null && isClipped(one.parentElement));
  };
  const boxOf = (control: HTMLElement) => {
    const boxes = [control, ...((control as HTMLInputElement).labels ?? [])].map((one) => one.getBoundingClientRect());
    const box = {
      left: Math.min(...boxes.map(({ left }) => left)),
      top: Math.min(...boxes.map(({ top }) => top)),
      right: Math.max(...boxes.map(({ right }) => right)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    };
    for (const pseudo of ['::before', '::after']) {
      const style = getComputedStyle(control, pseudo);
      if (style.content === 'none' || style.position !== 'absolute' || style.pointerEvents === 'none') continue;
      const edge = (side: 'left' | 'top' | 'right' | 'bottom') => Math.min(0, Number.parseFloat(style[side]) || 0);
      box.left += edge('left');
      box.top += edge('top');
      box.right -= edge('right');
      box.bottom -= edge('bottom');
    }
    return box;
  };
  const controls = 'a[href], button, input, select, textarea, summary, [role="tab"], [role="switch"]';
  const notMeasured = '[data-opens], [aria-hidden="true"], [inert], [data-open="true"], [data-open="false"]';
  const scope = [...document.querySelectorAll(':modal')].at(-1) ?? document.body;
  const targets = [...scope.querySelectorAll<HTMLElement>(controls)].flatMap((control): Target[] => {
    const isShown = control.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
    if (!isShown || isInSentence(control) || control.closest(notMeasured)) return [];
    if (isClipped(control)) return [];
    const box = boxOf(control);
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    return [{ control, box, layer: layerOf(control), isSmall: width < least || height < least }];
  });
  const centerOf = ({ box }: Target) => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
  const isNear = (target: Target, other: Target) => {
    const { x, y } = centerOf(target);
    const { x: otherX, y: otherY } = centerOf(other);
    const { left, top, right, bottom } = other.box;
    const away = Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0));
    return away < least / 2 || (other.isSmall && Math.hypot(otherX - x, otherY - y) < least);
  };
  return targets.flatMap((target) => {
    const { control, box, layer, isSmall } = target;
    const others = targets.filter(
      (one) => one.layer === layer && !one.control.contains(control) && !control.contains(one.control),
    );
    const near = isSmall && others.find((one) => isNear(target, one));
    if (!near) return [];
    const nameOf = (one: HTMLElement) => `${one.localName} ${one.ariaLabel ?? one.textContent.trim().slice(0, 40)}`;
    const size = `${Math.round(box.right - box.left)} x ${Math.round(box.bottom - box.top)}`;
    return [`too small for a finger, ${size}: ${nameOf(control)}, near ${nameOf(near.control)}`];
  });
}
