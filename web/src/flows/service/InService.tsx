import { useEffect, useRef, type ReactNode } from 'react';
import { setService, useSite } from '../../site.ts';
import { callHooks } from '../../call-hooks.ts';
import type { Site } from '@florin/contract/program/site';
import { Wrench } from 'lucide-react';
import { Button } from '../../kit/actions/Button.tsx';
import { Icon } from '../../kit/text/Icon.tsx';
import { en } from '../../messages/en.ts';
import { Announcements } from './Announcements.tsx';
import styles from './InService.module.css';
import { useServiceAgain } from './use-service-again.ts';
import { useWindowTitle } from '../use-window-title.ts';

/**
 * The forms of a public page, or the apology that replaces them (specification, section 2): from the beginning, or as
 * soon as a call is answered with OUT_OF_SERVICE. The focus goes to the heading of the replacement.
 */
export function InService({ children }: { children: ReactNode }) {
  const { outOfService, announcements } = useSite();
  useEffect(() => {
    callHooks.outOfService = close;
    return () => {
      callHooks.outOfService = null;
    };
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
  void import('./check-service.ts').then(
    ({ checkService }) => checkService({ refused: true }),
    () => setService({ outOfService: true }),
  );

/** Replaces the forms while the site is out of service, until it is back. */
function Apologies({ announcements }: { announcements: Site['announcements'] }) {
  const words = en.login.apologies;
  const { looking, inVain, tryAgain } = useServiceAgain();
  useWindowTitle(words.heading);
  return (
    <div className={styles.apologies}>
      <span className={styles.icon}>
        <Icon of={Wrench} size={20} />
      </span>
      <h1 tabIndex={-1}>{words.heading}</h1>
      <p className={styles.text}>
        {words.text} {announcements.length === 0 && words.noNews}
      </p>
      <Announcements announcements={announcements} />
      <div className={styles.again}>
        <Button pending={looking} pendingLabel={words.looking} onClick={() => void tryAgain()}>
          {words.tryAgain}
        </Button>
        <p role="status" className={styles.text}>
          {inVain && words.notYet}
        </p>
      </div>
    </div>
  );
}
