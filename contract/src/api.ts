import { captchaChallenge } from './captcha.ts';
import { addEmail, addPhone, confirmContact, contacts, removeContact, sendContactCode } from './contacts.ts';
import type { Endpoint } from './endpoint.ts';
import {
  authenticateWithPasskey,
  changePassword,
  confirmAuthenticator,
  confirmPasskey,
  makeBackupCodes,
  passkeyOptions,
  removeFactor,
  renameFactor,
  securitySettings,
  sendStepUpCode,
  setMfaEnabled,
  startAuthenticator,
  startPasskey,
  stepUp,
  stepUpMethods,
} from './factors.ts';
import { balance, linkedAccounts, switchUser } from './linked-accounts.ts';
import { login } from './login.ts';
import { authenticate, sendCode } from './mfa.ts';
import { outboxMessages, replyToText } from './outbox.ts';
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
  siteConfig,
  branding,
  sendChatMessage,
  captchaChallenge,
  outboxMessages,
  replyToText,
  contacts,
  addPhone,
  addEmail,
  sendContactCode,
  confirmContact,
  removeContact,
  securitySettings,
  setMfaEnabled,
  startAuthenticator,
  confirmAuthenticator,
  startPasskey,
  confirmPasskey,
  renameFactor,
  removeFactor,
  makeBackupCodes,
  changePassword,
  stepUpMethods,
  sendStepUpCode,
  stepUp,
  passkeyOptions,
  authenticateWithPasskey,
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
} as const satisfies Record<string, Endpoint>;
export type Api = typeof api;
