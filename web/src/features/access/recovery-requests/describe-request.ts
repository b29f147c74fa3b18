import { recoveryRequestsWords as words } from '../../../messages/en/recovery-requests.ts';
import type { RecoveryRequest } from './query.ts';

/** What ends a request: it is declined, or what was confirmed is taken back. */
export const endOf = ({ confirmed }: RecoveryRequest) => (confirmed ? words.takeBack : words.decline);

export const nameOf = ({ firstName, lastName }: RecoveryRequest) => `${firstName} ${lastName}`;
