import type { Handlers } from '../../../http/call.ts';
import { keep, leave } from './draft.ts';
import { link } from './link.ts';
import { readCountries, readProfile } from './profile.ts';
import { register } from './register.ts';
import { readFinished } from './finished.ts';
import { resendCode, resume } from './resume.ts';
import { usernameIsAvailable, usernameIsAvailableByPost } from './username.ts';
import { verifyCard } from './verify-card.ts';
import { verifyCode } from './verify-code.ts';
import { verifyInvite } from './verify-invite.ts';

type Names =
  | 'verifyCard'
  | 'verifyRegistrationCode'
  | 'verifyInvite'
  | 'finishedRegistration'
  | 'resumeRegistration'
  | 'resendVerificationCode'
  | 'shortProfile'
  | 'allowedPhoneCountries'
  | 'keepDetails'
  | 'leaveRegistration'
  | 'usernameIsAvailable'
  | 'usernameIsAvailableByPost'
  | 'registerCardholder'
  | 'linkRegistration';

export const registrationRoutes: Pick<Handlers, Names> = {
  verifyCard,
  verifyRegistrationCode: verifyCode,
  verifyInvite,
  finishedRegistration: readFinished,
  resumeRegistration: resume,
  resendVerificationCode: resendCode,
  shortProfile: readProfile,
  allowedPhoneCountries: readCountries,
  keepDetails: keep,
  leaveRegistration: leave,
  usernameIsAvailable,
  usernameIsAvailableByPost,
  registerCardholder: register,
  linkRegistration: link,
};
