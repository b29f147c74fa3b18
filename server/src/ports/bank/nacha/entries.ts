import type { AchEntry } from '../ach.ts';
import type { NachaBatch, NachaFile } from './nacha.ts';

/** Who sends files, as agreed with the bank. */
export interface Originator {
  /** Routing number and name of the bank that receives the files. */
  bankRoutingNumber: string;
  bankName: string;
  /** What the bank calls the sender: ten characters. */
  companyId: string;
  companyName: string;
}

/** The part of a reference that fits into an entry: fifteen random digits of a uuid. */
export const shortReference = (reference: string): string => reference.replaceAll('-', '').slice(-15).toUpperCase();

const transactionCodes = {
  CHECKING: { IN: '27', OUT: '22' },
  SAVINGS: { IN: '37', OUT: '32' },
} as const;

/**
 * A file of entries, one batch for each day of settlement.
 * @param about.sequence of the first entry; the numbers of one day must not repeat
 */
export function fileOfEntries(
  entries: readonly AchEntry[],
  originator: Originator,
  about: { createdOn: string; createdAt: string; modifier: string; sequence: number },
): NachaFile {
  const { sequence, ...created } = about;
  const odfi = originator.bankRoutingNumber.slice(0, 8);
  let number = sequence;
  const batches = [...Map.groupBy(entries, ({ settlesOn }) => settlesOn)].map(([effectiveOn, ofDay]): NachaBatch => ({
    companyName: originator.companyName,
    companyId: originator.companyId,
    entryClass: 'CCD',
    description: 'TRANSFER',
    effectiveOn,
    odfi,
    entries: ofDay.map(({ account, direction, amount, reference, from }) => ({
      transactionCode: transactionCodes[account.accountType][direction],
      routingNumber: account.routingNumber,
      accountNumber: account.accountNumber,
      amount,
      individualId: shortReference(reference),
      name: from,
      trace: `${odfi}${String(number++).padStart(7, '0')}`,
      addenda: null,
    })),
  }));
  return {
    destination: originator.bankRoutingNumber,
    destinationName: originator.bankName,
    origin: originator.companyId,
    originName: originator.companyName,
    ...created,
    batches,
  };
}

/** The returns in a file of the bank, with the short references of their entries. */
export const returnsIn = ({ batches }: NachaFile): { shortReference: string; returnCode: string; amount: bigint }[] =>
  batches.flatMap(({ entries }) =>
    entries.flatMap(({ addenda, individualId, amount }) =>
      addenda?.kind === 'RETURN' ? [{ shortReference: individualId, returnCode: addenda.code, amount }] : [],
    ),
  );
