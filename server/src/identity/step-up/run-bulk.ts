import type { Context } from '../../context.ts';
import { reportOf, type Report } from '../../core/cards/bulk-lines.ts';
import { once } from '../../core/idempotency/once.ts';
import type { Database } from '../../db/open.ts';
import type { ErrorCode } from '@florin/contract/errors';
import type { Refused } from '../../http/call.ts';
import type { CurrentSession } from '../sessions/current-session.ts';
import { underLock } from './make-change.ts';

/** Carries the report of a dry run out of its transaction, which is rolled back. */
class DryRunDone extends Error {
  readonly report: Report;

  constructor(report: Report) {
    super('dry run');
    this.report = report;
  }
}

/**
 * Answers an act on many cards: a dry run is the run itself, rolled back, so that its report is what the run would do. A
 * repeated key gets the answer of its first run.
 * @param content everything that the answer depends on
 * @returns IDEMPOTENCY_KEY_REUSED if the key belongs to another request
 */
export async function runBulk<Code extends ErrorCode>(
  call: { context: Context; caller: CurrentSession & { businessId: string } },
  { idempotencyKey: key, dryRun, content }: { idempotencyKey: string; dryRun: boolean; content: unknown },
  run: (tx: Database) => Promise<Report | Refused<Code>>,
) {
  const { context, caller } = call;
  try {
    const report = await underLock(call, async (tx) => {
      if (!dryRun) return once(tx, context, { businessId: caller.businessId, key, content }, () => run(tx));
      const tried = await run(tx);
      if ('lines' in tried) throw new DryRunDone(tried);
      return tried;
    });
    return 'lines' in report ? reportOf(report, false) : report;
  } catch (error) {
    if (!(error instanceof DryRunDone)) throw error;
    return reportOf(error.report, true);
  }
}
