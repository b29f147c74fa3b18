import type * as contract from '@florin/contract/cards/simulator';
import type { SimulatedPurchase, SimulatorState } from '@florin/contract/cards/simulator';
import { flagsOf, seesUsage, whyNotPermitted } from '@florin/contract/permissions';
import type { Context } from '../../../context.ts';
import { moveClock, movedSeconds } from '../../../core/simulated-time.ts';
import { engineIntake } from '../../../core/processor-intake/intake.ts';
import { takeSettlements } from '../../../core/processor-intake/settlements.ts';
import { moveShipment } from '../../../core/cards/shipping.ts';
import { bySystem, lockCard } from '../../../core/cards/states.ts';
import { sql } from 'kysely';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type HandlersOf } from '../../../http/call.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { merchantById, merchants } from '../../../ports/card-processor/simulator/merchants.ts';
import { actAsBank, bankLog, simulatedTransfers } from './bank.ts';
import { act, buy, deliverDue, stateOfRow, type Network, type TerminalAnswer } from './network.ts';
import { offersOf } from './acts.ts';
import {
  findPlayersCard,
  findPlayersPurchase,
  nextRelease,
  findPurchase,
  askedOf,
  loggedAtMost,
  playersCards,
  playersLog,
  playersPurchases,
  readFaults,
  writeFaults,
  type Player,
  type PurchaseRow,
} from './queries.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });

const stateOf = async (context: Context, player: Player): Promise<SimulatorState> => ({
  now: context.clock.now().toISOString(),
  aheadSeconds: await movedSeconds(context.db),
  nextRelease: (await nextRelease(context.db, player, context.clock.now()))?.toISOString() ?? null,
  faults: await readFaults(context.db),
});

function purchaseOf(row: PurchaseRow): SimulatedPurchase {
  const { name, city, country } = merchantById(row.merchantId)!;
  return {
    id: row.id,
    kind: row.kind,
    presence: row.presence,
    merchant: { id: row.merchantId, name, city, country },
    card: { id: row.cardId, last4: row.last4, holder: row.holder },
    status: row.status,
    declineCode: row.declineCode,
    requested: usd(row.requested),
    asked: { amount: askedOf(row), currency: row.merchantCurrency },
    held: usd(row.held),
    captured: usd(row.captured),
    refunded: usd(row.refunded),
    holdUntil: row.holdUntil?.toISOString() ?? null,
    renewsAt: row.renewsAt?.toISOString() ?? null,
    at: row.createdAt.toISOString(),
    acts: offersOf(stateOfRow(row)).map(({ act: offered, amount }) => ({
      act: offered,
      amount: amount === null ? null : usd(amount),
    })),
  };
}

const answerOf = (row: PurchaseRow, { decision }: TerminalAnswer) => ({
  purchase: purchaseOf(row),
  outcome: decision?.outcome ?? null,
  declineCode: decision?.code ?? null,
  approved: usd(decision?.amount ?? 0),
});

/** The simulated network of this installation; null where cards belong to real people or a real processor. */
function networkOf(context: Context): Network | null {
  const { config, cardProcessor } = context;
  return config.demoData && cardProcessor.name === 'embedded' ? { context, intake: engineIntake } : null;
}

/** An administrator who may not see what cards are used for sees the purchases of their own. */
const watcher = (caller: CurrentSession): Player =>
  caller.role === 'ADMIN' && !seesUsage(caller) ? { ...caller, role: 'CARDHOLDER' } : caller;

export const simulatorRoutes: HandlersOf<typeof contract> = {
  simulator: async ({ context, caller }) =>
    networkOf(context) ? { status: 200, body: await stateOf(context, caller) } : refuse('NOT_FOUND'),

  simulatorMerchants: ({ context }) =>
    Promise.resolve(networkOf(context) ? { status: 200, body: [...merchants] } : refuse('NOT_FOUND')),

  simulatorCards: async ({ context, caller }) => {
    if (!networkOf(context)) return refuse('NOT_FOUND');
    const cards = await playersCards(context.db, caller);
    const body = cards.map(({ id, last4, name, holder, status, shipment }) => ({
      id,
      last4,
      name,
      holder,
      status,
      shipment,
    }));
    return { status: 200, body };
  },

  simulatorPurchases: async ({ context, caller }) => {
    if (!networkOf(context)) return refuse('NOT_FOUND');
    return { status: 200, body: (await playersPurchases(context.db, watcher(caller))).map(purchaseOf) };
  },

  simulatePurchase: async ({ context, caller, input: { body } }) => {
    const network = networkOf(context);
    const card = network && (await findPlayersCard(context.db, caller, body.cardId));
    if (!network || !card || !merchantById(body.merchantId)) return refuse('NOT_FOUND');
    const { idempotencyKey: id, ...wanted } = body;
    const { businessId } = card;
    const answer = await buy(network, { id, businessId, ...wanted });
    const row = await findPlayersPurchase(context.db, caller, id);
    // A key of a purchase with another card shows nothing of it.
    return row?.cardId === card.id ? { status: 201, body: answerOf(row, answer) } : refuse('NOT_FOUND');
  },

  simulateAct: async ({ context, caller, input: { params, body } }) => {
    const network = networkOf(context);
    const purchase = network && (await findPlayersPurchase(context.db, watcher(caller), params.id));
    if (!network || !purchase) return refuse('NOT_FOUND');
    const answer = await act(network, purchase, body.act, body.amount);
    if (!answer) return refuse('STEP_NOT_POSSIBLE');
    return { status: 200, body: answerOf((await findPurchase(context.db, params.id))!, answer) };
  },

  passTime: async ({ context, caller, input: { body } }) => {
    const network = networkOf(context);
    if (!network || !context.movableClock) return refuse('NOT_FOUND');
    const seconds = body.seconds ?? (await secondsToRelease(context, caller));
    if (seconds === null) return refuse('STEP_NOT_POSSIBLE');
    await moveClock(context, seconds);
    await deliverDue(network);
    await takeSettlements(context, ['embedded']);
    await sql`select graphile_worker.add_job('bank_transfers', job_key := 'simulated_time')`.execute(context.db);
    return { status: 200, body: await stateOf(context, caller) };
  },

  setFaults: async ({ context, caller, input: { body } }) => {
    if (!networkOf(context)) return refuse('NOT_FOUND');
    await writeFaults(context.db, body.faults);
    return { status: 200, body: await stateOf(context, caller) };
  },

  simulatorTransfers: async ({ context, caller }) =>
    networkOf(context)
      ? { status: 200, body: await simulatedTransfers(context, caller.businessId) }
      : refuse('NOT_FOUND'),

  simulateBankAct: async ({ context, caller, input: { params, body } }) => {
    if (!networkOf(context)) return refuse('NOT_FOUND');
    const answer = await actAsBank(context, { businessId: caller.businessId, id: params.id }, body);
    if (answer === 'NONE') return refuse('NOT_FOUND');
    return answer ? { status: 200, body: answer } : refuse('STEP_NOT_POSSIBLE');
  },

  simulateShipment: async ({ context, caller, input: { body } }) => {
    const card = networkOf(context) && (await findPlayersCard(context.db, caller, body.cardId));
    if (!card) return refuse('NOT_FOUND');
    const isMoved = await inTransaction(context.db, async (tx) => {
      const locked = await lockCard(tx, card.id, null);
      const by = { ...bySystem, channel: 'PROCESSOR' as const };
      const parcel = { carrier: 'Parcel Post', trackingNumber: `SIM${card.id.slice(-8).toUpperCase()}` };
      return (
        locked !== undefined && !isRefused(await moveShipment(tx, context, locked, by, { to: body.status, ...parcel }))
      );
    });
    return isMoved ? { status: 204, body: null } : refuse('STEP_NOT_POSSIBLE');
  },

  simulatorLog: async ({ context, caller }) => {
    if (!networkOf(context)) return refuse('NOT_FOUND');
    const ofNetwork = await playersLog(context.db, watcher(caller));
    const mayViewTransfers = whyNotPermitted('transfers.view', { role: caller.role, flags: flagsOf(caller) }) === null;
    const ofBank = mayViewTransfers ? await bankLog(context.db, caller.businessId, loggedAtMost) : [];
    const body = [
      ...ofNetwork.map(({ merchantId, at, amount, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        merchant: merchantById(merchantId)?.name ?? null,
        amount: usd(amount),
        transfer: null,
      })),
      ...ofBank.map(({ id, at, amount, step, direction, bankName, last4, returnCode }) => ({
        id,
        at: at.toISOString(),
        type: step,
        merchant: null,
        amount: usd(Number(amount)),
        answer: 'APPLIED',
        milliseconds: null,
        transfer: { step, direction, bankAccount: { bankName, last4 }, returnCode },
      })),
    ];
    body.sort((one, other) => other.at.localeCompare(one.at) || other.id.localeCompare(one.id));
    return { status: 200, body: body.slice(0, loggedAtMost) };
  },
};

/** A second behind the next release, so that it has happened; null where nothing is on hold. */
async function secondsToRelease({ db, clock }: Context, player: Player): Promise<number | null> {
  const now = clock.now();
  const release = await nextRelease(db, player, now);
  return release && Math.ceil((release.getTime() - now.getTime()) / 1000) + 1;
}

/** The job of every minute, and of late messages: delivers what is due. */
export async function deliverDueMessages(context: Context): Promise<void> {
  const network = networkOf(context);
  if (network) await deliverDue(network);
}
