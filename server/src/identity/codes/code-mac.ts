import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { CodeFlow } from './code-flow.ts';

interface BoundCode {
  flow: CodeFlow;
  contactId: string;
  code: string;
}

/** A code is kept as a keyed MAC, bound to what it is for, its flow and the address it went to (ASVS 6.6.2). */
export const codeMac = ({ keys }: Pick<Context, 'keys'>, { flow, contactId, code }: BoundCode): Buffer =>
  keys.mac('access-code', [flow.purpose, flow.id, contactId, code].join('|'));

export const isRightCode = (context: Pick<Context, 'keys'>, kept: Buffer, typed: BoundCode): boolean =>
  timingSafeEqual(codeMac(context, typed), kept);
