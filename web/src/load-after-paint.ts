/**
 * Loads the files of a page that the server has rendered once the browser has painted it, its font among them: requests,
 * scripts that arrive, and a font that has yet to arrive would delay the paint. The server writes this function into the
 * page, so it uses nothing outside itself.
 * @param files addresses of modules: the page's entry, then what it will import
 */
export function loadAfterPaint([entry, ...imported]: string[]): void {
  let isLoading = false;
  const load = () => {
    if (isLoading || entry === undefined) return;
    isLoading = true;
    for (const href of imported) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = href;
      document.head.append(link);
    }
    void import(/* @vite-ignore */ entry);
    // In a task of its own, so that neither blocks the page for long.
    setTimeout(() => {
      const useFont = () => delete document.documentElement.dataset['font'];
      document.fonts.load('1em "Geist Variable"').then(useFont, useFont);
    });
  };
  new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
  // A page in the background is not painted.
  setTimeout(load, 1000);
}
