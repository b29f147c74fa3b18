import { agreementOf } from '@florin/contract/program/agreements';
import type { LegalText } from '@florin/contract/program/legal-texts';
import type { Site } from '@florin/contract/program/site';
import { paths, type RoutePath } from '../../paths.ts';
import { refuse, type Answers } from '../answers.ts';
import { peopleOfBusiness } from '../business.ts';
import { ofBusiness, ofHolder, ofHugeBusiness } from '../card-core.ts';
import { fundingAnswers, schedule, transferAnswers } from '../money.ts';
import { operator, operatorAnswers } from '../operator.ts';
import { administrator, answersFor, cardholder } from '../people.ts';
import { ofPerson, seven } from '../person.ts';
import { activeRules, limits, policy, policyAnswers, policyId, version } from '../policies.ts';
import { invited } from '../registration.ts';
import { usualSite } from '../render-app.tsx';
import { sampleAnswers } from '../sample.ts';
import { settingsAnswers } from '../settings.ts';
import { withLongContent } from './long-content.ts';

type Visitor = 'administrator' | 'cardholder' | 'operator' | 'stranger';

/** One place of the product. Data is nothing, some, or far too much. */
export interface Screen {
  by: Visitor;
  /** Its address, where that has a parameter or a state. */
  at?: string;
  /** What stands there once some data is loaded. */
  shows: string | RegExp;
  /** Besides what every screen of the visitor is answered. */
  answers?: Answers;
  /** The same where there is far too much, in place of `answers`. */
  crowded?: Answers;
  site?: Partial<Site>;
  /** A form or a text that no data changes. */
  isFixed?: true;
  /** One object: without data there is none to open. */
  isOfOne?: true;
}

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const long = 'Donaudampfschifffahrtsgesellschaftskapitaen and all of her many many sisters';
const many = Array.from({ length: 40 }, (_, n) => n);

const written = policy(
  version(3, 'DRAFT', [
    limits.week,
    { ...limits.meal, limit: 75_00 },
    ...activeRules.slice(2, 4),
    { kind: 'count', period: 'day', limit: 4 },
  ]),
  version(2, 'SHADOW', [limits.week]),
  version(1, 'ACTIVE', activeRules),
);
const muchWritten = {
  ...policy(
    version(3, 'DRAFT', [
      { kind: 'allow', field: 'merchant', values: many.map((n) => `${long} ${n}`.slice(-80)) },
      { kind: 'amount', period: 'year', limit: 999_999_999_99 },
      ...many
        .slice(1, 20)
        .map((n) => ({ kind: 'amount', period: 'since', since: `2026-11-${10 + n}`, limit: n }) as const),
    ]),
    version(2, 'ACTIVE', activeRules),
    version(1, 'INACTIVE', [limits.week]),
  ),
  name: long,
};
const muchOfPolicies: Answers = {
  ...policyAnswers(muchWritten),
  categoryGroupList: {
    groups: many.map((n) => ({
      key: `0190a000-0000-7000-8000-0000000007${10 + n}`,
      name: `${long} ${n}`,
      ranges: many.map((code) => ({ from: 3000 + code * 2, to: 3000 + code * 2 })),
      own: true,
      changedAt: '2026-11-01T00:00:00.000Z',
      policies: 9999,
    })),
  },
};

const ofAdministrator: Answers = {
  ...ofBusiness,
  ...ofPerson,
  ...peopleOfBusiness,
  ...policyAnswers(written),
  ...settingsAnswers,
  ...fundingAnswers,
};
const ofCardholder: Answers = {
  ...ofHolder,
  ...ofPerson,
  cardDetailsViews: ofHolder.cardDetailsViews!,
  notificationPreferences: settingsAnswers.notificationPreferences!,
};
const ofOperator: Answers = { ...ofAdministrator, ...answersFor(operator), ...operatorAnswers };

/** What every screen is answered where there is some data. */
const some: Record<Visitor, Answers> = {
  administrator: ofAdministrator,
  cardholder: ofCardholder,
  operator: ofOperator,
  stranger: { branding: ofAdministrator.branding! },
};
const none: Record<Visitor, Answers> = {
  administrator: {
    ...sampleAnswers,
    ...answersFor(administrator),
    transaction: ofBusiness.transaction!,
    card: ofBusiness.card!,
  },
  cardholder: {
    ...sampleAnswers,
    ...answersFor({ ...cardholder, features: ['request-funding'] }),
    myTransaction: ofHolder.myTransaction!,
    ownCard: ofHolder.ownCard!,
  },
  operator: { ...sampleAnswers, ...answersFor(operator) },
  stranger: {},
};
/** The keys of a breakdown are names, and the ids of cards and schedules are asked for: none of them is copied. */
const asTheyAre: Answers = {
  ...muchOfPolicies,
  spendBreakdown: ofHugeBusiness.spendBreakdown!,
  cards: ofHugeBusiness.cards!,
  fundingSchedules: {
    items: many.slice(0, 6).map((n) => ({ ...schedule, id: n === 0 ? schedule.id : id(2000 + n), name: long })),
  },
};

export type Data = 'none' | 'some' | 'far too much';

/** What the server answers to a screen. */
export function answersOf({ by, answers, crowded }: Screen, data: Data): Answers {
  if (data === 'none') return none[by];
  if (data === 'some') return { ...some[by], ...answers };
  const isOfBusiness = by === 'administrator' || by === 'operator';
  return {
    ...withLongContent({ ...some[by], ...(isOfBusiness && ofHugeBusiness), ...answers }),
    ...(isOfBusiness && asTheyAre),
    ...crowded,
  };
}

const words = (text: string) => [{ kind: 'text', text } as const];
const text: LegalText = {
  name: 'Privacy policy',
  version: 3,
  effectiveDate: '04/2024',
  preamble: [{ kind: 'paragraph', words: words('This is what applies.') }],
  sections: ['What we know', 'Who else knows it'].map((title, i) => ({
    id: `section-${i + 1}`,
    number: String(i + 1),
    title,
    blocks: [
      { kind: 'paragraph', words: [{ kind: 'link', text: 'The other one', to: '/legal/faq' }] },
      { kind: 'list', ordered: true, items: [words('Your name'), words('Your address')] },
      {
        kind: 'table',
        head: [words('Fee'), words('Amount')],
        rows: [[words('Inactivity of a card that nobody has used for a year'), words('$2.00')]],
      },
      { kind: 'heading', id: `part-${i + 1}`, number: `${i + 1}.1`, title: 'In short' },
    ],
  })),
};

const theme = { ...usualSite.program.theme, brandHue: 230, brandChroma: 0.13, tintHue: 230, tintChroma: 0.01 };
const harbor = { ...usualSite.program, slug: 'harbor', name: 'Harbor', theme };

const message = { at: '2026-11-02T15:00:00Z', replyTo: null, subject: null };
const outbox: Answers = {
  outboxMessages: [
    {
      ...message,
      id: '2',
      channel: 'sms',
      to: '+12125550142',
      text: 'Florin: 123456 is your code. Reply STOP to end.',
    },
    {
      ...message,
      id: '1',
      channel: 'email',
      to: 'maya.chen@northwind.example',
      subject: 'Your Secure Access Code',
      text: 'Your Secure Access Code is 123456.\n\nhttp://localhost/reset-password/rst_1',
    },
  ],
  stoppedPhones: ['+12125550144'],
};

const ofSeven: Answers = {
  userInfo: {
    ...administrator,
    linkedUsers: seven.map(({ userId, isUserAccountOpen, businessStatus, cardLast4 }) => ({
      ...administrator.linkedUsers[0]!,
      userId,
      isUserAccountOpen,
      businessStatus,
      cardLast4,
    })),
  },
  linkedAccounts: { accounts: seven },
};

/** A page like that of another address. */
interface Alike {
  like: RoutePath;
}
const transfersPath = paths.bankTransfers;
const fixed = (by: Visitor, shows: string | RegExp, more: Partial<Screen> = {}): Screen => ({
  by,
  shows,
  isFixed: true,
  ...more,
});
const ofRole = (by: Visitor, shows: string | RegExp, more: Partial<Screen> = {}): Screen => ({ by, shows, ...more });

/** Every address of the product with what is looked at there. An address without a line does not compile. */
const screens: Record<RoutePath, readonly Screen[] | Alike> = {
  '/login': [fixed('stranger', 'Username', { site: { demoData: true } })],
  '/login/$customSlug': [fixed('stranger', 'Username', { at: '/login/harbor', site: { program: harbor } })],
  '/auto-logout': [fixed('stranger', 'Sign in again')],
  '/autologin': [
    fixed('stranger', 'That login link has expired.', {
      at: '/autologin/none',
      answers: { siteConfig: usualSite, redeemAutologinTicket: refuse('TICKET_INVALID') },
    }),
  ],
  '/forgot-username': [fixed('stranger', 'Send my username')],
  '/forgot-password': [fixed('stranger', 'Username')],
  '/registration': [
    fixed('stranger', 'Card number', { answers: { resumeRegistration: refuse('REGISTRATION_EXPIRED') } }),
    fixed('cardholder', /Not you\?/),
  ],
  '/reset-password': [
    fixed('stranger', 'Continue', {
      at: `/reset-password/rsl_${'a'.repeat(43)}`,
      answers: { checkResetLink: {} },
    }),
  ],
  '/login-link': [fixed('stranger', 'Email me a login link')],
  '/registration-link': [
    fixed('stranger', 'This link has expired', {
      at: '/registration-link/rgl_none',
      answers: { openRegistrationLink: refuse('REGISTRATION_LINK_INVALID') },
    }),
  ],
  '/card-details-request': [fixed('stranger', /expired/)],
  '/invites': [fixed('stranger', 'Accept invitation', { at: '/invites?code=inv_1', answers: invited })],
  '/funds-verification': [fixed('stranger', /link from your email|Funds verification/)],
  '/add-account': [fixed('administrator', /You are logged in as/, { answers: ofSeven })],
  '/outbox': [ofRole('stranger', 'Your Secure Access Code', { answers: outbox, isFixed: true })],

  '/security-checklist': [fixed('cardholder', 'To do'), fixed('stranger', 'Security checklist')],
  '/login-activity': [ofRole('cardholder', /No other device/), fixed('stranger', 'Login activity')],
  '/my-accounts': [ofRole('administrator', 'Juniper Robotics', { answers: ofSeven })],
  '/cardholder-bankcorp-credit-aggreement': [
    fixed('stranger', 'This is what applies.', { answers: { legalText: text } }),
  ],
  '/legal/terms-and-conditions': { like: paths.privacyPolicy },
  '/legal/privacy-policy': [fixed('stranger', 'This is what applies.', { answers: { legalText: text } })],
  '/legal/services-agreement': { like: paths.privacyPolicy },
  '/legal/e-sign-agreement': { like: paths.privacyPolicy },
  '/legal/faq': { like: paths.privacyPolicy },

  '/dashboard': [
    ofRole('administrator', /Meridian Fuel, pump 4, hold released/),
    ofRole('administrator', /until Dec 16/, { at: '/dashboard?figure=posted' }),
    ofRole('cardholder', /Where and when this card works/),
  ],
  '/fast-phone-verification': [fixed('cardholder', 'Verify your phone')],
  '/contact-us': [fixed('cardholder', '1 Florin Square, Suite 200')],
  '/account': [ofRole('cardholder', 'Confirmed')],
  '/account/security': [ofRole('cardholder', 'My laptop')],
  '/account/preferences': [ofRole('administrator', 'No icon yet.')],
  '/account/notifications': [ofRole('administrator', /The digest is one email/)],
  '/account/linked-accounts': [ofRole('administrator', 'Juniper Robotics', { answers: ofSeven })],
  '/review': { like: paths.reports },
  '/reports': [fixed('cardholder', 'Reports')],
  '/apps': { like: paths.reports },
  '/bills': { like: paths.reports },
  '/vendors': { like: paths.reports },
  '/payments': { like: paths.reports },
  '/payment-requests': { like: paths.reports },
  '/payment-requests/reimbursements/new-requests': { like: paths.reports },
  '/requisitions': { like: paths.reports },

  '/my-transactions/purchases': [ofRole('cardholder', /Trattoria Lucca 1/)],
  '/my-transactions/card-transactions': [
    ofRole('cardholder', /Trattoria Lucca 1/),
    ofRole('cardholder', /Deposit for two rooms/, { at: `/my-transactions/card-transactions?open=${id(2)}` }),
  ],
  '/my-transactions/card-declines': [ofRole('cardholder', /Trattoria Lucca 3/)],
  '/my-cards': [ofRole('cardholder', /Team events|Everyday/)],
  '/spend-policies': [fixed('cardholder', /Resets /)],
  '/attachments': { like: paths.reports },
  '/funding-requests': [
    ofRole('cardholder', /Dinner with Harbor Supply/),
    ofRole('cardholder', /decides/, { at: `/funding-requests?open=${id(401)}` }),
  ],

  '/transactions': [
    ofRole('administrator', /Trattoria Lucca 1/),
    ofRole('administrator', /Why it was allowed/, { at: `/transactions?open=${id(2)}`, isOfOne: true }),
  ],
  '/cards': [ofRole('administrator', /Frozen by Maya Chen/)],
  '/cards/requests': [
    ofRole('administrator', /Declined at Trattoria Lucca|Dinner with Harbor Supply/),
    ofRole('administrator', /Priya Nair asks for/, { at: `/cards/requests?open=${id(401)}` }),
  ],
  '/cards/policies': [
    ofRole('administrator', 'Every card'),
    ofRole('administrator', 'Trade fair', { at: '/cards/policies?view=temporary' }),
  ],
  '/cards/funding': [
    ofRole('administrator', 'Drivers'),
    ofRole('administrator', 'Field crew', { at: `/cards/funding?schedule=${schedule.id}` }),
    ofRole('administrator', 'Field crew 3', { at: `/cards/funding?run=${id(600)}` }),
  ],
  '/cards/vendor-links': [ofRole('administrator', 'Revoked')],
  '/team-members': [
    ofRole('administrator', 'Priya Nair'),
    ofRole('administrator', 'Field crew, Drivers', { at: `/team-members?open=${id(1)}` }),
    ofRole('administrator', 'Awaits approval', { at: '/team-members?state=INVITED' }),
  ],
  '/team-members/changes': [ofRole('administrator', /Close the account of Otis Grant/)],
  '/reconciliation': { like: paths.reports },
  '/onboarding-checklist': [ofRole('administrator', '2 of 8 steps done')],
  '/business-settings': [ofRole('administrator', /Vendors enter/)],
  '/business-settings/spend-controls': [ofRole('administrator', 'Studio meals')],
  '/business-settings/permissions': [ofRole('administrator', /changes wait/)],
  '/business-settings/notifications': [ofRole('administrator', /The digest is one email/)],
  '/business-settings/external-accounts': [ofRole('administrator', 'Enter amounts')],
  '/business-settings/external-accounts/transfers': [
    ofRole('administrator', /Sends/, { answers: transferAnswers }),
    ofRole('administrator', /Account closed \(R02\)/, {
      at: `${transfersPath}?open=${id(2)}`,
      answers: transferAnswers,
    }),
  ],
  '/business-settings/external-accounts/validate-external-account': [ofRole('administrator', 'First amount in USD')],
  '/additional-accounts': { like: paths.reports },
  '/bank-statements/upload': { like: paths.reports },
  '/operator': ['suspense', 'webhooks', 'settlement', 'holds', 'jobs', 'audit'].map((list) =>
    ofRole('operator', 'Operator', { at: `/operator?list=${list}` }),
  ),

  '/cardholder-mb-agreement': { like: paths.bancorpAgreement },
  '/cardholder-fifththird-grants-agreement': { like: paths.bancorpAgreement },
  '/cardholder-fifththird-disburse-owned-funds-agreement': { like: paths.bancorpAgreement },
  '/cardholder-bancorp-agreement': [
    fixed('cardholder', 'This is what applies.', {
      answers: {
        ownAgreement: {
          status: { agreement: agreementOf(cardholder), version: 2, asked: true, accepted: null },
          text: { ...text, name: agreementOf(cardholder) },
        },
      },
    }),
  ],
  '/cardholder-bancorp-mc-agreement': { like: paths.bancorpAgreement },
  '/cardholder-bancorp-grants-agreement': { like: paths.bancorpAgreement },
  '/cardholder-bancorp-disburse-owned-funds-agreement': { like: paths.bancorpAgreement },

  '/cards/policies/$id': [
    ofRole('administrator', /Would have declined 2/, { at: `/cards/policies/${policyId}` }),
    fixed('administrator', /cannot be changed/, { at: `/cards/policies/${policyId}?version=1` }),
  ],
  '/cards/$id': [ofRole('administrator', /PRIYA NAIR/, { at: `/cards/${id(900)}` })],
  '/my-cards/$id': [ofRole('cardholder', /PRIYA NAIR/, { at: `/my-cards/${id(900)}` })],
};

/** Every screen with its address and the pattern of its route. */
export const everyScreen = Object.entries(screens).flatMap(([route, found]) =>
  'like' in found ? [] : found.map((screen) => ({ route, at: screen.at ?? route, screen })),
);
