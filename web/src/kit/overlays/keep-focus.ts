/** Where the focus goes when the focused element is removed: its row, otherwise the heading around it. */
const places = 'li, tr, section, dialog, main';

/**
 * Keeps a person's place when the action of the focused element removes it. Without this, browsers continue at the top
 * of the document. Deliberate moves of the focus are not changed.
 * @returns a function that stops keeping it
 */
export function keepFocus(): () => void {
  /** The element that had the focus last, and its ancestors, from the inside out. */
  let trail: readonly Element[] = [];
  let looking = false;
  const isLost = () => document.activeElement === document.body && trail[0] !== undefined && isGone(trail[0]);

  const onFocusIn = ({ target }: FocusEvent) => {
    trail = target instanceof Element ? around(target) : [];
  };
  const onFocusOut = () =>
    queueMicrotask(() => {
      // After a press on empty space, the focus was given up, not lost.
      if (document.activeElement === document.body && trail[0] && !isGone(trail[0])) trail = [];
    });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  const look = () => {
    looking = false;
    if (isLost()) placeAmong(trail)?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (looking || !isLost()) return;
    looking = true;
    // Menus and dialogs give the focus back themselves, a frame after they are removed.
    requestAnimationFrame(() => requestAnimationFrame(look));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
    observer.disconnect();
  };
}

/** Removed from the page, or hidden while its replacement is loading. */
const isGone = (element: Element) => !element.isConnected || !element.checkVisibility();

function around(element: Element): Element[] {
  const trail: Element[] = [];
  for (let at: Element | null = element; at !== null; at = at.parentElement) trail.push(at);
  return trail;
}

/** Undefined if the page is not there yet: its heading comes next. */
function placeAmong(trail: readonly Element[]): HTMLElement | undefined {
  const left = trail.filter((element) => !isGone(element) && element.matches(places));
  const found = [...left.map(placeIn), headingIn(document.querySelector('main'))].find((place) => place !== null);
  if (found) found.tabIndex = -1;
  return found;
}

const placeIn = (element: Element) =>
  element instanceof HTMLElement && element.matches('li, tr') ? element : headingIn(element);

const headingIn = (element: Element | null) => element?.querySelector<HTMLElement>('h1, h2, h3') ?? null;
