import { useEffect, useRef, type ReactNode } from 'react';
import formStyles from '../../../kit/forms/form.module.css';
import { readSite } from '../../../site.ts';

interface StepHeadProps {
  title: string;
  /** One sentence below the heading. */
  children?: ReactNode;
  /** Off for the page that opens the wizard, because a page that has just loaded takes no focus, and for one that starts at its field. */
  takesFocus: boolean;
}

/** The heading of a page of the wizard. It takes the focus when the page begins, and gives the window its title (WCAG 2.4.2). */
export function StepHead({ title, children, takesFocus }: StepHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${readSite().program.name}`;
    if (takesFocus) heading.current?.focus();
  }, [title, takesFocus]);
  return (
    <div className={formStyles.head}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children !== undefined && <p className={formStyles.intro}>{children}</p>}
    </div>
  );
}
