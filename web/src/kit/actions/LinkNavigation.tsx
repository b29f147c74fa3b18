import type { ReactNode } from 'react';
import { RouterProvider } from 'react-aria-components';
import { allowWidgetStyles } from '../widget-styles.ts';

allowWidgetStyles();

/** Lets links inside menus and lists navigate within the app, with real addresses for new tabs. */
export function LinkNavigation({ navigate, children }: { navigate: (path: string) => void; children: ReactNode }) {
  return <RouterProvider navigate={navigate}>{children}</RouterProvider>;
}
