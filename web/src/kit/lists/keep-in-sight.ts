/** Scrolls the selected tab into its line, and not the page around the line. */
export function bringIntoLine(line: Element): void {
  const tab = line.querySelector('[aria-selected="true"], [aria-current="page"]');
  if (!tab) return;
  const [inner, outer] = [tab.getBoundingClientRect(), line.getBoundingClientRect()];
  // What stands at the end of the line covers the tabs below it.
  const right = Math.min(outer.right, line.querySelector('[data-end]')?.getBoundingClientRect().left ?? outer.right);
  if (inner.left < outer.left || inner.right > right)
    line.scrollLeft += inner.left - outer.left - (right - outer.left - inner.width) / 2;
}

/**
 * Keeps the selected tab of a line in sight while the window changes its width and counts or tabs arrive; a `ref` of the
 * line, and of what arrives later at its end. The same function for all renders, so that React calls it once.
 */
export function keepInSight(part: HTMLElement | null): (() => void) | undefined {
  if (!part) return undefined;
  const line = part.closest('[data-line]') ?? part;
  const sight = new ResizeObserver(() => bringIntoLine(line));
  for (const sized of [part, ...part.children]) sight.observe(sized);
  return () => sight.disconnect();
}
