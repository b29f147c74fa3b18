import { looksLikeCardNumber } from '@florin/contract/cards/card-number';
import { refuse, type Handler } from '../../../http/call.ts';
import { usernameSkeleton } from '../../../core/people/username.ts';
import { addressIndex } from '../../../core/people/contacts.ts';
import { captchaRefusal } from '../../../identity/recovery/captcha.ts';
import { addMailJobOf } from '../../../identity/recovery/mail-job.ts';

/**
 * The two forms for strangers. A job sends the mail, so that known and unknown names or addresses get an answer with
 * the same statements and in the same time (security design P22). The one different answer, code 8, is required by the
 * specification.
 */
export const forgotUsername: Handler<'forgotUsername'> = async (call) => {
  const { context, client, input } = call;
  const refused = await captchaRefusal(context, client, 'forgot-username', input.body.recaptchaToken);
  if (refused) return refused;
  const people = await context.db
    .selectFrom('contact')
    .select('person_id')
    .distinct()
    .where('kind', '=', 'Email')
    .where('address_index', '=', addressIndex(context, { kind: 'Email', address: input.body.emailId }))
    .where('verified_at', 'is not', null)
    .limit(2)
    .execute();
  if (people.length > 1) return refuse('8');
  await addMailJobOf(call, 'username', people[0]?.person_id ?? null);
  return { status: 200, body: {} };
};

export const forgotPassword: Handler<'forgotPassword'> = async (call) => {
  const { context, client, input } = call;
  if (looksLikeCardNumber(input.body.userName)) return refuse('USERNAME_IS_CARD_NUMBER');
  const refused = await captchaRefusal(context, client, 'forgot-password', input.body.recaptchaToken);
  if (refused) return refused;
  const person = await context.db
    .selectFrom('person')
    .select('id')
    .where('username_skeleton', '=', usernameSkeleton(input.body.userName))
    .executeTakeFirst();
  await addMailJobOf(call, 'link', person?.id ?? null);
  return { status: 200, body: {} };
};
