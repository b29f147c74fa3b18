import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Email, PersonName, RequiredPersonName, text, Uuid } from '../fields.ts';
import { pageOf, pageQuery } from '../pages.ts';
import { Role } from './session.ts';
import { AdministratorPreset } from './team-permissions.ts';

/** AWAITS_APPROVAL: a second administrator has to approve it before the mail is sent. */
export const InviteStatus = v.picklist(['AWAITS_APPROVAL', 'PENDING', 'ACCEPTED', 'EXPIRED', 'REVOKED']);
export type InviteStatus = v.InferOutput<typeof InviteStatus>;

export const Invite = v.object({
  id: v.string(),
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  role: Role,
  /** Of an administrator. */
  preset: v.nullable(AdministratorPreset),
  status: InviteStatus,
  invitedBy: v.string(),
  sentAt: v.string(),
  expiresAt: v.string(),
  acceptedAt: v.nullable(v.string()),
});
export type Invite = v.InferOutput<typeof Invite>;

const LockedCard = v.object({
  cardId: v.string(),
  nameOnCard: v.string(),
  cardLast4: v.string(),
  /** How often it was unlocked before. */
  timesUnlocked: v.number(),
});
export type LockedCard = v.InferOutput<typeof LockedCard>;

/** The newest first. */
export const invites = endpoint({
  method: 'GET',
  path: '/api/invites',
  summary: 'Invites of the current business, by pages',
  access: 'session',
  permission: 'team-members.view',
  query: v.object({
    ...pageQuery,
    /** In the first and last name. */
    text: v.optional(text(80)),
    role: v.optional(Role),
    status: v.optional(InviteStatus),
  }),
  answers: {
    200: v.object({
      ...pageOf(Invite).entries,
      /**
       * The number of invites that nobody has accepted yet, over all pages and without filters; null after the first
       * page.
       */
      waiting: v.nullable(v.number()),
    }),
  },
  errors: [],
});

/** Cards whose registration is locked by too many wrong verification codes (reading 9). */
export const lockedRegistrations = endpoint({
  method: 'GET',
  path: '/api/locked-registrations',
  summary: 'Cards of the current business that cannot be registered before they are unlocked',
  access: 'session',
  permission: 'team-members.view',
  answers: { 200: v.object({ lockedCards: v.array(LockedCard) }) },
  errors: [],
});

/** An administrator unlocks a card that too many wrong verification codes have locked (reading 9). */
export const unlockRegistration = endpoint({
  method: 'POST',
  path: '/api/cards/{id}/unlock-registration',
  summary: 'Let a card be registered again after too many wrong verification codes',
  access: 'session',
  permission: 'registrations.unlock',
  limit: { per: 'session', requests: 60, windowSeconds: 600 },
  params: v.object({ id: Uuid }),
  answers: { 204: null },
  errors: [],
});

/** Invites a person by email; the link works once, for seven days. */
export const createInvite = endpoint({
  method: 'POST',
  path: '/api/invites',
  summary: 'Invite a person to the current business; a second administrator approves administrators under four eyes',
  access: 'session',
  permission: 'invites.send',
  limit: { per: 'session', requests: 60, windowSeconds: 600 },
  body: v.object({
    email: Email,
    firstName: RequiredPersonName,
    middleName: v.optional(v.nullable(PersonName)),
    lastName: RequiredPersonName,
    role: v.picklist(['ADMIN', 'CARDHOLDER'], 'format'),
    /** The preset of the new administrator, which may grant at most what the caller has. By default ADMINISTRATOR. */
    preset: v.optional(v.nullable(AdministratorPreset)),
  }),
  answers: { 201: Invite },
  errors: [
    'INVITE_ALREADY_PENDING',
    'INVITE_LIMIT_REACHED',
    'BUSINESS_NOT_OPEN',
    'STEP_UP_REQUIRED',
    'PERMISSIONS_NOT_CHANGEABLE',
  ],
});

export const resendInvite = endpoint({
  method: 'POST',
  path: '/api/invites/{id}/resend',
  summary:
    'Send the invite again with a new link; the old link stops working. A second administrator approves administrators under four eyes',
  access: 'session',
  permission: 'invites.send',
  limit: { per: 'session', requests: 60, windowSeconds: 600 },
  params: v.object({ id: Uuid }),
  answers: { 200: Invite },
  errors: [
    'INVITE_NOT_PENDING',
    'INVITE_ALREADY_PENDING',
    'INVITE_LIMIT_REACHED',
    'RESEND_LIMIT_REACHED',
    'BUSINESS_NOT_OPEN',
    'STEP_UP_REQUIRED',
    'PERMISSIONS_NOT_CHANGEABLE',
  ],
});

export const revokeInvite = endpoint({
  method: 'POST',
  path: '/api/invites/{id}/revoke',
  summary: 'Make an invite worthless',
  access: 'session',
  permission: 'invites.revoke',
  params: v.object({ id: Uuid }),
  answers: { 200: Invite },
  errors: ['INVITE_NOT_PENDING'],
});
