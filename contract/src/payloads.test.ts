import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { SentenceId } from '../../docs/specification/sentences.ts';
import { api } from './api.ts';
import { businessPreferences } from './program/business-icon.ts';
import { businessCreditLine, businessSettings } from './program/business.ts';
import { errors, errorSchema } from './errors.ts';
import { primaryCreditBank } from './money/external-accounts.ts';
import { LinkedAccount, switchUser } from './access/linked-accounts.ts';
import { currentDeviceLogin, LoginRecord, loginActivityAlert, recentLogins } from './access/login-activity.ts';
import { login } from './access/login.ts';
import { authenticate, sendCode } from './access/mfa.ts';
import { onboardingChecklist } from './program/onboarding-checklist.ts';
import { forgotPassword, forgotUsername, resetPassword, verificationMethods } from './access/recovery.ts';
import {
  allowedPhoneCountries,
  registerCardholder,
  shortProfile,
  verifyCard,
  verifyInvite,
  verifyRegistrationCode,
} from './access/registration.ts';
import { session } from './access/session.ts';
import { Branding, siteConfig } from './program/site.ts';
import { UserInfo } from './program/user-info.ts';
import { createUserPreference } from './program/user-preference.ts';
import { embossingDataSharing } from './cards/vendor-links.ts';

/** Section 3: every field of an entity, spelled as there. Other fields are this project’s. */
const entities: [sentence: SentenceId | SentenceId[], what: string, schema: { entries: object }, fields: string][] = [
  [['@3.1', '@3.2'], 'login payload', login.body, 'username password recaptchaToken access_token refresh_token'],
  ['@3.3', 'multi-factor error body', errorSchema('MFA'), 'Code Message TwoFactorAuthSessionId TwoFactorAuthEntities'],
  [
    '@3.4',
    'multi-factor entity',
    errors.MFA.details.TwoFactorAuthEntities.item,
    'EntityType EntityAuthStatus EntityMasked',
  ],
  ['@3.5', 'send-code payload', sendCode.body, 'twoFactorAuthEntityType userName actionReason'],
  ['@3.6', 'send-code response', sendCode.answers[200], 'entityMasked'],
  ['@3.7', 'authenticate payload', authenticate.body, 'username code twoFactorAuthSessionId type'],
  [
    '@3.8',
    'card details response',
    embossingDataSharing.answers[200],
    'businessName invoice profileAddress amount cardNumber nameOnCard expirationDate cvV2 processDateTime',
  ],
  ['@3.9', 'card verify payload', verifyCard.body, 'cardNumber recaptchaToken'],
  [
    '@3.10',
    'code verify payload',
    verifyRegistrationCode.body,
    'cardNumber verificationCode recaptchaToken deviceId device',
  ],
  ['@3.11', 'code verify response', verifyRegistrationCode.answers[200], 'access_token'],
  [
    '@3.12',
    'short profile response',
    shortProfile.answers[200],
    'email firstName middleName lastName nameOnCard dateOfBirth homePhone homePhoneCountryCode mobilePhone mobilePhoneCountryCode',
  ],
  ['@3.15', 'allowed phone countries', allowedPhoneCountries.answers[200], 'allowedCountries'],
  [
    '@3.15',
    'allowed phone country',
    allowedPhoneCountries.answers[200].entries.allowedCountries.item,
    'countryCode countryName dialingCode',
  ],
  ['@7.14', 'invite payload', verifyInvite.body, 'inviteCode deviceId device'],
  ['@3.17', 'invite token claims', verifyInvite.answers[200], 'MFAModeBusiness MFAEnabled'],
  [
    '@3.18',
    'registration payload',
    registerCardholder.body,
    'token dateOfBirth homePhone homePhoneCountryCode mobilePhone mobilePhoneCountryCode username password passwordConfirmation securityQuestion securityAnswer mfaEnable deviceId device',
  ],
  ['@3.20', 'registration response', registerCardholder.answers[200], 'firstName lastName phoneNumber email'],
  [
    '@3.22',
    'user info',
    UserInfo,
    'firstName lastName userName businessSuspended businessOpen suspensionMode creditReplenishmentDelayDays allowAdminViewCardUsage userData linkedUsers',
  ],
  [
    '@3.23',
    'userData',
    UserInfo.entries.userData,
    'accountStatus firstName lastName bankId bankPayment program businessOperational usePexAccountBalanceForAuths',
  ],
  [
    '@3.24',
    'linkedUsers',
    UserInfo.entries.linkedUsers.item,
    'userId firstName lastName userName isUserAccountOpen businessStatus cardLast4',
  ],
  ['@3.25', 'linked account', LinkedAccount, 'userId businessName firstName lastName cardLast4 accountBalance'],
  ['@3.26', 'switch user request', switchUser.body, 'userId deviceId device'],
  ['@3.27', 'password reset payload', resetPassword.body, 'password confirmPassword deviceId device entityType code'],
  ['@3.28', 'verification method', verificationMethods.answers[200].item, 'entityType entityMasked'],
  ['@3.29', 'forgot password payload', forgotPassword.body, 'userName recaptchaToken'],
  ['@3.29', 'forgot username payload', forgotUsername.body, 'emailId recaptchaToken'],
  ['@3.30', 'device login', currentDeviceLogin.answers[200].entries.firstLogin, 'timestamp'],
  ['@3.31', 'login activity alert', loginActivityAlert.answers[200], 'newLoginsCount shouldAlert lastSeen'],
  ['@3.32', 'login record', LoginRecord, 'agent locationCity locationRegion locationCountry ipAddress timestamp'],
  ['@3.32', 'agent', LoginRecord.entries.agent, 'agentFamily osFamily'],
  ['@3.33', 'paged result', recentLogins.answers[200], 'items pageInfo'],
  ['@3.33', 'pageInfo', recentLogins.answers[200].entries.pageInfo, 'totalItems'],
  [
    ['@3.34', '@3.35'],
    'branding',
    Branding,
    'phoneAdminSupport emailAdminSupport phoneCardholderSupport emailCardholderSupport addressLineOne addressCity addressState addressZIP phoneGeneral emailGeneral showMobileAppsAdvert companyLong cardLongVisaTrademark cardLongMastercardTrademark',
  ],
  [
    '@3.36',
    'user preference',
    businessPreferences.answers[200].entries.businessPreferences,
    'useCustomIcon customIconUri',
  ],
  ['@3.37', 'user preference of a person', createUserPreference.body, 'preferNewApp'],
  ['@3.38', 'checklist counter', onboardingChecklist.answers[200], 'quantity counter'],
  [
    ['@3.39', '@3.40'],
    'primary credit bank',
    primaryCreditBank.answers[200].entries.primaryBank.wrapped,
    'authenticationMethod openBankingConnection status',
  ],
  ['@3.41', 'business credit line', businessCreditLine.answers[200], 'amount'],
  ['@3.42', 'business settings', businessSettings.answers[200], 'automaticBusinessSuspension'],
  ['@3.43', 'login check result', session.answers[200], 'isSuspect'],
  [
    '@3.44',
    'session timeout settings',
    siteConfig.answers[200].entries.sessionTimeout,
    'idleTimeSeconds warningTimeSeconds idleSensitivitySeconds',
  ],
];

describe('an entity of section 3 has its fields', () => {
  for (const [tags, what, schema, fields] of entities)
    test(`the ${what}`, { tags }, () => {
      expect(Object.keys(schema.entries)).toEqual(expect.arrayContaining(fields.split(' ')));
    });
});

test.each([
  ['Fraud', 'Fraud'],
  ['Bananas', 'Default'],
  [null, null],
])('a suspension mode %s is read as %s', { tags: '@4.43' }, (sent, read) => {
  expect(v.parse(UserInfo.entries.suspensionMode, sent)).toBe(read);
});

describe('a call of section 7 has its method and path', () => {
  const calls = new Set(Object.values(api).map(({ method, path }) => `${method} ${path}`));
  const wanted: [SentenceId, string][] = [
    ['@7.1', 'POST /api/card-details/authenticate'],
    ['@7.3', 'GET /api/card-details/embossing-data-sharing'],
    ['@7.4', 'POST /Account/Cardholder/Registration/Card/Verify'],
    ['@7.6', 'POST /Account/Cardholder/Registration/Code/Verify'],
    ['@7.8', 'GET /Account/Cardholder/Registration/ShortProfile'],
    ['@7.9', 'GET /Business/AllowedPhoneCountries'],
    ['@7.10', 'GET /Account/Cardholder/Registration/Username/IsAvailable'],
    ['@7.10', 'POST /Account/Cardholder/Registration/Username/IsAvailable'],
    ['@7.12', 'POST /Account/Cardholder/Registration/Profile'],
    ['@7.14', 'POST /Account/Cardholder/Registration/Invite/Verify'],
    ['@7.15', 'POST /Forgot/Authenticate'],
    ['@7.16', 'GET /forgot/verification-methods'],
    ['@7.17', 'POST /forgot/send-code'],
    ['@7.18', 'POST /forgot/verify-code'],
    ['@7.19', 'PUT /forgot/reset-password'],
    ['@7.21', 'GET /security/current-device-login'],
    ['@7.22', 'GET /security/recent-device-logins'],
    ['@7.23', 'GET /security/recent-logins'],
  ];
  for (const [tags, call] of wanted) test(`${call} exists`, { tags }, () => expect(calls).toContain(call));
});
