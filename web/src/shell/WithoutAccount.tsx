import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { ColumnPage } from '../kit/layout/Page.tsx';
import { en } from '../messages/en.ts';
import { paths } from '../paths.ts';

const ContactWays = lazy(() => import('../features/program/contact-us/ContactWays.tsx'));

/** What a page in the shell shows until it is known whose it is: how to reach support needs nobody. */
export function WithoutAccount({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  if (pathname !== paths.contactUs) return children;
  return (
    <ColumnPage>
      <h1>{en.pages.contactUs}</h1>
      <Suspense>
        <ContactWays />
      </Suspense>
    </ColumnPage>
  );
}
