import { newId } from '../../../server/src/db/ids.ts';
import { hashToken, newToken } from '../../../server/src/core/tokens.ts';
import { post } from '../calls.ts';
import { issuedCode, later, newAddress, type Race, type Setting } from './setting.ts';
import { otherCode, triesOf, type Signer } from './sign-ins.ts';

/** A reset link opened by a number of browsers; `isProven`: each has given the second proof. */
async function openedLink({ db }: Setting, { id, contactId }: Signer, browsers: number, isProven: boolean) {
  const linkId = newId();
  const now = new Date();
  await db
    .insertInto('reset_link')
    .values({
      id: linkId,
      token_hash: hashToken(newToken('rsl')),
      person_id: id,
      contact_id: contactId,
      created_at: now,
      expires_at: later(600),
      used_at: null,
      superseded_at: null,
    })
    .execute();
  const flows = Array.from({ length: browsers }, () => ({ id: newId(), token: newToken('rst') }));
  await db
    .insertInto('reset_flow')
    .values(
      flows.map((flow) => ({
        id: flow.id,
        token_hash: hashToken(flow.token),
        reset_link_id: linkId,
        browser_hash: hashToken(flow.token),
        created_at: now,
        proven_by: isProven ? ('PhoneNumber' as const) : null,
        proven_at: isProven ? now : null,
      })),
    )
    .execute();
  return flows;
}

export const resetLinkRace = (signers: readonly Signer[], parallel: number): Race => ({
  name: 'reset link',
  async prepare(setting, round) {
    const flows = await openedLink(setting, signers[round]!, parallel, true);
    return (origin, index) => {
      const password = `walnut-breeze-canyon-${round}-${index}`;
      const body = { entityType: 'PhoneNumber', password, confirmPassword: password };
      const caller = { address: newAddress(), bearer: flows[index]!.token, method: 'PUT' as const };
      return post(origin, '/forgot/reset-password', body, caller);
    };
  },
});

export async function guessResetCode(setting: Setting, signer: Signer) {
  const [flow] = await openedLink(setting, signer, 1, false);
  await addPhone(setting, signer);
  const code = await issuedCode(setting, { purpose: 'PasswordReset', id: flow!.id }, { personId: signer.id });
  const verify = (origin: string, typed: string) =>
    post(
      origin,
      '/forgot/verify-code',
      { entityType: 'PhoneNumber', code: typed },
      { address: newAddress(), bearer: flow!.token },
    );
  return {
    guess: (origin: string, index: number) => verify(origin, otherCode(code, index)),
    right: (origin: string) => verify(origin, code),
    checked: () => triesOf(setting, signer.id),
  };
}

async function addPhone({ db, keys }: Setting, { id }: Signer): Promise<void> {
  const contactId = newId();
  const address = '+12125550100';
  await db
    .insertInto('contact')
    .values({
      id: contactId,
      person_id: id,
      kind: 'PhoneNumber',
      address_sealed: keys.seal(address, `contact|${contactId}`),
      address_index: keys.mac('contact-address', `PhoneNumber|${contactId}`),
      verified_at: new Date(),
      created_at: new Date(),
    })
    .execute();
}
