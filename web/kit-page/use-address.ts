import { useCallback, useSyncExternalStore } from 'react';

const changed = 'florin-address';

/** The search parameters of the page's address, and how to change them; an empty text takes one away. */
export function useAddress(): [Readonly<Record<string, string>>, (change: Record<string, string | null>) => void] {
  const search = useSyncExternalStore(
    (onChange) => {
      window.addEventListener('popstate', onChange);
      window.addEventListener(changed, onChange);
      return () => {
        window.removeEventListener('popstate', onChange);
        window.removeEventListener(changed, onChange);
      };
    },
    () => window.location.search,
  );
  const change = useCallback((parameters: Record<string, string | null>) => {
    const url = new URL(window.location.href);
    for (const [name, value] of Object.entries(parameters))
      if (value === null || value === '') url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    window.history.replaceState(null, '', url);
    window.dispatchEvent(new Event(changed));
  }, []);
  return [Object.fromEntries(new URLSearchParams(search)), change];
}
