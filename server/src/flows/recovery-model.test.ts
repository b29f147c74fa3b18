import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recoverySequences, type RecoveryEvent } from '../testing/flows/recovery-events.ts';
import { RecoveryFlow, recoveryGuards, type RecoveryGuard } from '../testing/flows/recovery-flow.ts';
import { missingProof, type RecoveryEntry } from '../testing/flows/recovery-proofs.ts';
import { onTheModel, timeout } from '../testing/flows/runs.ts';

const began = Date.UTC(2026, 0, 5);
const ways = ['text', 'administrator'] as const;

/**
 * Plays a sequence on the model; @returns the proofs that were missing when a password was set, and how many were set.
 */
function play(by: (typeof ways)[number], events: readonly RecoveryEvent[], leftOut: readonly RecoveryGuard[] = []) {
  const flow = new RecoveryFlow(began, by, leftOut);
  const entries: RecoveryEntry[] = [];
  let passwords = 0;
  for (const event of events) {
    const act = flow.resolve(event);
    if (!act) continue;
    const at = flow.now;
    const entry = { at, act, outcome: flow.play(act), sent: flow.sent };
    if (entry.outcome === 'session') {
      passwords += 1;
      const missing = missingProof(entries, entry, by);
      if (missing !== null) return { missing, passwords };
    }
    entries.push(entry);
  }
  return { missing: null, passwords };
}

test('none of many sequences sets a password without every proof', { tags: '@beyond.47', timeout }, () => {
  let passwords = 0;
  fc.assert(
    fc.property(fc.constantFrom(...ways), recoverySequences, (by, events) => {
      const played = play(by, events);
      passwords += played.passwords;
      expect(played.missing).toBeNull();
    }),
    onTheModel,
  );
  // The test is useless if no sequence succeeds.
  expect(passwords).toBeGreaterThan(onTheModel.numRuns / 10);
});

/** If two guards cover the same, both are left out. */
const together: Partial<Record<RecoveryGuard, readonly RecoveryGuard[]>> = {
  // A newly set password is newer than the links before it.
  'a link that was used': ['a password that changed since'],
  'a word used once': ['a password that changed since', 'a link that was used'],
};

describe('without a guard, a sequence is found that gets through', () => {
  test.each(recoveryGuards)('%s', (guard) => {
    const leftOut = [guard, ...(together[guard] ?? [])];
    const found = fc.check(
      fc.property(
        fc.constantFrom(...ways),
        recoverySequences,
        (by, events) => play(by, events, leftOut).missing === null,
      ),
      { numRuns: 20_000 },
    );
    expect(found.failed, guard).toBe(true);
  });
});
