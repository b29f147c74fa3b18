import type { Context } from '../../context.ts';
import type { ProcessorDecision } from '../../ports/card-processor/card-processor.ts';
import type { IncomingEvent, IncomingRequest } from '../../ports/card-processor/incoming.ts';

/** A message about a card that this installation knows. */
export type ForCard<M> = Omit<M, 'cardReference'> & { cardId: string };

/**
 * APPLIED for the first time · REPEATED: known already, nothing changed · SUSPENSE: an operator has to look · REFUSED: its
 * fields make no sense.
 */
export type Applied = 'APPLIED' | 'REPEATED' | 'SUSPENSE' | 'REFUSED';

/** Takes in what processors report, real ones and the simulated one; both calls are idempotent by event id. */
export interface Intake {
  authorize(context: Context, request: ForCard<IncomingRequest>): Promise<ProcessorDecision>;
  applyEvent(context: Context, event: ForCard<IncomingEvent>, raw: object): Promise<Applied>;
}

let engine: Intake | null = null;

/** Connects the engine that decides and applies; null where there is none. */
export const connectIntake = (connected: Intake): void => void (engine = connected);
export const connectedIntake = (): Intake | null => engine;
