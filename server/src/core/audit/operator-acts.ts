import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { recordEvent, type AuditEvent, type Origin } from './events.ts';

/**
 * Who acts as an operator: a signed-in person, or the user at the command line, identified by the name that they enter.
 */
export interface Operator {
  name: string;
  personId: string | null;
  sessionId: string | null;
  origin: Origin;
}

/** An operator at the command line, who is not a person in the database. */
export const atCommandLine = (name: string): Operator => ({
  name,
  personId: null,
  sessionId: null,
  origin: { correlationId: 'operator', ipPrefix: null },
});

type OperatorAct = Extract<AuditEvent, { type: `operator_${string}` }>;

/**
 * Records an operator's act in its transaction. An act on a business is in the chain of that business, any other act in
 * the operator's own chain.
 */
export const recordOperatorAct = (
  tx: Database,
  context: Pick<Context, 'clock'>,
  { personId, sessionId, origin }: Operator,
  act: OperatorAct,
): Promise<void> => recordEvent(tx, context, origin, { ...act, personId, sessionId });
