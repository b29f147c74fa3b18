import * as v from 'valibot';
import { registration as limits } from '@florin/contract/limits';
import { marker } from '../../../session/browser-session.ts';
import type { RegistrationState } from './steps/state.ts';

const key = 'registration';
const Finished = v.object({
  entry: v.picklist(['default', 'invite']),
  hasCard: v.boolean(),
  joined: v.boolean(),
  /** Where the new person's session begins. */
  entersAt: v.nullable(v.picklist(['dashboard', 'phone'])),
  /** The support phone. */
  phoneNumber: v.nullable(v.string()),
});
const Kept = v.object({
  finished: v.optional(Finished),
  captcha: v.optional(v.picklist([1, 2, 3])),
  /** A registration is open. */
  underWay: v.optional(v.boolean()),
  /** Milliseconds since 1970. */
  until: v.number(),
  /** Of its login. */
  epoch: v.nullable(v.string()),
});

/**
 * State that survives a reload of the page: that a registration is finished, that the card page needs a captcha, or
 * that one was open for another login than the browser's current one. It names nobody.
 */
export interface KeptInEntry extends Pick<v.InferOutput<typeof Kept>, 'finished' | 'captcha'> {
  loginChanged?: boolean;
}

/** The content of this history entry of the tab, for as long as a registration lives, and for its login. */
export function readKeptInEntry(now: number): KeptInEntry {
  const kept = v.safeParse(Kept, entryState()[key]);
  if (!kept.success || kept.output.until <= now) return {};
  const { finished, captcha, underWay, epoch } = kept.output;
  const isOther = epoch !== currentLogin();
  // No message about a login that the person has ended themselves.
  if (underWay) return { loginChanged: isOther && currentLogin() !== null };
  if (!isOther || finished === undefined) return { finished, captcha };
  // The session of the new person is over: they log in themselves.
  return finished.joined ? {} : { finished: { ...finished, entersAt: null }, captcha };
}

/** Follows the wizard; existing content keeps its time. */
export function keepInEntry(
  { view: { step }, entry, proof, registered, captchaDifficulty }: RegistrationState,
  now: number,
): void {
  // A restored state is not opened yet.
  if (step === 'opening') return;
  if (step === 'done' && registered) {
    if (readKeptInEntry(now).finished) return;
    const { hasCard, joined, entersAt, phoneNumber } = registered;
    write(now, { finished: { entry, hasCard, joined, entersAt, phoneNumber } });
  } else if (step === 'card' && captchaDifficulty !== null) write(now, { captcha: captchaDifficulty });
  else if (step === 'code' || proof !== null) write(now, { underWay: true });
  else forgetKeptInEntry();
}

/** The same address opened anew keeps its entry: without this a finished registration would be shown again. */
export function forgetKeptInEntry(): void {
  if (!(key in entryState())) return;
  const { [key]: _, ...rest } = entryState();
  window.history.replaceState(rest, '');
}

function write(now: number, kept: Pick<v.InferOutput<typeof Kept>, 'finished' | 'captcha' | 'underWay'>): void {
  const until = now + limits.lifetimeSeconds * 1000;
  window.history.replaceState({ ...entryState(), [key]: { ...kept, until, epoch: currentLogin() } }, '');
}

const currentLogin = () => marker.read()?.epoch ?? null;
const entryState = () => (window.history.state ?? {}) as Record<string, unknown>;
