import type { Dispatch } from 'react';
import type { RegistrationEvent, RegistrationState } from './registration.ts';

/** What each page of the wizard is given. */
export interface StepProps {
  state: RegistrationState;
  dispatch: Dispatch<RegistrationEvent>;
  /** The page takes the place of another one: its heading takes the focus. */
  takesFocus: boolean;
}
