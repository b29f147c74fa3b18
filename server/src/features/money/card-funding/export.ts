import type { FundingReason } from '@florin/contract/money/card-funding';
import type { FundingAct } from '@florin/contract/money/funding-acts';
import type { ExportFormat } from '@florin/contract/exports';
import type { Context } from '../../../context.ts';
import { decimal } from '../../../core/exports/cells.ts';
import { exportList } from '../../../core/exports/list-export.ts';
import { linesOf, runsBefore, type RunFilter } from './queries.ts';

const acts: Record<FundingAct, string> = {
  TOP_UP: 'Top up to',
  FUND: 'Add',
  SET: 'Set to',
  DEFUND: 'Take back',
  ZERO: 'Empty',
};
const reasons: Record<FundingReason, string> = {
  CARD_CLOSED: 'The card was closed.',
  CARD_FROZEN: 'The card was frozen.',
  NO_BALANCE: 'The card draws on the account and has no balance.',
  AT_TARGET: 'It had that amount.',
  ABOVE_TARGET: 'It had more.',
  CARD_SHORT: 'The card had less.',
  OVER_MAXIMUM: 'It would have had more than a card may.',
  ACCOUNT_SHORT: 'The account had too little.',
};

/** The runs of a list, a line for each of their cards, so that the amounts of a file add up to what has moved. */
export const exportRuns = (
  context: Context,
  businessId: string,
  { format, ...filter }: RunFilter & { format: ExportFormat },
) =>
  exportList(context, {
    businessId,
    format,
    what: 'card funding',
    titles: ({ zone }) => [
      `Date (${zone})`,
      'Time',
      'Order',
      'By',
      'Card',
      'Last four digits',
      'Cardholder',
      'Available before',
      'Change',
      'Available after',
      'Currency',
      'Why not all',
      'Run ID',
      'Card ID',
    ],
    read: (page) => runsBefore(context.db, businessId, { ...filter, ...page }),
    // A run may have hundreds of cards.
    atOnce: 20,
    lines: async (runs, { day, hour }) => {
      const lines = await linesOf(
        context.db,
        runs.map(({ id }) => id),
      );
      const ofRun = Map.groupBy(lines, (line) => line.run_id);
      return runs.flatMap((run) =>
        (ofRun.get(run.id) ?? []).map((line) => [
          day(run.at),
          hour(run.at),
          acts[run.act],
          run.by ?? 'Schedule',
          line.name,
          line.last_four,
          line.holder,
          decimal(line.balance_before),
          decimal(line.change),
          decimal(line.balance_before + line.change),
          run.total.currency,
          line.reason === null ? null : reasons[line.reason],
          run.id,
          line.id,
        ]),
      );
    },
  });
