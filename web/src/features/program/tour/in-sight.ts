/** The element of a stop, if it can be seen. */
export function elementInSight(selector: string): Element | null {
  const element = document.querySelector(selector);
  return element?.checkVisibility() ? element : null;
}
