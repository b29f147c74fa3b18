import type { Refusal } from '../../../../flows/flow.ts';
import type { RegisteredCard } from '../data.ts';
import {
  blank,
  at,
  go,
  mayGoForward,
  retried,
  say,
  withToken,
  type Output,
  type RegistrationState,
  type StepHandlers,
} from './state.ts';

const loginOpened = (state: RegistrationState): RegistrationState => (state.joins ? state : go(state, 'login'));

/** The page of the person's details. */
export const detailsStep: StepHandlers<'details'> = {
  detailsEntered: (state, { details }) => afterDetails({ ...state, details }),
  loginOpened,
  wentBack: (state) => (state.entry === 'invite' ? state : go(state, 'card')),
  wentForward: (state) => (mayGoForward(state) && state.ahead ? go(state, state.ahead) : state),
  retried,
};

/** The page of the new username and password. */
export const accountStep: StepHandlers<'account'> = {
  accountEntered: (state, { entry }) =>
    withToken({ ...state, username: entry.username }, (token) => ({ call: 'checkUsername', token, entry })),
  loginOpened,
  wentBack: (state) => ({ ...go(state, 'details'), ahead: 'account' }),
  retried,
};

/** The login in the wizard, for a person with a username. */
export const loginStep: StepHandlers<'login'> = {
  registeringChosen: (state) => ({ ...go(state, 'details'), ahead: 'login' }),
  signedIn: (state) => afterLogin({ ...state, joins: true }),
  retried,
};

/** For a signed-in person the details are the last page; otherwise the account page follows, once they are saved. */
function afterDetails(state: RegistrationState): RegistrationState {
  const { details } = state;
  const page = go(state, 'details');
  if (details === null) return page;
  return withToken(page, (token) => ({ call: state.joins ? 'link' : 'keepDetails', token, details }));
}

/** A person who has filled in the details before logging in is not asked for them twice (WCAG 3.3.7). */
function afterLogin(state: RegistrationState): RegistrationState {
  if (state.details !== null) return afterDetails(state);
  // With this call the registration becomes theirs, even after a reload.
  return withToken(say(state, null), (token) => ({ call: 'loadProfile', token }));
}

/**
 * The details page, or the later one that this browser had reached. A resumed registration asks first who is there: a
 * shared computer must not show one person's details to the next.
 */
export function opened(state: RegistrationState): RegistrationState {
  if (state.asksWho) return go(state, 'confirm');
  const next = state.returnsToLogin ? 'login' : state.details === null ? 'details' : 'account';
  return { ...go(state, state.joins ? 'details' : next), returnsToLogin: false };
}

/** The account was created, or the card was added to a login. */
export const done = (
  state: RegistrationState,
  { registered, entersAt = null }: Output<'register'>,
  { call }: { call: 'register' | 'link' },
): RegistrationState => {
  const hasCard = state.profile?.role !== 'ADMIN';
  return {
    ...state,
    ...blank,
    view: at('done'),
    registered: {
      ...registered,
      hasCard,
      card: hasCard ? cardOf(state) : null,
      joined: call === 'link',
      entersAt,
    },
    inviteCode: null,
  };
};

const cardOf = ({ profile, cardNetwork }: RegistrationState): RegisteredCard | null =>
  profile?.cardLast4 == null
    ? null
    : { last4: profile.cardLast4, nameOnCard: profile.nameOnCard, network: cardNetwork };

const accountFields: ReadonlySet<string> = new Set(['username', 'password', 'passwordConfirmation', 'mfaEnable']);
export const isAboutDetails = ({ body }: Refusal) =>
  body.Code === 'VALIDATION' && body.Fields.some(({ Field }) => !accountFields.has(Field));
