import { useEffect } from 'react';
import { readSite } from '../site.ts';

/** Titles of what replaces a page or one of its steps; the latest is shown. */
const own: { title: string }[] = [];
/** The title of the page at the address; null until it is needed or the router has set it. */
let ofPage: string | null = null;

function show(): void {
  document.title = own.at(-1)?.title ?? ofPage ?? document.title;
}

/** Sets the complete title of the page at the address. */
export function setPageTitle(title: string): void {
  ofPage = title;
  show();
}

/**
 * Gives the window another title than the page's while a step or a message is shown in its place (WCAG 2.4.2).
 * @param title without the program's name; undefined keeps the title
 */
export function useWindowTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return undefined;
    ofPage ??= document.title;
    const entry = { title: `${title} · ${readSite().program.name}` };
    own.push(entry);
    show();
    return () => {
      own.splice(own.indexOf(entry), 1);
      show();
    };
  }, [title]);
}
