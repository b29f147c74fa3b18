import type { Money } from '@florin/contract/money';
import type { Transaction } from './queries.ts';

export type Trace = NonNullable<Transaction['traces']>[number];
export type TracedRule = Trace['rules'][number];

/** Whether a rule did not let the whole amount through. */
export const standsInTheWay = ({ room }: Pick<TracedRule, 'room'>, { amount }: Money): boolean =>
  room !== null && room.amount < amount;

/** Whether a rule's policy has a page: the program's protections and temporary changes have none. */
export const hasPage = ({ layer }: Pick<TracedRule, 'layer'>): boolean => layer !== 'PROGRAM' && layer !== 'OVERRIDE';
