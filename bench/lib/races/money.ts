import { orderTransfer } from '../../../server/src/features/money/transfers/create.ts';
import { housekeeping } from '../../../server/src/core/audit/events.ts';
import { openFinancialAccounts, post as postMoney } from '../../../server/src/core/ledger/queries.ts';
import { newId } from '../../../server/src/db/ids.ts';
import { isRefused } from '../../../server/src/http/call.ts';
import { addCard, openSpendingBusiness } from '../../../server/src/testing/cards/spending.ts';
import { post } from '../calls.ts';
import { addPeople } from '../people.ts';
import { newAddress, type Race, type Setting } from './setting.ts';
import { accessCode, authenticate } from './sign-ins.ts';

const balance = 1_000_000_00;
/** Flood limits count the calls of a person, so that others go on after so many rounds. */
const roundsPerTeam = 20;

interface Member {
  id: string;
  username: string;
  membershipId: string;
  /** Of a session that was proven by a code. */
  bearer: string;
}

/** A business with money, the administrators who race, and a cardholder. */
interface Team {
  businessId: string;
  accounts: Record<'business_available' | 'bank_settlement', string>;
  administrators: Member[];
  holder: Member;
}

async function openTeam(setting: Setting, database: string, administrators: number): Promise<Team> {
  const { db } = setting;
  const business = { use_business_balance_for_auths: false };
  const { businessId, accounts } = await openSpendingBusiness(db, { balance, business });
  const usernames = [
    ...(await addPeople(database, 1, { secondFactor: true, businessId })),
    ...(await addPeople(database, administrators, { secondFactor: true, businessId, role: 'ADMIN' })),
  ];
  const rows = await db
    .selectFrom('person')
    .innerJoin('membership', 'membership.person_id', 'person.id')
    .select(['person.id', 'person.username', 'membership.id as membershipId'])
    .where('username', 'in', usernames)
    .execute();
  const members: Member[] = [];
  for (const name of usernames) {
    const row = rows.find(({ username }) => username === name)!;
    members.push({ ...row, bearer: await signIn(setting, row) });
  }
  return { businessId, accounts, holder: members[0]!, administrators: members.slice(1) };
}

/** A race whose callers are the administrators of one business. */
export function teamRace(
  name: string,
  { database, parallel }: { database: string; parallel: number },
  prepare: (
    setting: Setting,
    team: Team,
  ) => Promise<{
    call: (origin: string, caller: { address: string; bearer: string }, index: number) => ReturnType<typeof post>;
    isRight: () => Promise<boolean>;
  }>,
): Race {
  let team: Team;
  let isRight: () => Promise<boolean>;
  return {
    name,
    async prepare(setting, round) {
      if (round % roundsPerTeam === 0) team = await openTeam(setting, database, parallel);
      const { administrators } = team;
      const prepared = await prepare(setting, team);
      ({ isRight } = prepared);
      return (origin, index) =>
        prepared.call(origin, { address: newAddress(), bearer: administrators[index]!.bearer }, index);
    },
    isRight: () => isRight(),
  };
}

async function signIn(setting: Setting, member: Omit<Member, 'bearer'>): Promise<string> {
  const { pending, code } = await accessCode(setting, member);
  const { status, body } = await authenticate(setting.origins[0]!, member, pending, code, 'Email');
  if (status !== 200) throw new Error(`${member.username} could not sign in: ${status} ${String(body['Code'])}`);
  return String(body['access_token']);
}

async function availableOf({ db }: Setting, accountId: string): Promise<number> {
  const { available } = await db
    .selectFrom('financial_account')
    .select('available_balance as available')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(available);
}

/** A card of the team's holder with a balance of its own, which is zero. */
async function addWalletCard({ db }: Setting, { businessId, holder }: Team) {
  const cardId = await addCard(db, businessId, { membership_id: holder.membershipId });
  const account = { businessId, kind: 'card_wallet', cardId, currency: 'USD', at: new Date() } as const;
  const [wallet] = await openFinancialAccounts(db, [account]);
  return { cardId, wallet: wallet! };
}

/** Administrators approve a request, each with another amount, or reject it. */
export const fundingRequestRace = (of: { database: string; parallel: number }): Race =>
  teamRace('funding request', of, async (setting, team) => {
    const { cardId, wallet } = await addWalletCard(setting, team);
    const asked = { kind: 'FUNDING', cardId, amount: 300_00, purpose: 'Site materials', idempotencyKey: newId() };
    const holder = { address: newAddress(), bearer: team.holder.bearer };
    const { status, body } = await post(setting.origins[1]!, '/api/my-requests', asked, holder);
    if (status !== 201) throw new Error(`The request was refused: ${status} ${String(body['Code'])}`);
    const id = String(body['id']);
    return {
      call: (origin, caller, index) =>
        index % 2 === 0
          ? post(origin, `/api/requests/${id}/approve`, { amount: 10_00 + index, idempotencyKey: newId() }, caller)
          : post(origin, `/api/requests/${id}/reject`, { note: `No ${index}`, idempotencyKey: newId() }, caller),
      async isRight() {
        const { status: decided, amount } = await setting.db
          .selectFrom('card_request')
          .select(['status', 'decided_amount as amount'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return (await availableOf(setting, wallet)) === (decided === 'APPROVED' ? Number(amount) : 0);
      },
    };
  });

/** Administrators carry out what one preview showed. */
export const fundingRunRace = (of: { database: string; parallel: number }): Race =>
  teamRace('funding run', of, async (setting, team) => {
    const { cardId, wallet } = await addWalletCard(setting, team);
    const order = { act: 'FUND', amount: 25_00, cards: [{ cardId }], whenShort: 'NONE' };
    const asker = { address: newAddress(), bearer: team.administrators[0]!.bearer };
    const { body } = await post(setting.origins[0]!, '/api/card-funding/preview', order, asker);
    const { basis } = body;
    return {
      call: (origin, caller) =>
        post(origin, '/api/card-funding/runs', { ...order, basis, idempotencyKey: newId() }, caller),
      isRight: async () => (await availableOf(setting, wallet)) === order.amount,
    };
  });

/** A validated bank account of a team's business. */
async function addBankAccount({ db, keys }: Setting, { businessId }: Team): Promise<string> {
  const id = newId();
  await db
    .insertInto('external_account')
    .values({
      id,
      business_id: businessId,
      bank_name: 'First Harbor Bank',
      account_type: 'CHECKING',
      last_four: '4471',
      number_sealed: keys.seal('011000015|100020004471', `external-account|${id}`),
      number_index: keys.mac('external-account', id),
      authentication_method: 'MICRODEPOSITS',
      connection_active: null,
      status: 'ACTIVE',
      is_primary: false,
      created_at: new Date(),
      validated_at: new Date(),
      connection_id: null,
      provider_account: null,
    })
    .execute();
  return id;
}

const stagesOf = ({ db }: Setting, bankAccount: string) =>
  db.selectFrom('bank_transfer').select('stage').where('external_account_id', '=', bankAccount).execute();

/** Administrators withdraw all that the business has; it has as much again for the next round. */
export const withdrawalRace = (of: { database: string; parallel: number }): Race =>
  teamRace('withdrawal', of, async (setting, team) => {
    const account = team.accounts.business_available;
    if ((await availableOf(setting, account)) === 0)
      await postMoney(setting.db, {
        key: newId(),
        debitAccountId: team.accounts.bank_settlement,
        creditAccountId: account,
        amount: BigInt(balance),
        code: 'FUNDING',
        description: 'Bank transfer',
        at: new Date(),
      });
    const amount = await availableOf(setting, account);
    const externalAccountId = await addBankAccount(setting, team);
    return {
      call: (origin, caller) =>
        post(
          origin,
          '/api/transfers',
          { direction: 'OUT', externalAccountId, amount, idempotencyKey: newId() },
          caller,
        ),
      async isRight() {
        const transfers = await stagesOf(setting, externalAccountId);
        return transfers.length === 1 && (await availableOf(setting, account)) === 0;
      },
    };
  });

/** Administrators cancel one withdrawal. */
export const canceledTransferRace = (of: { database: string; parallel: number }): Race =>
  teamRace('cancel of a transfer', of, async (setting, team) => {
    const account = team.accounts.business_available;
    const before = await availableOf(setting, account);
    const externalAccountId = await addBankAccount(setting, team);
    const { businessId, administrators } = team;
    const { membershipId, id: personId } = administrators[0]!;
    const by = { businessId, membershipId, origin: housekeeping, subject: { personId } };
    const order = { direction: 'OUT', externalAccountId, amount: 75_00, idempotencyKey: newId() } as const;
    const made = await setting.db
      .transaction()
      .execute((tx) => orderTransfer(tx, { clock: { now: () => new Date() } }, by, order));
    if (isRefused(made)) throw new Error(`The withdrawal was refused: ${made.refused}`);
    return {
      call: (origin, caller) => post(origin, `/api/transfers/${made.id}/cancel`, {}, caller),
      async isRight() {
        const [transfer] = await stagesOf(setting, externalAccountId);
        return transfer?.stage === 'CANCELED' && (await availableOf(setting, account)) === before;
      },
    };
  });
