import { useEffect } from 'react';
import { en } from '../../messages/en.ts';
import { readSite } from '../../site.ts';

/** The title of the page follows the step, as it would if the code were a page of its own (WCAG 2.4.2). */
export function useStepTitle(atCode: boolean): void {
  useEffect(() => {
    if (!atCode) return undefined;
    const before = document.title;
    document.title = `${en.login.codeTitle} · ${readSite().program.name}`;
    return () => {
      document.title = before;
    };
  }, [atCode]);
}
