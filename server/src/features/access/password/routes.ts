import type * as contract from '@florin/contract/access/password';
import type { Context } from '../../../context.ts';
import { isRefused, refuse, type Call, type HandlersOf } from '../../../http/call.ts';
import { unlessBusy } from '../../../identity/credentials/unless-busy.ts';
import { askerOf, knownHolder, registrationUserInputs } from '../../../identity/registrations/known.ts';
import { checkNewPassword } from '../../../identity/credentials/check.ts';
import { userInputsOf } from '../../../identity/credentials/user-inputs.ts';

/** POST /api/password/check: the problems of a password while it is typed (decision 010). */
export const passwordRoutes: HandlersOf<typeof contract> = {
  checkPassword: async ({ context, caller, client, input }) => {
    const { password, userInputs } = input.body;
    const known = await knownUserInputs(context, caller);
    const asker = caller.kind === 'registration' ? askerOf(caller) : caller.personId;
    const asked = {
      asker,
      ipPrefix: client.ipPrefix,
      password,
      confirmation: null,
      userInputs: [...known, ...userInputs],
    };
    const problems = await unlessBusy(() => checkNewPassword(context, asked));
    if (isRefused(problems)) return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: 1 });
    return { status: 200, body: { problems } };
  },
};

/** The texts that a password must not consist of, as far as its caller may learn them. */
async function knownUserInputs(context: Context, caller: Call<'checkPassword'>['caller']): Promise<string[]> {
  if (caller.kind === 'registration')
    return registrationUserInputs(caller, await knownHolder(context.db, context, caller));
  // A link alone does not identify the person: until the second proof its holder learns nothing of them, not even by
  // guessing.
  if (caller.kind === 'passwordReset' && caller.provenBy === null) return [];
  return userInputsOf(context.db, caller.personId);
}
