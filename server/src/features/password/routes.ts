import type { Handlers } from '../../http/call.ts';
import { registrationUserInputs } from '../registration/known.ts';
import { checkNewPassword } from './check.ts';
import { userInputsOf } from './user-inputs.ts';

/** POST /api/password/check: what is wrong with a password that is still being typed (decision 010). */
export const passwordRoutes: Pick<Handlers, 'checkPassword'> = {
  checkPassword: async ({ context, session, reset, registration, input }) => {
    // A link alone proves nobody: until the second proof its holder learns nothing of the person, not by guessing either.
    const personId = session?.personId ?? (reset?.provenBy == null ? undefined : reset.personId);
    const ofPerson = personId === undefined ? [] : await userInputsOf(context.db, personId);
    const ofRegistration = registration === null ? [] : await registrationUserInputs(context, registration);
    const known = [...ofPerson, ...ofRegistration];
    const { password, userInputs } = input.body;
    const problems = await checkNewPassword(context, {
      password,
      confirmation: null,
      userInputs: [...known, ...userInputs],
    });
    return { status: 200, body: { problems } };
  },
};
