import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { recordEvent, type AuditEvent, type Origin } from './events.ts';

/** Who acts as an operator: a person who is signed in, or somebody at the command line, by the name that they give. */
export interface Operator {
  name: string;
  personId: string | null;
  sessionId: string | null;
  origin: Origin;
}

/** An operator at the command line, who is nobody that the product knows. */
export const atCommandLine = (name: string): Operator => ({
  name,
  personId: null,
  sessionId: null,
  origin: { correlationId: 'operator', ipPrefix: null },
});

type OperatorAct = Extract<AuditEvent, { type: `operator_${string}` }>;

/**
 * Writes what an operator did, in the transaction of the act. With a business it is in the chain of that business,
 * otherwise in the operator's own.
 */
export const recordOperatorAct = (
  tx: Database,
  context: Pick<Context, 'clock'>,
  { personId, sessionId, origin }: Operator,
  act: OperatorAct,
): Promise<void> => recordEvent(tx, context, origin, { ...act, personId, sessionId });
