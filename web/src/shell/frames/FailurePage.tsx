import { FailureMessage, type FailureMessageProps } from '../failures/FailureMessage.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** A failed page without anything around it. */
export const FailurePage = (props: FailureMessageProps) => (
  <PublicFrame>
    <FailureMessage {...props} />
  </PublicFrame>
);
