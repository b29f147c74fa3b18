import { captchaChallenge } from './captcha.ts';
import type { Endpoint } from './endpoint.ts';
import { balance, linkedAccounts, switchUser } from './linked-accounts.ts';
import { createInvite, resendInvite, revokeInvite, teamMembers, unlockRegistration } from './invites.ts';
import { login } from './login.ts';
import {
  currentDeviceLogin,
  loginActivityAlert,
  markLoginActivitySeen,
  recentDeviceLogins,
  recentLogins,
  reportDevice,
  signOutDevice,
  signOutOtherDevices,
} from './login-activity.ts';
import { authenticate, sendCode } from './mfa.ts';
import { outboxMessages } from './outbox.ts';
import { checkPassword } from './password.ts';
import {
  confirmRecovery,
  createAutologinTicket,
  forgotAuthenticate,
  forgotPassword,
  forgotUsername,
  recoveryRequests,
  redeemAutologinTicket,
  resetPassword,
  sendResetCode,
  verificationMethods,
  verifyResetCode,
} from './recovery.ts';
import {
  allowedPhoneCountries,
  linkRegistration,
  registerCardholder,
  resendVerificationCode,
  resumeRegistration,
  shortProfile,
  usernameIsAvailable,
  usernameIsAvailableByPost,
  verifyCard,
  verifyInvite,
  verifyRegistrationCode,
} from './registration.ts';
import { markChecklistSeen, securityChecklist } from './security-checklist.ts';
import { logout, refreshToken, reportActivity, session } from './session.ts';
import { branding, sendChatMessage, siteConfig } from './site.ts';
import { userInfo } from './user-info.ts';

/** Every call of the product, for the server and the OpenAPI document. The web app imports single endpoints. */
export const api = {
  login,
  sendCode,
  authenticate,
  session,
  reportActivity,
  logout,
  refreshToken,
  userInfo,
  linkedAccounts,
  switchUser,
  balance,
  currentDeviceLogin,
  recentDeviceLogins,
  recentLogins,
  loginActivityAlert,
  markLoginActivitySeen,
  signOutDevice,
  signOutOtherDevices,
  reportDevice,
  securityChecklist,
  markChecklistSeen,
  siteConfig,
  branding,
  sendChatMessage,
  captchaChallenge,
  outboxMessages,
  forgotUsername,
  forgotPassword,
  forgotAuthenticate,
  verificationMethods,
  sendResetCode,
  verifyResetCode,
  resetPassword,
  recoveryRequests,
  confirmRecovery,
  createAutologinTicket,
  redeemAutologinTicket,
  checkPassword,
  verifyCard,
  verifyRegistrationCode,
  verifyInvite,
  resumeRegistration,
  resendVerificationCode,
  shortProfile,
  allowedPhoneCountries,
  usernameIsAvailable,
  usernameIsAvailableByPost,
  registerCardholder,
  linkRegistration,
  teamMembers,
  createInvite,
  resendInvite,
  revokeInvite,
  unlockRegistration,
} as const satisfies Record<string, Endpoint>;
export type Api = typeof api;
