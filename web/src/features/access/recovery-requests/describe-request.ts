import { recoveryRequestsWords as words } from '../../../messages/en/access/recovery-requests.ts';
import type { RecoveryRequest } from './query.ts';

/** How a request ends: it is declined, or its approval is withdrawn. */
export const endOf = ({ confirmed }: RecoveryRequest) => (confirmed ? words.takeBack : words.decline);

export const nameOf = ({ firstName, lastName }: RecoveryRequest) => `${firstName} ${lastName}`;
