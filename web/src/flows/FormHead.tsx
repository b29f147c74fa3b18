import type { ReactNode, Ref } from 'react';
import formStyles from '../kit/forms/form.module.css';

interface FormHeadProps {
  title: string;
  /** One sentence below the heading. */
  children: ReactNode;
  /** Receives focus when the step begins. */
  ref?: Ref<HTMLHeadingElement>;
}

/** The heading of a step and the sentence below it. */
export function FormHead({ title, children, ref }: FormHeadProps) {
  return (
    <div className={formStyles.head}>
      <h1 ref={ref} tabIndex={-1}>
        {title}
      </h1>
      <p className={formStyles.intro}>{children}</p>
    </div>
  );
}
