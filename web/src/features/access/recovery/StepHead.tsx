import { useEffect, useRef, type ReactNode } from 'react';
import formStyles from '../../../kit/forms/form.module.css';

interface StepHeadProps {
  title: string;
  /** What stands below the heading. */
  children?: ReactNode;
  /** Off for the first step of a page: a page that has just loaded takes no focus. */
  takesFocus?: boolean;
}

/** The heading of a step; a step that takes another's place starts at it. */
export function StepHead({ title, children, takesFocus = true }: StepHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className={formStyles.head}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}
