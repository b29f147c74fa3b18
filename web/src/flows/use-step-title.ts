import { useEffect } from 'react';
import { readSite } from '../site.ts';

/**
 * The title of the page follows the step, as it would if the step were a page of its own (WCAG 2.4.2).
 * @param title null while the page's own title is the right one
 */
export function useStepTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return undefined;
    const before = document.title;
    document.title = `${title} · ${readSite().program.name}`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
