import type { EntityType } from '@florin/contract/fields';
import type { StepUpMethod } from '@florin/contract/access/step-up';
import type * as v from 'valibot';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { presentFactors, enrolledFactors } from '../factors/present.ts';
import { contactFor, contactsOf } from '../../core/people/contacts.ts';
import { maskAddress } from '../../core/people/masks.ts';

export type Method = v.InferOutput<typeof StepUpMethod>;

export interface Way {
  method: Method;
  entityMasked: string | null;
}

/**
 * A person's ways to give a fresh proof besides the password, the strongest first. The password alone is enough only if
 * there is no other way.
 */
export async function waysOf(
  tx: Database,
  context: Pick<Context, 'keys'>,
  personId: string,
  hostname: string,
): Promise<Way[]> {
  const enrolled = enrolledFactors(await presentFactors(tx, personId, hostname));
  const contacts = await contactsOf(tx, context, personId);
  const kinds: EntityType[] = ['PhoneNumber', 'Email'];
  const sent = kinds.flatMap((method) => {
    const contact = contactFor(contacts, method);
    return contact ? [{ method, entityMasked: maskAddress(contact) }] : [];
  });
  const ways: Way[] = [...enrolled.map((method) => ({ method, entityMasked: null })), ...sent];
  return ways.length > 0 ? ways : [{ method: 'Password', entityMasked: null }];
}
