/**
 * Loads the files of a page that the server has rendered once the browser has painted it: requests, and scripts that
 * arrive, would delay the paint. The server writes this function into the page, so it uses nothing outside itself.
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
  };
  new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
  // A page in the background is not painted.
  setTimeout(load, 1000);
}
