import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';

interface BoundCode {
  pendingId: string;
  contactId: string;
  code: string;
}

/** A code is kept as a keyed MAC, bound to what it is for, its sign-in and the address it went to (ASVS 6.6.2). */
export const codeMac = ({ keys }: Pick<Context, 'keys'>, { pendingId, contactId, code }: BoundCode): Buffer =>
  keys.mac('access-code', ['LoginNewDevice', pendingId, contactId, code].join('|'));

export const isRightCode = (context: Pick<Context, 'keys'>, kept: Buffer, typed: BoundCode): boolean =>
  timingSafeEqual(codeMac(context, typed), kept);
