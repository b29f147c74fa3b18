import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { TopLayer } from '../../kit/TopLayer.tsx';
import { tourWords as words } from '../../messages/en/tour.ts';
import { placeCard } from './placement.ts';
import styles from './ProductTour.module.css';
import { stopsOf } from './stops.ts';

interface ProductTourProps {
  /** The person has asked for it; a tour that starts by itself leaves the focus where it is. */
  takesFocus: boolean;
  onEnd: () => void;
}

/**
 * A short walk through the shell. It covers nothing up and traps nobody: the page works on beside it, Esc and 'Skip the
 * tour' end it at every stop.
 */
export default function ProductTour({ takesFocus, onEnd }: ProductTourProps) {
  const [stops] = useState(() => stopsOf((selector) => elementInSight(selector) !== null));
  const [step, setStep] = useState(0);
  const [moved, setMoved] = useState(false);
  const card = useRef<HTMLElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const id = useId();
  const { stop, selector } = stops[step]!;
  const isLast = step === stops.length - 1;

  useLayoutEffect(() => {
    const place = () => {
      const target = selector === null ? null : elementInSight(selector);
      const box = target?.getBoundingClientRect() ?? null;
      const [{ current: shown }, { current: outline }] = [card, ring];
      if (!shown || !outline) return;
      const { left, top } = placeCard(
        box,
        { width: shown.offsetWidth, height: shown.offsetHeight },
        { width: window.innerWidth, height: window.innerHeight },
      );
      Object.assign(shown.style, { left: `${left}px`, top: `${top}px` });
      outline.hidden = box === null;
      if (box !== null)
        Object.assign(outline.style, {
          left: `${box.left - 4}px`,
          top: `${box.top - 4}px`,
          width: `${box.width + 8}px`,
          height: `${box.height + 8}px`,
        });
    };
    place();
    const stopPlacing = new AbortController();
    window.addEventListener('resize', place, { signal: stopPlacing.signal });
    window.addEventListener('scroll', place, { signal: stopPlacing.signal, capture: true, passive: true });
    return () => stopPlacing.abort();
  }, [selector]);

  useEffect(() => {
    if (takesFocus || moved) card.current?.focus({ preventScroll: true });
  }, [step, takesFocus, moved]);

  useEffect(() => {
    const leave = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) onEnd();
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [onEnd]);

  const go = (next: number) => {
    setMoved(true);
    setStep(next);
  };
  return (
    <TopLayer>
      <div ref={ring} className={styles.ring} aria-hidden="true" />
      <section
        ref={card}
        role="dialog"
        tabIndex={-1}
        aria-labelledby={`${id}title`}
        aria-describedby={`${id}text`}
        className={styles.card}
      >
        <p className={styles.progress}>
          {words.label} · {words.progress(step + 1, stops.length)}
        </p>
        <h2 id={`${id}title`} className={styles.title}>
          {words.stops[stop].title}
        </h2>
        <p id={`${id}text`} className={styles.text}>
          {words.stops[stop].text}
        </p>
        <div className={styles.actions}>
          {!isLast && (
            <Button variant="quiet" onClick={onEnd}>
              {words.skip}
            </Button>
          )}
          <span className={styles.ways}>
            {step > 0 && <Button onClick={() => go(step - 1)}>{words.back}</Button>}
            <Button variant="primary" onClick={() => (isLast ? onEnd() : go(step + 1))}>
              {isLast ? words.finish : step === 0 ? words.start : words.next}
            </Button>
          </span>
        </div>
      </section>
    </TopLayer>
  );
}

/** The element of a stop, if it can be seen. */
function elementInSight(selector: string): Element | null {
  const element = document.querySelector(selector);
  return element?.checkVisibility() ? element : null;
}
