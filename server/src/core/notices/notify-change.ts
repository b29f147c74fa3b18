import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { changeMail, changeText, type Change } from './changes.ts';
import { letterOf } from './letter.ts';
import { notifyEveryAddress } from './notify-every-address.ts';

/**
 * Notifies a person of a change to their account, at every address they have at that moment (security design P40, ASVS
 * 6.3.7).
 */
export async function notifyChange(tx: Database, context: Context, personId: string, change: Change): Promise<void> {
  const letter = await letterOf(tx, context, personId);
  const { type: kind } = change;
  const mail = changeMail(letter, change);
  // Nobody can sign in with a new name alone.
  const text = kind === 'factorRenamed' ? null : changeText(letter, change);
  await notifyEveryAddress(tx, context, personId, { kind, mail, text });
}
