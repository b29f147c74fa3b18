import { isRefused, refuse, type Handlers } from '../../../http/call.ts';
import { unlessBusy } from '../../../identity/credentials/unless-busy.ts';
import { registrationUserInputs } from '../../../identity/registrations/known.ts';
import { checkNewPassword } from '../../../identity/credentials/check.ts';
import { userInputsOf } from '../../../identity/credentials/user-inputs.ts';

/** POST /api/password/check: what is wrong with a password that is still being typed (decision 010). */
export const passwordRoutes: Pick<Handlers, 'checkPassword'> = {
  checkPassword: async ({ context, session, reset, registration, input }) => {
    // A link alone proves nobody: until the second proof its holder learns nothing of the person, not by guessing either.
    const personId = session?.personId ?? (reset?.provenBy == null ? undefined : reset.personId);
    const ofPerson = personId === undefined ? [] : await userInputsOf(context.db, personId);
    const ofRegistration = registration === null ? [] : await registrationUserInputs(context, registration);
    const known = [...ofPerson, ...ofRegistration];
    const { password, userInputs } = input.body;
    const asker = session?.personId ?? reset?.personId ?? registration?.id ?? '';
    const asked = { asker, password, confirmation: null, userInputs: [...known, ...userInputs] };
    const problems = await unlessBusy(() => checkNewPassword(context, asked));
    if (isRefused(problems)) return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: 1 });
    return { status: 200, body: { problems } };
  },
};
