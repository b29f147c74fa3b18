import type { ReactNode } from 'react';
import { createRoot, type Root, type RootOptions } from 'react-dom/client';
import { CallFailure } from './api.ts';

let held: Root | null = null;

/** Failed calls have their state on the page, with an Error ID; every other error is logged. */
export const rootOptions: RootOptions = {
  onCaughtError: (error, { componentStack }) => {
    if (!(error instanceof CallFailure)) console.error(error, componentStack);
  },
};

/** Keeps the root of the prerendered entrance, so that the app can take its place. */
export function holdRoot(root: Root): void {
  held = root;
}

/** Shows a tree in the page, in place of the current one. */
export function show(tree: ReactNode): void {
  if (held === null) {
    const container = document.getElementById('app')!;
    container.replaceChildren();
    held = createRoot(container, rootOptions);
  }
  held.render(tree);
}
