import type * as contract from '@florin/contract/access/registration';
import type { HandlersOf } from '../../../http/call.ts';
import { keepDetails, leaveRegistration } from './draft.ts';
import { linkRegistration } from './link.ts';
import { allowedPhoneCountries, shortProfile } from './profile.ts';
import { openRegistrationLink, sendRegistrationLink } from './proof/proof-link.ts';
import { registerCardholder } from './register.ts';
import { finishedRegistration, resendVerificationCode, resumeRegistration } from './resume.ts';
import { usernameIsAvailable, usernameIsAvailableByPost } from './username.ts';
import { verifyCard } from './proof/verify-card.ts';
import { verifyRegistrationCode } from './proof/verify-code.ts';
import { verifyInvite } from './proof/verify-invite.ts';

export const registrationRoutes: HandlersOf<typeof contract> = {
  verifyCard,
  verifyRegistrationCode,
  verifyInvite,
  finishedRegistration,
  resumeRegistration,
  resendVerificationCode,
  sendRegistrationLink,
  openRegistrationLink,
  shortProfile,
  allowedPhoneCountries,
  keepDetails,
  leaveRegistration,
  usernameIsAvailable,
  usernameIsAvailableByPost,
  registerCardholder,
  linkRegistration,
};
