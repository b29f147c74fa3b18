import type { Handlers } from '../../http/call.ts';
import { registrationUserInputs } from '../registration/known.ts';
import { checkNewPassword } from './check.ts';

/** POST /api/password/check: what is wrong with a password that is still being typed. */
export const passwordRoutes: Pick<Handlers, 'checkPassword'> = {
  checkPassword: async ({ context, registration, input }) => {
    const known = registration === null ? [] : await registrationUserInputs(context, registration);
    const { password, userInputs } = input.body;
    const problems = await checkNewPassword(context, {
      password,
      confirmation: null,
      userInputs: [...known, ...userInputs],
    });
    return { status: 200, body: { problems } };
  },
};
