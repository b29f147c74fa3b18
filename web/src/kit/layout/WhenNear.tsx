import { useEffect, useRef, useState, type ReactNode } from 'react';

interface WhenNearProps {
  /** Stands for the children until then, as large as they will be. */
  outline: ReactNode;
  children: ReactNode;
}

/** Draws what is far below the window, such as charts on a phone, when a person comes near it. */
export function WhenNear({ outline, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { root: document, rootMargin: '200px 0px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return isNear ? (
    children
  ) : (
    <div ref={place} data-far>
      {outline}
    </div>
  );
}
