import { refuse, type Handler } from '../../../../http/call.ts';
import type { Context } from '../../../../context.ts';
import { isEmbedded } from '../../../../ports/open-banking/embedded.ts';
import { bankRefusal, linkFailed } from './refusals.ts';

const bankOf = ({ openBanking }: Context) => (openBanking && isEmbedded(openBanking) ? openBanking : null);

/** POST /api/demo-bank/sign-in: the embedded bank plays the provider's window. */
export const signInToDemoBank: Handler<'signInToDemoBank'> = async ({ context, input: { body } }) => {
  const bank = bankOf(context);
  if (!bank) return refuse('NOT_FOUND');
  try {
    const signedIn = await bank.signIn(body.linkToken, body);
    if (!signedIn) return linkFailed('credentials');
    const { visit, institution, accounts } = signedIn;
    const shown = accounts.map(({ id, name, mask, type }) => ({ id, name, mask, isEligible: type !== null }));
    return { status: 200, body: { visit, institution, accounts: shown } };
  } catch (error) {
    return bankRefusal(error);
  }
};

/** POST /api/demo-bank/share: ends the visit. */
export const shareDemoBankAccounts: Handler<'shareDemoBankAccounts'> = async ({ context, input: { body } }) => {
  const bank = bankOf(context);
  if (!bank) return refuse('NOT_FOUND');
  try {
    return { status: 200, body: { publicToken: await bank.share(body.visit, body.accountIds) } };
  } catch (error) {
    return bankRefusal(error);
  }
};
