import * as v from 'valibot';
import { CardKind, CardStatus } from '../cards/card-states.ts';
import { endpoint } from '../endpoint.ts';
import { exportLimit, ExportFormat, exportTypes } from '../exports.ts';
import { text, Uuid } from '../fields.ts';
import { Money } from '../money.ts';
import { pageOf, pageQuery } from '../pages.ts';
import { PendingChange } from './pending-changes.ts';
import { permissionFlags } from '../permissions.ts';
import { Role } from './session.ts';
import { AdministratorPreset } from './team-permissions.ts';

const MemberState = v.picklist(['OPEN', 'CLOSED'], 'format');

/** An account in the current business; a person may have two. */
const Member = v.object({
  membershipId: v.string(),
  personId: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  isYou: v.boolean(),
  role: Role,
  /** Of an administrator. */
  preset: v.nullable(AdministratorPreset),
  /** The permissions differ from the preset's. */
  hasExceptions: v.boolean(),
  state: MemberState,
  /** Cards that are not closed. */
  cards: v.number(),
  /** Of the newest of them. */
  cardLast4: v.nullable(v.string()),
  /** What is left in their wallets; null if no card has one because the cards draw on the business. */
  balance: v.nullable(Money),
  /** The latest login with this account in the last 13 months; null: none. */
  lastLoginAt: v.nullable(v.string()),
});
export type Member = v.InferOutput<typeof Member>;

export const MemberSort = v.picklist(['NAME', 'LAST_LOGIN'], 'format');
export type MemberSort = v.InferOutput<typeof MemberSort>;

const Presets = v.pipe(
  text(200),
  v.transform((list) => [...new Set(list.split(','))]),
  v.array(AdministratorPreset),
);
const view = {
  /** Words in the first and last name, in any order. */
  text: v.optional(text(80)),
  role: v.optional(Role),
  /** Separated by commas. */
  preset: v.optional(Presets),
  state: v.optional(MemberState),
  sort: v.optional(MemberSort, 'NAME'),
  /** By default, names from A to Z, and the latest login first. People who have never logged in come last. */
  order: v.optional(v.picklist(['ASC', 'DESC'], 'format')),
};

export const team = endpoint({
  method: 'GET',
  path: '/api/team',
  summary: 'The accounts of the current business, by pages',
  access: 'session',
  permission: 'team-members.view',
  query: v.object({
    ...pageQuery,
    /** It holds a name, of up to 120 letters of any script. */
    cursor: v.optional(text(1000)),
    ...view,
  }),
  answers: {
    200: v.object({
      ...pageOf(Member).entries,
      /** Of all pages, on the first one alone. */
      totals: v.nullable(
        v.object({
          accounts: v.number(),
          people: v.number(),
          /** Invites of the business that nobody has accepted yet, whatever the filters. */
          waitingInvites: v.number(),
        }),
      ),
    }),
  },
  errors: [],
});

export const exportTeam = endpoint({
  method: 'GET',
  path: '/api/team/export',
  summary: 'The accounts of the current business as a CSV or XLSX file, filtered and sorted as the list',
  access: 'session',
  permission: 'team-members.view',
  limit: exportLimit,
  query: v.object({ ...view, format: ExportFormat }),
  file: Object.values(exportTypes),
  answers: { 200: null },
  errors: [],
});

/** One account with what an administrator may see of it. */
export const teamMember = endpoint({
  method: 'GET',
  path: '/api/team/{id}',
  summary: 'One account of the current business, with its permissions, cards and security',
  access: 'session',
  permission: 'team-members.view',
  params: v.object({ id: Uuid }),
  answers: {
    200: v.object({
      ...Member.entries,
      flags: v.array(v.picklist(permissionFlags)),
      since: v.string(),
      heldCards: v.array(
        v.object({
          id: v.string(),
          kind: CardKind,
          name: v.nullable(v.string()),
          last4: v.string(),
          status: CardStatus,
          /** What is left in its wallet; null if the card draws on the business. */
          left: v.nullable(Money),
          groups: v.array(v.string()),
        }),
      ),
      security: v.object({
        /** A login needs a second factor. */
        secondFactor: v.boolean(),
        passwordChangedAt: v.string(),
        /** Sessions with this account that are open now. */
        openSessions: v.number(),
      }),
    }),
  },
  errors: [],
});

const Closing = v.object({
  cards: v.array(
    v.object({ id: v.string(), name: v.nullable(v.string()), last4: v.string(), left: v.nullable(Money) }),
  ),
  /** From the cards' balances back to the account. */
  returned: Money,
  /** On hold for purchases that have not settled. It stays on the closed cards until they settle. */
  onHold: Money,
  /** Pending requests, which are canceled. */
  requests: v.number(),
  /** Pending invites that the person has sent, which stop working. */
  invites: v.number(),
  openSessions: v.number(),
  /** A second administrator has to approve it. */
  needsSecond: v.boolean(),
});
export type Closing = v.InferOutput<typeof Closing>;

export const memberClosing = endpoint({
  method: 'GET',
  path: '/api/team/{id}/closing',
  summary: 'What closing an account would change',
  access: 'session',
  permission: 'team-members.view',
  params: v.object({ id: Uuid }),
  answers: { 200: Closing },
  errors: [],
});

/**
 * Closes the cards, returns their balances, cancels pending requests and ends the sessions, all at once or not at all.
 * `returned` and `cards`: what the caller has seen; anything else is refused with VERSION_CONFLICT. 202: it waits for a
 * second administrator.
 */
export const closeMember = endpoint({
  method: 'POST',
  path: '/api/team/{id}/close',
  summary: 'Close an account of the current business',
  access: 'session',
  permission: 'team-members.close',
  limit: { per: 'session', requests: 60, windowSeconds: 60 },
  params: v.object({ id: Uuid }),
  body: v.object({
    cards: v.pipe(v.number('type'), v.safeInteger('format')),
    returned: v.pipe(v.number('type'), v.safeInteger('format')),
  }),
  answers: { 204: null, 202: v.object({ change: PendingChange }) },
  errors: ['STEP_UP_REQUIRED', 'PERMISSIONS_NOT_CHANGEABLE', 'STEP_NOT_POSSIBLE', 'VERSION_CONFLICT'],
});
