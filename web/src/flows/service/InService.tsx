import { useEffect, useRef, type ReactNode } from 'react';
import { setService, useSite } from '../../site.ts';
import { callHooks } from '../../call-hooks.ts';
import { Apologies } from './Apologies.tsx';

/**
 * The forms of a public page, or the apology that replaces them (specification, section 2): from the beginning, or as
 * soon as a call is answered with OUT_OF_SERVICE. The focus goes to the heading of the replacement.
 */
export function InService({ children }: { children: ReactNode }) {
  const { outOfService, announcements } = useSite();
  useEffect(() => {
    callHooks.outOfService = close;
  }, []);
  const shown = useRef(outOfService);
  useEffect(() => {
    if (shown.current === outOfService) return;
    shown.current = outOfService;
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, [outOfService]);
  return outOfService ? <Apologies announcements={announcements} /> : children;
}

/** The operator's announcements are loaded before the forms disappear, so that the page changes once. */
const close = () =>
  void import('./look-at-service.ts').then(
    ({ lookAtService }) => lookAtService({ refused: true }),
    () => setService({ outOfService: true }),
  );
