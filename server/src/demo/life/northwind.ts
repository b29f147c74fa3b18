import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { housekeeping } from '../../core/audit/events.ts';
import { orderCard, replaceCard, type Order } from '../../core/cards/order.ts';
import { moveShipment } from '../../core/cards/shipping.ts';
import { activateCard, bySystem, closeCard, freezeCard, lockCard } from '../../core/cards/states.ts';
import { documentOf, groupsOfBusiness } from '../../core/policies/documents.ts';
import { fillCounters } from '../../core/policies/fill-counters.ts';
import { makeRequest, type RequestInput } from '../../core/requests/make.ts';
import {
  approveRequest,
  cancelRequest,
  expireRequest,
  rejectRequest,
  type Decision,
} from '../../core/requests/settle.ts';
import { newId } from '../../db/ids.ts';
import { isRefused } from '../../http/call.ts';
import { demoCardNumber } from '../waiting-cards.ts';
import { lives, type LifeCard } from './profiles.ts';
import type { Act, Life } from './runner.ts';

const northwind = 'northwindTrading';

type Ago = (days: number, hours?: number) => Date;

function done<T extends object | null>(answer: T, what: string): Exclude<T, { refused: unknown }> {
  if (isRefused(answer)) throw new Error(`${what}: ${JSON.stringify(answer)}`);
  return answer as Exclude<T, { refused: unknown }>;
}

/** Northwind Trading: teams, cards of every state, policies as they grew, and requests of every kind and state. */
export const northwindActs = (ago: Ago): Act[] => [...cardActs(ago), ...policyActs(ago), ...requestActs(ago)];

const address = (recipient: string) => ({
  recipient,
  line1: '418 Harbor Street, Suite 300',
  city: 'Portland',
  state: 'ME',
  zip: '04101',
  method: 'STANDARD' as const,
});

async function order(life: Life, number: string, holder: string, wanted: Omit<Order, 'businessId' | 'holder'>) {
  const { businessId, id } = await life.member(holder, northwind);
  const by = await life.changer('admin', 'ADMIN');
  const ordered = { ...wanted, businessId, holder: id, number: demoCardNumber(number) };
  const { cardId } = done(await orderCard(life.tx, life.context, ordered, by), `card ${number}`);
  life.cards.set(number, { id: cardId, businessId });
}

const locked = async (life: Life, lastFour: string) => (await lockCard(life.tx, life.card(lastFour), null))!;

function cardActs(ago: Ago): Act[] {
  const further = (lives[northwind]?.cards ?? []).flatMap(({ card, since, further: of }: LifeCard) =>
    of === undefined
      ? []
      : [
          {
            at: ago(since, 2),
            run: (life: Life) =>
              order(life, card, of.username, {
                kind: of.kind,
                name: of.name,
                // A software card belongs to its first merchant.
                ...(of.username === 'dana.whitlock' && {
                  controls: { merchantLock: { kind: 'FIRST', merchantId: null, merchant: null } },
                }),
              }),
          },
        ],
  );
  const physical = (number: string, holder: string, name: string, recipient: string) => (life: Life) =>
    order(life, number, holder, { kind: 'PHYSICAL', name, shipping: address(recipient) });
  const ship = (number: string) => async (life: Life) => {
    const moved = { to: 'SHIPPED' as const, carrier: 'USPS', trackingNumber: `9400100000000000${number}` };
    done(await moveShipment(life.tx, life.context, await locked(life, number), bySystem, moved), number);
  };
  const activate = (number: string, holder: string) => async (life: Life) => {
    const by = await life.changer(holder, 'HOLDER');
    done(await activateCard(life.tx, life.context, await locked(life, number), by), number);
  };
  return [
    ...further,
    {
      at: ago(75, 1),
      run: (life) =>
        order(life, '7748', 'tom.bell', { kind: 'VIRTUAL', name: 'Conference ticket', controls: { usesAtMost: 1 } }),
    },
    { at: ago(150), run: physical('7755', 'carmen.ortega', 'Harbor job', 'Carmen Ortega') },
    { at: ago(147), run: ship('7755') },
    { at: ago(141), run: activate('7755', 'carmen.ortega') },
    // Lost and replaced.
    {
      at: ago(26),
      run: async (life) => {
        const by = await life.changer('carmen.ortega', 'HOLDER');
        const replacing = { reason: 'LOST', note: 'Left in a rental van', number: demoCardNumber('7763') } as const;
        const card = await locked(life, '7755');
        const { cardId } = done(await replaceCard(life.tx, life.context, card, by, replacing), '7763');
        life.cards.set('7763', { id: cardId, businessId: card.business_id });
      },
    },
    { at: ago(24), run: ship('7763') },
    { at: ago(18), run: activate('7763', 'carmen.ortega') },
    {
      at: ago(120),
      run: (life) => order(life, '7771', 'hugo.lind', { kind: 'VIRTUAL', name: 'Summer fair' }),
    },
    {
      at: ago(64),
      run: async (life) => {
        const by = await life.changer('admin', 'ADMIN');
        const closing = { because: 'END_USER_REQUEST', reason: 'The fair is over' } as const;
        done(await closeCard(life.tx, life.context, await locked(life, '7771'), by, closing), '7771');
      },
    },
    {
      at: ago(100),
      run: (life) =>
        order(life, '7805', 'hugo.lind', {
          kind: 'VIRTUAL',
          name: 'Fall campaign',
          controls: { validUntil: ago(25) },
        }),
    },
    { at: ago(5), run: physical('7789', 'marta.ruiz', 'Trade show', 'Marta Ruiz') },
    { at: ago(3), run: ship('7789') },
    { at: ago(40), run: physical('7797', 'eli.navarro', 'Night shift', 'Eli Navarro') },
    { at: ago(37), run: ship('7797') },
    { at: ago(32), run: activate('7797', 'eli.navarro') },
    {
      at: ago(9),
      isTurn: true,
      run: async (life) => {
        const by = await life.changer('admin', 'ADMIN');
        const reason = 'Two purchases that nobody knows';
        done(await freezeCard(life.tx, life.context, await locked(life, '4402'), by, { reason }), '4402');
      },
    },
    {
      at: ago(6),
      run: async (life) => {
        const by = await life.changer('eli.navarro', 'HOLDER');
        const reason = 'Back on shift next month';
        done(await freezeCard(life.tx, life.context, await locked(life, '7797'), by, { reason }), '7797');
      },
    },
  ];
}

interface Policy {
  name: string;
  layer: 'BUSINESS' | 'GROUP' | 'CARD';
  group?: string;
  card?: string;
}
interface Version {
  rules: readonly Rule[];
  state: 'ACTIVE' | 'SHADOW' | 'DRAFT';
  note?: string;
}

/** Writes the next version of a policy, which ends the active one. */
async function version(life: Life, policies: Map<string, string>, policy: Policy, { rules, state, note }: Version) {
  const { tx } = life;
  const at = life.now;
  const { businessId, id: createdBy } = await life.member('admin', northwind);
  const groupId = policy.group === undefined ? null : await groupOf(life, policy.group);
  const chainId = policy.card === undefined ? null : life.card(policy.card);
  const made = documentOf(rules, policy.layer, await groupsOfBusiness(tx, businessId));
  if ('problems' in made) throw new Error(`${policy.name}: ${JSON.stringify(made.problems)}`);
  let id = policies.get(policy.name);
  if (id === undefined) {
    policies.set(policy.name, (id = newId(at.getTime())));
    const { name, layer } = policy;
    const subject = { program_id: null, business_id: businessId, card_group_id: groupId, chain_id: chainId };
    await tx
      .insertInto('spend_policy')
      .values({ id, layer, ...subject, name, created_at: at, created_by: createdBy })
      .execute();
  }
  if (state !== 'DRAFT') await fillCounters(tx, { businessId, groupId, chainId }, made.document, at);
  const earlier = await tx
    .selectFrom('spend_policy_version')
    .select(['id', 'number', 'state'])
    .where('policy_id', '=', id)
    .orderBy('number', 'desc')
    .execute();
  const active = earlier.find((one) => one.state === 'ACTIVE');
  if (active && state === 'ACTIVE')
    await tx
      .updateTable('spend_policy_version')
      .set({ state: 'INACTIVE', valid_until: at })
      .where('id', '=', active.id)
      .execute();
  await tx
    .insertInto('spend_policy_version')
    .values({
      policy_id: id,
      number: (earlier[0]?.number ?? 0) + 1,
      state,
      document: JSON.stringify(made.document),
      based_on: active?.number ?? null,
      note: note ?? null,
      created_at: at,
      created_by: createdBy,
      shadow_from: state === 'SHADOW' ? at : null,
      valid_from: state === 'ACTIVE' ? at : null,
      valid_until: null,
    })
    .execute();
}

async function groupOf(life: Life, name: string): Promise<string> {
  const business_id = life.businesses.get(northwind)!;
  const known = await life.tx
    .selectFrom('card_group')
    .select('id')
    .where('business_id', '=', business_id)
    .where('name', '=', name)
    .executeTakeFirst();
  if (known) return known.id;
  const id = newId(life.now.getTime());
  await life.tx.insertInto('card_group').values({ id, business_id, name, created_at: life.now }).execute();
  return id;
}

const amount = (period: Extract<Rule, { kind: 'amount' }>['period'], dollars: number): Rule => ({
  kind: 'amount',
  period,
  limit: dollars * 100,
});

const teams = {
  Sales: ['0932', '3056', '4821', '5060', '5086'],
  'Field crew': ['5011', '5029', '5037', '5045', '5078'],
  Office: ['4402', '5052', '7714'],
} as const;

function policyActs(ago: Ago): Act[] {
  const policies = new Map<string, string>();
  const write = (at: Date, policy: Policy, of: Version): Act => ({
    at,
    isTurn: true,
    run: (life) => version(life, policies, policy, of),
  });
  const company: Policy = { name: 'Company', layer: 'BUSINESS' };
  const noCash: Rule = { kind: 'block', field: 'presence', values: ['CASH'] };
  const never: Rule[] = [
    { kind: 'block', field: 'merchant', values: ['Roundtrip*'] },
    { kind: 'block', field: 'state', values: ['NV'] },
  ];
  const sales: Policy = { name: 'Sales', layer: 'GROUP', group: 'Sales' };
  const meal = (dollars: number): Rule => ({
    kind: 'amount',
    period: 'purchase',
    limit: dollars * 100,
    group: 'RESTAURANTS',
  });
  const crew: Policy = { name: 'Field crew', layer: 'GROUP', group: 'Field crew' };
  const crewOnly: Rule = { kind: 'allow', field: 'group', values: ['HARDWARE', 'FUEL', 'RESTAURANTS'] };
  const priya: Policy = { name: 'Everyday of Priya Nair', layer: 'CARD', card: '0932' };
  return [
    {
      at: ago(719),
      run: async (life) => {
        for (const name of Object.keys(teams)) await groupOf(life, name);
      },
    },
    ...Object.entries(teams).flatMap(([name, cards]) =>
      cards.map((card): Act => {
        const since = lives[northwind]!.cards.find((one) => one.card === card)!.since;
        return {
          at: ago(Math.min(718, since), 1),
          run: async (life) => {
            const member = { group_id: await groupOf(life, name), chain_id: life.card(card) };
            await life.tx.insertInto('card_group_member').values(member).execute();
          },
        };
      }),
    ),
    write(ago(700), company, { rules: [noCash], state: 'ACTIVE' }),
    write(ago(52), company, {
      rules: [noCash, ...never, { kind: 'allow', field: 'country', values: ['US'] }],
      state: 'ACTIVE',
      note: 'Trips abroad are asked for',
    }),
    write(ago(640), sales, { rules: [amount('week', 1200), amount('month', 4000)], state: 'ACTIVE' }),
    write(ago(290), sales, {
      rules: [amount('week', 1500), amount('month', 5000), meal(175)],
      state: 'ACTIVE',
      note: 'Fares have gone up',
    }),
    write(ago(11), sales, {
      rules: [amount('week', 1500), amount('month', 5000), meal(100)],
      state: 'SHADOW',
      note: 'Would $100.00 a meal do?',
    }),
    write(ago(1, 3), sales, {
      rules: [
        amount('week', 1500),
        amount('month', 5000),
        meal(75),
        { kind: 'count', period: 'day', limit: 4 },
        { kind: 'hours', windows: [{ weekdays: [1, 2, 3, 4, 5], from: 420, to: 1380 }], exempt: ['LODGING'] },
      ],
      state: 'DRAFT',
    }),
    write(ago(410), crew, { rules: [amount('week', 600), crewOnly], state: 'ACTIVE' }),
    write(ago(95), crew, {
      rules: [amount('week', 900), { kind: 'count', period: 'day', limit: 4 }, crewOnly],
      state: 'ACTIVE',
    }),
    write(ago(500), priya, { rules: [amount('purchase', 500), amount('day', 600)], state: 'ACTIVE' }),
    write(ago(30), priya, { rules: [amount('purchase', 150), amount('day', 200)], state: 'ACTIVE' }),
    write(
      ago(180),
      { name: 'Fuel', layer: 'CARD', card: '6671' },
      { rules: [amount('week', 450), { kind: 'block', field: 'country', values: ['MX'] }], state: 'ACTIVE' },
    ),
    write(
      ago(320),
      { name: 'Team events', layer: 'CARD', card: '7714' },
      {
        rules: [
          amount('month', 400),
          { kind: 'hours', windows: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: 420, to: 1410 }] },
        ],
        state: 'ACTIVE',
      },
    ),
    write(
      ago(140),
      { name: 'Harbor job', layer: 'CARD', card: '7755' },
      { rules: [amount('lifetime', 900), { kind: 'block', field: 'presence', values: ['WALLET'] }], state: 'ACTIVE' },
    ),
  ];
}

interface Request {
  at: Date;
  by: string;
  asks: (life: Life) => Omit<RequestInput, 'idempotencyKey'>;
  /** What becomes of it. */
  end?: { at: Date; step: 'approve' | 'reject' | 'cancel' | 'expire'; amount?: number; note?: string };
}

function requestActs(ago: Ago): Act[] {
  const funding = (card: string, dollars: number, purpose: string, note?: string) => (life: Life) =>
    ({ kind: 'FUNDING', cardId: life.card(card), amount: dollars * 100, purpose, note }) as const;
  const requests: Request[] = [
    {
      at: ago(410),
      by: 'several',
      asks: funding('8890', 450, 'Timber for the Pier 4 job'),
      end: { at: ago(409.8), step: 'approve' },
    },
    {
      at: ago(233),
      by: 'onefactor',
      asks: funding('3056', 900, 'Booth at the Chicago fair'),
      end: { at: ago(232.9), step: 'approve', amount: 600_00, note: 'The rest comes with the invoice.' },
    },
    {
      at: ago(166),
      by: 'suspicious',
      asks: funding('6671', 250, 'New tires'),
      end: { at: ago(165.6), step: 'reject', note: 'The garage bills us directly.' },
    },
    {
      at: ago(88),
      by: 'tom.bell',
      asks: funding('5029', 80, 'Lunch for the crew'),
      end: { at: ago(50), step: 'expire' },
    },
    {
      at: ago(35),
      by: 'hugo.lind',
      asks: funding('5060', 120, 'Samples for a customer', 'Found a cheaper supplier.'),
      end: { at: ago(34.9), step: 'cancel' },
    },
    {
      at: ago(8),
      by: 'seven',
      asks: (life) => ({
        kind: 'LIMIT',
        cardId: life.card('4821'),
        countries: ['US', 'MX'],
        until: ago(-5).toISOString(),
        purpose: 'Supplier visit in Monterrey',
      }),
      end: { at: ago(7.9), step: 'approve', note: 'Safe travels.' },
    },
    // Four that wait.
    {
      at: ago(0.08),
      by: 'cardholder',
      asks: (life) => ({
        kind: 'LIMIT',
        cardId: life.card('0932'),
        amount: 100_00,
        period: 'DAY',
        until: ago(-3).toISOString(),
        purpose: 'Dinner with Harbor Supply, 4 people',
        declinedTransactionId: life.answers.get('life/story/limit_day')?.transactionId,
      }),
    },
    { at: ago(0.1), by: 'several', asks: funding('8890', 300, 'Site materials, Harbor job') },
    {
      at: ago(0.2),
      by: 'onefactor',
      asks: () => ({
        kind: 'CARD',
        cardName: 'Photo software',
        cardKind: 'VIRTUAL',
        amount: 120_00,
        period: 'MONTH',
        purpose: 'Pictures for the spring catalog',
      }),
    },
    {
      at: ago(0.9),
      by: 'noaddress',
      asks: (life) => ({
        kind: 'UNBLOCK',
        cardId: life.card('4402'),
        purpose: 'I know both purchases: they are the printer and its paper',
      }),
    },
    {
      at: ago(1.6),
      by: 'marta.ruiz',
      asks: (life) => ({
        kind: 'LIMIT',
        cardId: life.card('5011'),
        countries: ['US', 'CA'],
        until: ago(-14).toISOString(),
        purpose: 'Trade show in Toronto',
      }),
    },
  ];
  return requests.flatMap(({ at, by, asks, end }): Act[] => {
    let id = '';
    const make: Act = {
      at,
      run: async (life) => {
        const { id: membershipId, personId, businessId } = await life.member(by, northwind);
        const subject = { personId, membershipId, businessId };
        const asker = { businessId, membershipId, origin: housekeeping, subject };
        const asked = { ...asks(life), idempotencyKey: life.key() };
        ({ id } = done(await makeRequest(life.tx, life.context, asker, asked), asked.purpose ?? asked.kind));
      },
    };
    if (!end) return [make];
    const settle: Act = {
      at: end.at,
      run: async (life) => {
        const { tx, context } = life;
        const businessId = life.businesses.get(northwind)!;
        if (end.step === 'expire') return expireRequest(tx, context, { id, businessId });
        if (end.step === 'cancel') {
          const { id: membershipId, personId } = await life.member(by, northwind);
          const subject = { personId, membershipId, businessId };
          done(await cancelRequest(tx, context, { businessId, membershipId, origin: housekeeping, subject }, id), by);
          return;
        }
        const { id: membershipId, personId } = await life.member('admin', northwind);
        const decider = {
          role: 'ADMIN',
          preset: 'OWNER',
          businessId,
          membershipId,
          personId,
          sessionId: null,
          origin: housekeeping,
        } as const;
        const { step, amount: changed, note } = end;
        const decision: Decision = { step, amount: changed, note, idempotencyKey: life.key() };
        if (decision.step === 'approve')
          done(await approveRequest(tx, context, decider, id, { ...decision, step: 'approve' }), by);
        else done(await rejectRequest(tx, context, decider, id, { ...decision, step: 'reject' }), by);
      },
    };
    return [make, settle];
  });
}
