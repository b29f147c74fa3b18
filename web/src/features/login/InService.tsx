import type { ReactNode } from 'react';
import { useSite } from '../../site.ts';
import { Apologies } from './Apologies.tsx';

/** The forms of a page that anyone can open, or the apology that replaces them (specification, section 2). */
export function InService({ children }: { children: ReactNode }) {
  const { outOfService, announcements } = useSite();
  return outOfService ? <Apologies announcements={announcements} /> : children;
}
