import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { registrationSequences, type RegistrationEvent } from '../testing/flows/registration-events.ts';
import { RegistrationFlow, registrationGuards, type RegistrationGuard } from '../testing/flows/registration-flow.ts';
import { missingProof, type RegistrationEntry } from '../testing/flows/registration-proofs.ts';
import { onTheModel, timeout } from '../testing/flows/runs.ts';

const began = Date.UTC(2026, 0, 5);

/**
 * Plays a sequence on the model; @returns the proofs that were missing when a registration was finished, and how many
 * were finished.
 */
function play(events: readonly RegistrationEvent[], leftOut: readonly RegistrationGuard[] = []) {
  const flow = new RegistrationFlow(began, leftOut);
  const entries: RegistrationEntry[] = [];
  let finished = 0;
  for (const event of events) {
    const act = flow.resolve(event);
    if (!act) continue;
    const at = flow.now;
    const outcome = flow.play(act);
    const entry = { at, act, outcome, sent: flow.sent, registration: flow.registrationOf(act) };
    if (act.type === 'finish' && outcome === 'done') {
      finished += 1;
      const missing = missingProof(entries, entry, began);
      if (missing !== null) return { missing, finished };
    }
    entries.push(entry);
  }
  return { missing: null, finished };
}

test(
  'none of many sequences registers a card or accepts an invite without every proof',
  { tags: ['@4.7', '@beyond.48'], timeout },
  () => {
    let finished = 0;
    fc.assert(
      fc.property(registrationSequences, (events) => {
        const played = play(events);
        finished += played.finished;
        expect(played.missing).toBeNull();
      }),
      onTheModel,
    );
    // The test is useless if no sequence succeeds.
    expect(finished).toBeGreaterThan(onTheModel.numRuns / 10);
  },
);

/** If two guards cover the same, both are left out. */
const together: Partial<Record<RegistrationGuard, readonly RegistrationGuard[]>> = {
  // A registration that waits for its code ends before the code does.
  'a code that expired': ['a registration that expired'],
  'a registration that is over': ['a card that is registered'],
};

describe('without a guard, a sequence is found that gets through', () => {
  test.each(registrationGuards)('%s', (guard) => {
    const found = fc.check(
      fc.property(
        registrationSequences,
        (events) => play(events, [guard, ...(together[guard] ?? [])]).missing === null,
      ),
      { numRuns: 20_000 },
    );
    expect(found.failed, guard).toBe(true);
  });
});
