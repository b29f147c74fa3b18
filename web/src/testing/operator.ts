/** What the page of the installation's operators shows, for component tests. */
import type { UserInfo } from '@florin/contract/program/user-info';
import type { Answers } from './answers.ts';
import { administrator, usd } from './people.ts';

const id = '0190a000-0000-7000-8000-0000000000f1';
const time = '2026-11-02T15:00:00Z';
/** An administrator who also operates the installation. */
export const operator: UserInfo = { ...administrator, isOperator: true };
/** What waits in each list of the operator's page. */
export const operatorAnswers: Answers = {
  operatorSuspense: [
    {
      id,
      at: time,
      reason: 'CLOSED_CARD',
      direction: 'DEBIT',
      amount: usd(41_50),
      description: 'Harbor Fuel',
      business: 'Northwind Trading',
      eventId: 'evt_1',
    },
  ],
  operatorWebhooks: {
    webhooks: [
      {
        id,
        processor: 'lithic',
        type: 'card_transaction.updated',
        status: 'FAILED',
        attempts: 3,
        lastError: 'lithic: not configured',
        receivedAt: time,
      },
    ],
    unsent: [
      {
        cardId: id,
        card: { kind: 'VIRTUAL', name: 'Site materials', last4: '4821' },
        business: 'Northwind Trading',
        act: 'FREEZE',
        attempts: 2,
        lastError: null,
        isRefused: true,
        createdAt: time,
      },
    ],
  },
  operatorDifferences: [
    {
      id,
      day: '2026-11-19',
      reference: 'report-1',
      kind: 'AMOUNT',
      eventId: 'evt_2',
      reported: usd(5_00),
      recorded: usd(4_00),
    },
  ],
  operatorHolds: [{ id, reference: 'txn-77', held: usd(12_00), until: time }],
  operatorJobs: [
    { id: '7', task: 'expire_holds', attempts: 25, attemptsAtMost: 25, lastError: 'It broke.', runAt: time },
  ],
};
