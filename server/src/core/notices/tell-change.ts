import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { changeMail, changeText, type Change } from './changes.ts';
import { letterOf } from './letter.ts';
import { tellEveryAddress } from './tell-every-address.ts';

/** Tells a person of a change to their account, at every address they have at that moment (security design P40, ASVS 6.3.7). */
export async function tellChange(tx: Database, context: Context, personId: string, change: Change): Promise<void> {
  const letter = await letterOf(tx, context, personId);
  const { type: kind } = change;
  const mail = changeMail(letter, change);
  // A new name opens no way in.
  const text = kind === 'factorRenamed' ? null : changeText(letter, change);
  await tellEveryAddress(tx, context, personId, { kind, mail, text });
}
