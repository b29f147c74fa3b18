/** More than any screen has; a focus that never comes round is a trap. */
const mostStops = 150;

/** Keys that are sent at once: each message to the browser takes its time. */
const keysAtOnce = 10;

interface Keyboard {
  stops: Set<Element>;
  found: string[];
  /** Keys that the page has heard: where none of several arrives, the focus is with the browser. */
  heard: number;
  isRound: boolean;
}
declare global {
  interface Window {
    florinKeyboard: Keyboard | undefined;
  }
}

/** The keys and the page that Tab goes through. */
interface Driver {
  press: (key: 'Tab', times: number) => Promise<void>;
  /** Calls a function in the page. */
  evaluate: <T>(inPage: () => T) => T | Promise<T>;
}

/**
 * Goes through the screen with Tab alone, once round.
 * @returns what is wrong, a line each: something to press or fill in that Tab never reaches, a focus that is not seen or lies
 * under something else (WCAG 2.1.1, 2.4.7, 2.4.11), and a screen that never lets go of the focus
 */
export async function tabThrough({ press, evaluate }: Driver): Promise<string[]> {
  await evaluate(begin);
  for (let stops = 0; stops < mostStops; stops += keysAtOnce) {
    await press('Tab', keysAtOnce);
    if (await evaluate(isRound)) return evaluate(unreached);
  }
  return [`Tab never comes round in ${mostStops} steps`];
}

/** Notes the element that has the focus after each key, until it is one that had it before. */
function begin(): void {
  const keyboard: Keyboard = { stops: new Set(), found: [], heard: 0, isRound: false };
  window.florinKeyboard = keyboard;
  const { stops, found } = keyboard;
  let last: Element | null = null;
  /** How often Tab has stayed in the element that has the focus: a date has parts, and a menu is left by Escape. */
  let stayed = 0;

  /** Between last and first stop the page itself has the focus. */
  function isKnown(element: Element): boolean {
    stayed = element === last ? stayed + 1 : 0;
    last = element;
    if (element === document.body) return stayed > 0;
    return stayed > 5 || (stayed === 0 && stops.has(element));
  }

  function look(element: Element): void {
    stops.add(element);
    const name = element.outerHTML.slice(0, 120);
    // The ring is the element's, or that of what stands for it beside it: a code's cell, a card around a radio button.
    // A row of a list is ringed as a whole.
    const around = element.parentElement?.parentElement;
    const row = element.closest('tr, li, [role="row"]');
    const within = [row, ...(row?.querySelectorAll('*') ?? [])].filter((one) => one?.contains(element));
    const isRinged = [element, element.parentElement, ...within, ...(around?.querySelectorAll('*') ?? [])].some(
      (one) => {
        if (!one) return false;
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle !== 'none' && outlineWidth !== '0px';
      },
    );
    // Of a menu that has just opened, the arrow keys choose the first item.
    if (!isRinged && element.role !== 'menu') found.push(`no focus to be seen: ${name}`);
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    const isUncovered = top && (top.contains(element) || element.parentElement!.contains(top));
    if (width > 2 && height > 2 && !isUncovered) found.push(`focus under something else: ${name}`);
  }

  function note(): void {
    keyboard.heard += 1;
    const element = document.activeElement ?? document.body;
    keyboard.isRound = isKnown(element);
    if (keyboard.isRound) window.removeEventListener('keyup', note, true);
    else if (element !== document.body && !stops.has(element)) look(element);
  }
  window.addEventListener('keyup', note, true);
}

/** Whether the focus has come round, or has left the page with all of the last keys. */
function isRound(): boolean {
  const keyboard = window.florinKeyboard!;
  const { isRound: isDone, heard } = keyboard;
  keyboard.heard = 0;
  return isDone || heard === 0;
}

/** What can be pressed or filled in and was no stop. Of a group that the arrow keys move in, one stop is enough. */
function unreached(): string[] {
  const { stops, found } = window.florinKeyboard!;
  const wanted = 'a[href], button, input, select, textarea, summary, [tabindex="0"], [contenteditable]';
  // Nothing outside of an open dialog can be reached, nor should it.
  const open = document.querySelector(':modal') ?? document;
  for (const element of open.querySelectorAll<HTMLElement>(wanted)) {
    // What only screen readers find is as wide as a pixel, itself or the box around it.
    const isDrawn = [element, element.parentElement!].every((one) => one.getBoundingClientRect().width > 2);
    const isThere = element.checkVisibility({ visibilityProperty: true }) && isDrawn;
    const isOut =
      element.matches(':disabled') || element.closest('[inert], [aria-hidden="true"], [role="menu"], [role="listbox"]');
    const isOther = element instanceof HTMLInputElement && element.type === 'radio' && !element.checked;
    // The arrow beside a combobox opens the list that the arrow keys open from the field.
    const box = element.parentElement!.querySelector('[role="combobox"]');
    const isArrow = element.matches('button[tabindex="-1"][aria-haspopup="listbox"]') && box !== null && stops.has(box);
    if (isThere && !isOut && !isOther && !isArrow && !stops.has(element))
      found.push(`not reached: ${element.outerHTML.slice(0, 120)}`);
  }
  return found;
}
