import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';

let held: Root | null = null;

/** Keeps the root of the prerendered entrance, so that the app can take its place. */
export function holdRoot(root: Root): void {
  held = root;
}

/** Shows a tree in the page, in place of whatever stands there. */
export function show(tree: ReactNode): void {
  if (held === null) {
    const container = document.getElementById('app')!;
    container.replaceChildren();
    held = createRoot(container);
  }
  held.render(tree);
}
