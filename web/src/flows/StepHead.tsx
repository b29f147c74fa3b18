import { useEffect, useRef, type ReactNode } from 'react';
import formStyles from '../kit/forms/form.module.css';
import { useWindowTitle } from './use-window-title.ts';

interface StepHeadProps {
  title: string;
  /** One sentence below the heading. */
  intro?: ReactNode;
  /** Further lines. */
  children?: ReactNode;
  /**
   * Off for the first step of a page, because a newly loaded page does not move the focus, and for a step that starts
   * at its field.
   */
  takesFocus?: boolean;
  /** The title of the window while the step is shown; by default the page's title stays. */
  windowTitle?: string | undefined;
}

/** The heading of a step. When a step replaces another one, its heading gets the focus. */
export function StepHead({ title, intro, children, takesFocus = true, windowTitle }: StepHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  useWindowTitle(windowTitle);
  return (
    <div className={formStyles.head}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {intro !== undefined && <p className={formStyles.intro}>{intro}</p>}
      {children}
    </div>
  );
}
