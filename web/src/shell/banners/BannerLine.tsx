import { ChevronDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type FocusEvent, type ReactNode, type RefObject } from 'react';
import { classNames } from '../../kit/class-names.ts';
import { Icon } from '../../kit/text/Icon.tsx';
import { severityIcons } from '../../kit/feedback/Notice.tsx';
import { shellWords } from '../../messages/en/shell/shell.ts';
import type { Banner } from './banners.ts';
import styles from './Banners.module.css';

type BannerLineProps = Pick<Banner, 'severity' | 'text'> & {
  /** Follows the text within its lines. */
  link: ReactNode;
  children: ReactNode;
};

/** One banner. If its text does not fit, a press on the line shows all of it over the page. */
export function BannerLine({ severity, text, link, children }: BannerLineProps) {
  const words = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const isCut = useIsCut(words, open);
  const close = (key: string) => key === 'Escape' && setOpen(false);
  // An open notice lies over the next ones, and the focus must not go beneath it (WCAG 2.4.11).
  const closeBehindFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
    !currentTarget.contains(relatedTarget) && setOpen(false);
  return (
    <div className={styles.line} onBlur={closeBehindFocus}>
      <div className={classNames(styles.banner, styles[severity])} data-open={open}>
        <Icon of={severityIcons[severity]} size={16} />
        <div ref={words} className={styles.words}>
          <p>{text}</p> {link}
        </div>
        {children}
        {(isCut || open) && (
          <button
            type="button"
            className={styles.more}
            aria-label={shellWords.banners.whole}
            aria-expanded={open}
            onKeyDown={({ key }) => close(key)}
            onClick={() => setOpen(!open)}
          >
            <Icon of={ChevronDown} size={16} />
          </button>
        )}
      </div>
    </div>
  );
}

/** Whether the text is longer than its place, one line or on a phone two; while it is open, nothing is cut off. */
function useIsCut(line: RefObject<HTMLElement | null>, open: boolean): boolean {
  const [isCut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = line.current;
    if (!element || open) return undefined;
    const look = () => setCut(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [line, open]);
  return isCut;
}
