import { FailureMessage, type FailureMessageProps } from '../failures/FailureMessage.tsx';
import { PublicFrame } from './PublicFrame.tsx';

/** A whole page that went wrong, where nothing else stands. */
export const FailurePage = (props: FailureMessageProps) => (
  <PublicFrame>
    <FailureMessage {...props} />
  </PublicFrame>
);
