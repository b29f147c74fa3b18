import type { Handlers } from '../../http/call.ts';
import { checkNewPassword } from './check.ts';
import { userInputsOf } from './user-inputs.ts';

/** POST /api/password/check: what is wrong with a password that is still being typed (decision 010). */
export const passwordRoutes: Pick<Handlers, 'checkPassword'> = {
  checkPassword: async ({ context, session, reset, input }) => {
    const personId = session?.personId ?? reset?.personId;
    const known = personId === undefined ? [] : await userInputsOf(context.db, personId);
    const { password, userInputs } = input.body;
    const problems = await checkNewPassword(context, {
      password,
      confirmation: null,
      userInputs: [...known, ...userInputs],
    });
    return { status: 200, body: { problems } };
  },
};
