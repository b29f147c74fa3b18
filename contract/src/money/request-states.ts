import * as v from 'valibot';

/**
 * What a cardholder asks for. FUNDING: money on a card · LIMIT: a higher limit, or other countries, until a moment ·
 * UNBLOCK: lift the freeze of a card, or allow, until a moment, what a purchase was declined for · CARD: another card.
 */
export const RequestKind = v.picklist(['FUNDING', 'LIMIT', 'UNBLOCK', 'CARD'], 'format');
export type RequestKind = v.InferOutput<typeof RequestKind>;

/** PENDING is the only state that changes. */
export const RequestStatus = v.picklist(['PENDING', 'APPROVED', 'REJECTED', 'CANCELED', 'EXPIRED']);
export type RequestStatus = v.InferOutput<typeof RequestStatus>;

/** The steps of a request, and who takes each. Screens offer a step if `maySettle` holds. */
export const requestSteps = {
  approve: { from: ['PENDING'], to: 'APPROVED', by: 'ADMIN' },
  reject: { from: ['PENDING'], to: 'REJECTED', by: 'ADMIN' },
  cancel: { from: ['PENDING'], to: 'CANCELED', by: 'HOLDER' },
  expire: { from: ['PENDING'], to: 'EXPIRED', by: 'SYSTEM' },
} as const satisfies Record<string, { from: readonly RequestStatus[]; to: RequestStatus; by: string }>;
export type RequestStep = keyof typeof requestSteps;

/** Whether a request in this state can take the step. */
export const maySettle = (step: RequestStep, status: RequestStatus): boolean =>
  (requestSteps[step].from as readonly RequestStatus[]).includes(status);
