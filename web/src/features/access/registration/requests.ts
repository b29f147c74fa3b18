import type { ErrorBody } from '@florin/contract/errors';
import {
  allowedPhoneCountries,
  finishedRegistration,
  type DetailsDraft,
  keepDetails,
  leaveRegistration,
  linkRegistration,
  registerCardholder,
  resendVerificationCode,
  resumeRegistration,
  shortProfile,
  usernameIsAvailable,
  verifyCard,
  verifyInvite,
  verifyRegistrationCode,
} from '@florin/contract/registration';
import type { InferOutput } from 'valibot';
import { call, StaleAnswer, UnexpectedAnswer } from '../../../api.ts';
import { thisDevice } from '../../../session/device.ts';
import { currentEpoch } from '../../../session/epoch.ts';
import type { Answer, Details, Request } from './flow.ts';

/** Section 3: the two fields are part of the call, and nobody is asked for them. */
const securityPlaceholder = { securityQuestion: 'not used', securityAnswer: 'not used' };

/** Makes the call that the state asks for. It never rejects: what goes wrong is an answer, too. */
export async function perform(request: Request): Promise<Answer> {
  try {
    return await ask(request);
  } catch (error) {
    if (error instanceof StaleAnswer)
      return refused({ body: { Code: 'SESSION_CHANGED', Message: error.message }, correlationId: error.correlationId });
    if (!(error instanceof UnexpectedAnswer)) return { kind: 'network' };
    return refused({ body: { Code: 'UNEXPECTED', Message: error.message }, correlationId: error.correlationId });
  }
}

async function ask(request: Request): Promise<Answer> {
  switch (request.call) {
    case 'resume': {
      const answer = await call(resumeRegistration, { body: {} });
      if (!answer.ok) return refused(answer);
      const { token, ...rest } = answer.body;
      return { kind: 'resumed', ...rest, flow: token };
    }
    case 'finished': {
      const answer = await call(finishedRegistration, {});
      return answer.ok ? { kind: 'finished', registered: answer.body } : refused(answer);
    }
    case 'verifyInvite': {
      const { inviteCode } = request;
      const answer = await call(verifyInvite, { body: { inviteCode, ...thisDevice() } });
      return answer.ok ? { kind: 'flow', flow: answer.body } : refused(answer);
    }
    case 'verifyCard': {
      const { cardNumber, recaptchaToken } = request;
      const answer = await call(verifyCard, { body: { cardNumber, recaptchaToken } });
      return answer.ok ? { kind: 'cardFound', heldBackSeconds: answer.body.heldBackSeconds } : refused(answer);
    }
    case 'verifyCode': {
      const { cardNumber, code, recaptchaToken } = request;
      const body = { cardNumber, verificationCode: code, recaptchaToken, ...thisDevice() };
      const answer = await call(verifyRegistrationCode, { body });
      return answer.ok ? { kind: 'flow', flow: answer.body } : refused(answer);
    }
    case 'resendCode': {
      const answer = await call(resendVerificationCode, { body: {} });
      return answer.ok ? { kind: 'fine' } : refused(answer);
    }
    case 'loadProfile':
      return loadProfile(request.token);
    case 'keepDetails': {
      const { token, details } = request;
      const answer = await call(keepDetails, { body: asTyped(details) }, { bearer: token });
      return answer.ok ? { kind: 'fine' } : refused(answer);
    }
    case 'leave': {
      const answer = await call(leaveRegistration, { body: {} }, { bearer: request.token });
      return answer.ok ? { kind: 'fine' } : refused(answer);
    }
    case 'checkUsername': {
      const { token, entry } = request;
      const query = { username: entry.username };
      const answer = await call(usernameIsAvailable, { query }, { bearer: token });
      return answer.ok ? { kind: 'fine' } : refused(answer);
    }
    case 'register': {
      const { token, details, entry } = request;
      const { username, password, confirmation: passwordConfirmation, turnOnMfa: mfaEnable } = entry;
      const account = { username, password, passwordConfirmation, mfaEnable };
      const body = { token, ...inCall(details), ...account, ...securityPlaceholder, ...thisDevice() };
      const answer = await call(registerCardholder, { body });
      return answer.ok ? { kind: 'registered', registered: answer.body } : refused(answer);
    }
    case 'link': {
      const { token, details } = request;
      // Of the session whose person the page names: the server adds to nobody else.
      const epoch = currentEpoch() ?? '';
      const answer = await call(linkRegistration, { body: { token, epoch, ...inCall(details) } });
      return answer.ok ? { kind: 'registered', registered: answer.body } : refused(answer);
    }
  }
}

async function loadProfile(token: string): Promise<Answer> {
  const [profile, countries] = await Promise.all([
    call(shortProfile, {}, { bearer: token }),
    call(allowedPhoneCountries, {}, { bearer: token }),
  ]);
  if (!profile.ok) return refused(profile);
  if (!countries.ok) return refused(countries);
  const { draft, ...known } = profile.body;
  const details = draft && inForm(draft);
  return { kind: 'profile', profile: known, countries: countries.body.allowedCountries, details };
}

/** The details page in the words of the calls: an empty mobile phone stays empty. */
const asTyped = ({ homeCountryCode, mobileCountryCode, mobilePhone, ...rest }: Details) => ({
  ...rest,
  homePhoneCountryCode: homeCountryCode,
  mobilePhone: mobilePhone.trim() === '' ? undefined : mobilePhone,
  mobilePhoneCountryCode: mobileCountryCode,
});

/** The details page as it was kept. */
const inForm = (draft: InferOutput<typeof DetailsDraft>): Details => ({
  firstName: draft.firstName ?? '',
  middleName: draft.middleName ?? '',
  lastName: draft.lastName ?? '',
  dateOfBirth: draft.dateOfBirth,
  homeCountryCode: draft.homePhoneCountryCode,
  homePhone: draft.homePhone,
  mobileCountryCode: draft.mobilePhoneCountryCode,
  mobilePhone: draft.mobilePhone ?? '',
});

/** Reading 4: an empty mobile phone is the home phone. */
function inCall(details: Details) {
  const { mobilePhone, ...typed } = asTyped(details);
  if (mobilePhone !== undefined) return { ...typed, mobilePhone };
  return { ...typed, mobilePhone: typed.homePhone, mobilePhoneCountryCode: typed.homePhoneCountryCode };
}

interface Refused {
  body: ErrorBody;
  correlationId: string | null;
  retryAfterSeconds?: number | null;
}

const refused = ({ body, correlationId, retryAfterSeconds = null }: Refused): Answer => ({
  kind: 'refusal',
  error: body,
  correlationId,
  retryAfterSeconds,
});

/**
 * Reading 5: asked on leaving the field, too. Without an answer nothing is said: the check is made again when the form is sent.
 * @returns the refusal of the name; null where it can be had, or the answer is about anything else
 */
export async function askForUsername(username: string, token: string): Promise<ErrorBody | null> {
  try {
    const answer = await call(usernameIsAvailable, { query: { username } }, { bearer: token });
    return answer.ok ? null : answer.body;
  } catch {
    return null;
  }
}
