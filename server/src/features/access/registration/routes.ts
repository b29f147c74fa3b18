import type * as contract from '@florin/contract/registration';
import type { HandlersOf } from '../../../http/call.ts';
import { keepDetails, leaveRegistration } from './draft.ts';
import { linkRegistration } from './link.ts';
import { allowedPhoneCountries, shortProfile } from './profile.ts';
import { registerCardholder } from './register.ts';
import { finishedRegistration } from './finished.ts';
import { resendVerificationCode, resumeRegistration } from './resume.ts';
import { usernameIsAvailable, usernameIsAvailableByPost } from './username.ts';
import { verifyCard } from './verify-card.ts';
import { verifyRegistrationCode } from './verify-code.ts';
import { verifyInvite } from './verify-invite.ts';

export const registrationRoutes: HandlersOf<typeof contract> = {
  verifyCard,
  verifyRegistrationCode,
  verifyInvite,
  finishedRegistration,
  resumeRegistration,
  resendVerificationCode,
  shortProfile,
  allowedPhoneCountries,
  keepDetails,
  leaveRegistration,
  usernameIsAvailable,
  usernameIsAvailableByPost,
  registerCardholder,
  linkRegistration,
};
