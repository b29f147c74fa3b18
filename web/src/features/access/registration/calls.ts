import { login } from '@florin/contract/access/login';
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
} from '@florin/contract/access/registration';
import type { InferOutput } from 'valibot';
import { call } from '../../../api.ts';
import { outcome, refused, type Performers } from '../../../flows/use-flow.ts';
import { thisDevice } from '../../../session/browser/device.ts';
import { adoptSession } from '../../../session/enter.ts';
import { currentEpoch } from '../../../session/browser-session.ts';
import type { Details, EntersAt, RegisteredAnswer } from './data.ts';
import type { RegistrationCalls } from './steps/state.ts';

/** Section 3: the two fields belong to the call, and are not asked for. */
const securityPlaceholder = { securityQuestion: 'not used', securityAnswer: 'not used' };

const fine = () => ({ kind: 'fine' }) as const;

export const registrationCalls: Performers<RegistrationCalls> = {
  resume: async () =>
    outcome(await call(resumeRegistration, { body: {} }), ({ body: { token, ...rest } }) => ({
      kind: 'resumed',
      ...rest,
      proof: token,
    })),

  finished: async () =>
    outcome(await call(finishedRegistration, {}), ({ body }) => ({ kind: 'finished', registered: body })),

  verifyInvite: async ({ inviteCode }) =>
    outcome(await call(verifyInvite, { body: { inviteCode, ...thisDevice() } }), ({ body }) => ({
      kind: 'proven',
      proof: body,
    })),

  verifyCard: async ({ cardNumber, recaptchaToken }) =>
    outcome(await call(verifyCard, { body: { cardNumber, recaptchaToken } }), ({ body }) => ({
      kind: 'cardFound',
      ...body,
    })),

  async verifyCode({ cardNumber, code, recaptchaToken }) {
    const body = { cardNumber, verificationCode: code, recaptchaToken, ...thisDevice() };
    return outcome(await call(verifyRegistrationCode, { body }), ({ body: proof }) => ({ kind: 'proven', proof }));
  },

  resendCode: async () =>
    outcome(await call(resendVerificationCode, { body: {} }), ({ body }) => ({ kind: 'resent', ...body })),

  async loadProfile({ token }) {
    const [profile, countries] = await Promise.all([
      call(shortProfile, {}, { bearer: token }),
      call(allowedPhoneCountries, {}, { bearer: token }),
    ]);
    if (!profile.ok) return refused(profile);
    const { draft, ...known } = profile.body;
    return outcome(countries, ({ body }) => ({
      kind: 'profile',
      profile: known,
      countries: body.allowedCountries,
      details: draft && inForm(draft),
    }));
  },

  keepDetails: async ({ token, details }) =>
    outcome(await call(keepDetails, { body: asTyped(details) }, { bearer: token }), fine),

  leave: async ({ token }) => outcome(await call(leaveRegistration, { body: {} }, { bearer: token }), fine),

  checkUsername: async ({ token, entry: { username } }) =>
    outcome(await call(usernameIsAvailable, { query: { username } }, { bearer: token }), fine),

  async register({ token, details, entry }) {
    const { username, password, confirmation: passwordConfirmation, turnOnMfa: mfaEnable } = entry;
    const account = { username, password, passwordConfirmation, mfaEnable };
    const body = { token, ...inCall(details), ...account, ...securityPlaceholder, ...thisDevice() };
    const answer = outcome(await call(registerCardholder, { body }), registered);
    return answer.kind === 'registered' ? { ...answer, entersAt: await signIn(username, password) } : answer;
  },

  /** To the session whose person the page names: the server refuses any other. */
  link: async ({ token, details }) =>
    outcome(
      await call(linkRegistration, { body: { token, epoch: currentEpoch() ?? '', ...inCall(details) } }),
      registered,
    ),
};

/**
 * Signs the new person in with the password they have just chosen, as on the login page. Where that asks for more, such as
 * a second factor, they log in themselves.
 */
async function signIn(username: string, password: string): Promise<EntersAt | null> {
  try {
    const answer = await call(login, { body: { username, password } });
    if (!answer.ok || answer.status !== 200) return null;
    adoptSession(answer.body.epoch);
    return answer.body.hasUnverifiedPhone ? 'phone' : 'dashboard';
  } catch {
    return null;
  }
}

const registered = ({ body }: { body: RegisteredAnswer }) => ({ kind: 'registered', registered: body }) as const;

/** The details page in the form of the calls: an empty mobile phone stays empty. */
const asTyped = ({ homeCountryCode, mobileCountryCode, mobilePhone, ...rest }: Details) => ({
  ...rest,
  homePhoneCountryCode: homeCountryCode,
  mobilePhone: mobilePhone.trim() === '' ? undefined : mobilePhone,
  mobilePhoneCountryCode: mobileCountryCode,
});

/** The details page as saved. */
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

/**
 * Reading 5: also checked on leaving the field. Without an answer nothing is shown: the check is repeated when the form
 * is sent.
 * @returns the refusal of the name; null if it is available, or for any other answer
 */
export async function askForUsername(username: string, token: string): Promise<ErrorBody | null> {
  try {
    const answer = await call(usernameIsAvailable, { query: { username } }, { bearer: token });
    return answer.ok ? null : answer.body;
  } catch {
    return null;
  }
}
