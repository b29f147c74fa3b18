import { useEffect, useId, useRef } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { tourWords as words } from '../../../messages/en/program/tour.ts';
import type { Place } from './stops.ts';
import styles from './TourCard.module.css';
import { usePlacement } from './use-placement.ts';

interface TourCardProps {
  place: Place;
  step: number;
  of: number;
  onGo: (step: number) => void;
  onEnd: () => void;
}

/** One stop: a ring around what it speaks of, and a card beside it. */
export function TourCard({ place: { stop, selector }, step, of, onGo, onEnd }: TourCardProps) {
  const card = useRef<HTMLElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const id = useId();
  const isLast = step === of - 1;
  usePlacement(selector, card, ring);
  useEffect(() => card.current?.focus({ preventScroll: true }), []);
  return (
    <>
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
          {words.label} · {words.progress(step + 1, of)}
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
            {step > 0 && <Button onClick={() => onGo(step - 1)}>{words.back}</Button>}
            <Button variant="primary" onClick={() => (isLast ? onEnd() : onGo(step + 1))}>
              {isLast ? words.finish : step === 0 ? words.start : words.next}
            </Button>
          </span>
        </div>
      </section>
    </>
  );
}
