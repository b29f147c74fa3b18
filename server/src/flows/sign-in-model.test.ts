import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signInSequences, type SignInEvent } from '../testing/flows/sign-in-events.ts';
import { SignInFlow, signInGuards, type SignInGuard } from '../testing/flows/sign-in-flow.ts';
import { missingProof, type SignInEntry } from '../testing/flows/sign-in-proofs.ts';
import { onTheModel, timeout } from '../testing/flows/runs.ts';

const began = Date.UTC(2026, 0, 5);

/**
 * Plays a sequence on the model; @returns the proofs that were missing when a session was issued, and how many were
 * issued.
 */
function play(events: readonly SignInEvent[], leftOut: readonly SignInGuard[] = []) {
  const flow = new SignInFlow(began, leftOut);
  const entries: SignInEntry[] = [];
  let sessions = 0;
  for (const event of events) {
    const act = flow.resolve(event);
    if (!act) continue;
    const at = flow.now;
    const entry = { at, act, outcome: flow.play(act), sent: flow.sent };
    if (entry.outcome === 'session') {
      sessions += 1;
      const missing = missingProof(entries, entry);
      if (missing !== null) return { missing, sessions };
    }
    entries.push(entry);
  }
  return { missing: null, sessions };
}

test('none of many sequences reaches a session without every proof', { tags: '@beyond.46', timeout }, () => {
  let sessions = 0;
  fc.assert(
    fc.property(signInSequences, (events) => {
      const played = play(events);
      sessions += played.sessions;
      expect(played.missing).toBeNull();
    }),
    onTheModel,
  );
  // The test is useless if no sequence succeeds.
  expect(sessions).toBeGreaterThan(onTheModel.numRuns / 10);
});

/** Guards that each cover something alone; two that cover the same are left out together. */
const together: Partial<Record<SignInGuard, SignInGuard>> = { 'a code used once': 'a sign-in that is over' };

describe('without a guard, a sequence is found that gets through', () => {
  test.each(signInGuards)('%s', (guard) => {
    const leftOut = [guard, ...(guard in together ? [together[guard]!] : [])];
    const found = fc.check(
      fc.property(signInSequences, (events) => play(events, leftOut).missing === null),
      { numRuns: 5000 },
    );
    expect(found.failed, guard).toBe(true);
  });
});
