import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { api } from './api.ts';
import { businessPreferences } from './business-icon.ts';
import { businessCreditLine, businessSettings } from './business.ts';
import { errors, errorSchema } from './errors.ts';
import { primaryCreditBank } from './external-accounts.ts';
import { LinkedAccount, switchUser } from './linked-accounts.ts';
import { currentDeviceLogin, LoginRecord, loginActivityAlert, recentLogins } from './login-activity.ts';
import { login } from './login.ts';
import { authenticate, sendCode } from './mfa.ts';
import { onboardingChecklist } from './onboarding-checklist.ts';
import { forgotPassword, forgotUsername, resetPassword, verificationMethods } from './recovery.ts';
import {
  allowedPhoneCountries,
  registerCardholder,
  shortProfile,
  verifyCard,
  verifyInvite,
  verifyRegistrationCode,
} from './registration.ts';
import { session } from './session.ts';
import { Branding, siteConfig } from './site.ts';
import { UserInfo } from './user-info.ts';
import { createUserPreference } from './user-preference.ts';
import { embossingDataSharing } from './vendor-links.ts';

/** Section 3: every field of an entity, spelled as there. What else stands in it is this project’s. */
const entities: [what: string, schema: { entries: object }, fields: string][] = [
  ['login payload', login.body, 'username password recaptchaToken access_token refresh_token'],
  ['multi-factor error body', errorSchema('MFA'), 'Code Message TwoFactorAuthSessionId TwoFactorAuthEntities'],
  ['multi-factor entity', errors.MFA.details.TwoFactorAuthEntities.item, 'EntityType EntityAuthStatus EntityMasked'],
  ['send-code payload', sendCode.body, 'twoFactorAuthEntityType userName actionReason'],
  ['send-code response', sendCode.answers[200], 'entityMasked'],
  ['authenticate payload', authenticate.body, 'username code twoFactorAuthSessionId type'],
  [
    'card details response',
    embossingDataSharing.answers[200],
    'businessName invoice profileAddress amount cardNumber nameOnCard expirationDate cvV2 processDateTime',
  ],
  ['card verify payload', verifyCard.body, 'cardNumber recaptchaToken'],
  ['code verify payload', verifyRegistrationCode.body, 'cardNumber verificationCode recaptchaToken deviceId device'],
  ['code verify response', verifyRegistrationCode.answers[200], 'access_token'],
  [
    'short profile response',
    shortProfile.answers[200],
    'email firstName middleName lastName nameOnCard dateOfBirth homePhone homePhoneCountryCode mobilePhone mobilePhoneCountryCode',
  ],
  ['allowed phone countries', allowedPhoneCountries.answers[200], 'allowedCountries'],
  [
    'allowed phone country',
    allowedPhoneCountries.answers[200].entries.allowedCountries.item,
    'countryCode countryName dialingCode',
  ],
  ['invite payload', verifyInvite.body, 'inviteCode deviceId device'],
  ['invite token claims', verifyInvite.answers[200], 'MFAModeBusiness MFAEnabled'],
  [
    'registration payload',
    registerCardholder.body,
    'token dateOfBirth homePhone homePhoneCountryCode mobilePhone mobilePhoneCountryCode username password passwordConfirmation securityQuestion securityAnswer mfaEnable deviceId device',
  ],
  ['registration response', registerCardholder.answers[200], 'firstName lastName phoneNumber email'],
  [
    'user info',
    UserInfo,
    'firstName lastName userName businessSuspended businessOpen suspensionMode creditReplenishmentDelayDays allowAdminViewCardUsage userData linkedUsers',
  ],
  [
    'userData',
    UserInfo.entries.userData,
    'accountStatus firstName lastName bankId bankPayment program businessOperational usePexAccountBalanceForAuths',
  ],
  [
    'linkedUsers',
    UserInfo.entries.linkedUsers.item,
    'userId firstName lastName userName isUserAccountOpen businessStatus cardLast4',
  ],
  ['linked account', LinkedAccount, 'userId businessName firstName lastName cardLast4 accountBalance'],
  ['switch user request', switchUser.body, 'userId deviceId device'],
  ['password reset payload', resetPassword.body, 'password confirmPassword deviceId device entityType code'],
  ['verification method', verificationMethods.answers[200].item, 'entityType entityMasked'],
  ['forgot password payload', forgotPassword.body, 'userName recaptchaToken'],
  ['forgot username payload', forgotUsername.body, 'emailId recaptchaToken'],
  ['device login', currentDeviceLogin.answers[200].entries.firstLogin, 'timestamp'],
  ['login activity alert', loginActivityAlert.answers[200], 'newLoginsCount shouldAlert lastSeen'],
  ['login record', LoginRecord, 'agent locationCity locationRegion locationCountry ipAddress timestamp'],
  ['agent', LoginRecord.entries.agent, 'agentFamily osFamily'],
  ['paged result', recentLogins.answers[200], 'items pageInfo'],
  ['pageInfo', recentLogins.answers[200].entries.pageInfo, 'totalItems'],
  [
    'branding',
    Branding,
    'phoneAdminSupport emailAdminSupport phoneCardholderSupport emailCardholderSupport addressLineOne addressCity addressState addressZIP phoneGeneral emailGeneral showMobileAppsAdvert companyLong cardLongVisaTrademark cardLongMastercardTrademark',
  ],
  ['user preference', businessPreferences.answers[200].entries.businessPreferences, 'useCustomIcon customIconUri'],
  ['user preference of a person', createUserPreference.body, 'preferNewApp'],
  ['checklist counter', onboardingChecklist.answers[200], 'quantity counter'],
  [
    'primary credit bank',
    primaryCreditBank.answers[200].entries.primaryBank.wrapped,
    'authenticationMethod openBankingConnection status',
  ],
  ['business credit line', businessCreditLine.answers[200], 'amount'],
  ['business settings', businessSettings.answers[200], 'automaticBusinessSuspension'],
  ['login check result', session.answers[200], 'isSuspect'],
  [
    'session timeout settings',
    siteConfig.answers[200].entries.sessionTimeout,
    'idleTimeSeconds warningTimeSeconds idleSensitivitySeconds',
  ],
];

describe('an entity of section 3 has its fields', () => {
  test.each(entities)('%s', (_what, schema, fields) => {
    expect(Object.keys(schema.entries)).toEqual(expect.arrayContaining(fields.split(' ')));
  });
});

test.each([
  ['Fraud', 'Fraud'],
  ['Bananas', 'Default'],
  [null, null],
])('a suspension mode %s is read as %s', (sent, read) => {
  expect(v.parse(UserInfo.entries.suspensionMode, sent)).toBe(read);
});

describe('a call of section 7 has its method and path', () => {
  const calls = new Set(Object.values(api).map(({ method, path }) => `${method} ${path}`));
  test.each([
    'POST /api/card-details/authenticate',
    'GET /api/card-details/embossing-data-sharing',
    'POST /Account/Cardholder/Registration/Card/Verify',
    'POST /Account/Cardholder/Registration/Code/Verify',
    'GET /Account/Cardholder/Registration/ShortProfile',
    'GET /Business/AllowedPhoneCountries',
    'GET /Account/Cardholder/Registration/Username/IsAvailable',
    'POST /Account/Cardholder/Registration/Username/IsAvailable',
    'POST /Account/Cardholder/Registration/Profile',
    'POST /Account/Cardholder/Registration/Invite/Verify',
    'POST /Forgot/Authenticate',
    'GET /forgot/verification-methods',
    'POST /forgot/send-code',
    'POST /forgot/verify-code',
    'PUT /forgot/reset-password',
    'GET /security/current-device-login',
    'GET /security/recent-device-logins',
    'GET /security/recent-logins',
  ])('%s', (call) => expect(calls).toContain(call));
});
