import { useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import styles from './BesideSheet.module.css';

/** Leaves room for a docked side sheet: its content has the width that the sheet leaves of the page. */
export function BesideSheet({ open, children }: { open: boolean; children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  const [spareRoom, setSpareRoom] = useState(0);
  useLayoutEffect(() => {
    const outer = content.current?.parentElement;
    if (!outer) return undefined;
    const look = () => setSpareRoom(Math.round(window.innerWidth - outer.getBoundingClientRect().right));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(outer);
    window.addEventListener('resize', look);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', look);
    };
  }, []);
  return (
    <div
      ref={content}
      className={styles.content}
      data-beside={open || undefined}
      style={{ '--spare-room': `${spareRoom}px` } as CSSProperties}
    >
      {children}
    </div>
  );
}
