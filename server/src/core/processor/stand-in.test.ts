import type { PolicyLayer, Rule } from '@florin/contract/cards/policies/spend-rules';
import { MINUTE } from '@florin/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../db/ids.ts';
import type { CardProcessor, StandIn } from '../../ports/card-processor/card-processor.ts';
import { sentMessages } from '../../testing/browser.ts';
import { addCardBusiness } from '../../testing/cards/card-business.ts';
import { noon, versionOf } from '../../testing/cards/policies.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { programOf } from '../policies/program.ts';
import { standInOf, sendStandIns } from './stand-in.ts';

const amount = (period: Extract<Rule, { kind: 'amount' }>['period'], limit: number, group?: string): Rule => ({
  kind: 'amount',
  period,
  limit,
  ...(group !== undefined && { group }),
});
const standIn = (versions: readonly (readonly [PolicyLayer, Rule[]])[], lock: bigint | null = null) =>
  standInOf(
    programOf(
      versions.map(([layer, rules]) => versionOf(layer, rules)),
      noon,
    ),
    lock,
  );

describe('the rules for outages', () => {
  test('of a card without rules only refuse cash', () => {
    expect(standIn([])).toEqual({ limits: [], blockedMccs: [6010, 6011], allowedCountries: null });
  });

  test.each<[string, Parameters<typeof standIn>, StandIn['limits']]>([
    ['the least of all layers', [[['PROGRAM', [amount('day', 900)]], ['CARD', [amount('day', 500)]]]], [{ period: 'day', amount: 500 }]],
    ['a quarter as its months', [[['BUSINESS', [amount('quarter', 700)]]]], [{ period: 'month', amount: 700 }]],
    ['nothing of a limit of one category', [[['CARD', [amount('day', 500, 'FUEL')]]]], []],
    ['the amount lock for life', [[], 1200n], [{ period: 'lifetime', amount: 1200 }]],
    ['a cent for nothing, because zero is no limit there', [[['CARD', [amount('month', 0)]]]], [{ period: 'month', amount: 1 }]],
    ['a raise of an override', [[['CARD', [amount('day', 500)]], ['OVERRIDE', [amount('day', 800)]]]], [{ period: 'day', amount: 800 }]],
  ])('hold %s', (_what, [versions, lock], limits) => {
    expect(standIn(versions, lock).limits).toEqual(limits);
  }); // prettier-ignore

  test('hold the categories that are not allowed, less what an override allows', () => {
    const blocked = standIn([
      ['BUSINESS', [{ kind: 'block', field: 'mcc', values: ['7995', '5813'] }]],
      ['OVERRIDE', [{ kind: 'allow', field: 'mcc', values: ['5813'] }]],
    ]);
    expect(blocked.blockedMccs).toEqual([7995, 6010, 6011]);
    const onlyFuel = standIn([['CARD', [{ kind: 'allow', field: 'group', values: ['FUEL'] }]]]).blockedMccs;
    expect([onlyFuel.includes(5542), onlyFuel.includes(5812), onlyFuel.includes(7995)]).toEqual([false, true, true]);
  });

  test('hold the countries', () => {
    const home = standIn([['PROGRAM', [{ kind: 'allow', field: 'country', values: ['US', 'CA'] }]]]);
    expect(home.allowedCountries?.toSorted()).toEqual(['CA', 'US']);
    const abroad = standIn([['CARD', [{ kind: 'block', field: 'country', values: ['RU'] }]]]).allowedCountries!;
    expect([abroad.length > 200, abroad.includes('RU'), abroad.includes('US')]).toEqual([true, false, true]);
  });
});

describe('a processor is told', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test('whatever changes the rules of a card, once, and no card of the embedded processor', async () => {
    const { context } = server;
    const { administrator, membershipId } = await addCardBusiness(server);
    const embedded = context.cardProcessor;
    const told: StandIn[] = [];
    const outside: CardProcessor = {
      ...embedded,
      name: 'stripe',
      numbersCards: true,
      issue: ({ cardId, standIn: first }) => {
        told.push(first);
        return Promise.resolve({ reference: cardId, holderReference: null, lastFour: '9911', expiresOn: '2031-01-31' });
      },
      setStandIn: (_card, next) => Promise.resolve(void told.push(next)),
    };
    context.cardProcessor = outside;
    context.cardProcessors = { embedded, stripe: outside };
    /** What the processor was told since the last time: the limit of a day, and of the card's life. */
    const news = async () => {
      told.length = 0;
      await sendStandIns(context);
      await sentMessages(server);
      await sendStandIns(context);
      await sentMessages(server);
      return told.map(({ limits }) => Object.fromEntries(limits.map(({ period, amount: most }) => [period, most])));
    };
    const send = async (method: 'POST' | 'PATCH', path: string, body: object) => {
      const answer = await administrator.ask(method, path, { body });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(202);
      return String(answer.body['id']);
    };
    const cardId = await send('POST', '/api/cards', {
      idempotencyKey: newId(), holder: membershipId, kind: 'VIRTUAL', limit: { amount: 500, period: 'day' },
    }); // prettier-ignore
    await sentMessages(server);
    expect(told).toHaveLength(1);
    expect(await news()).toMatchObject([{ day: 500 }]);
    expect(await news()).toEqual([]);

    const policy = await send('POST', '/api/spend-policies', {
      name: 'All',
      layer: 'BUSINESS',
      rules: [amount('day', 400)],
    });
    expect(await news()).toEqual([]);
    await send('POST', `/api/spend-policies/${policy}/versions/1/activate`, {});
    expect(await news()).toMatchObject([{ day: 400 }]);

    const until = new Date(context.clock.now().getTime() + 2 * MINUTE * 1000).toISOString();
    await send('POST', '/api/spend-overrides', { cardId, rules: [amount('day', 800)], until });
    expect(await news()).toMatchObject([{ day: 800 }]);
    server.clock.advance(2 * MINUTE);
    expect(await news()).toMatchObject([{ day: 400 }]);

    await send('PATCH', `/api/cards/${cardId}`, { controls: { amountLock: 3000 } });
    expect(await news()).toMatchObject([{ day: 400, lifetime: 3000 }]);
    await send('POST', `/api/cards/${cardId}/close`, {});
    await send('POST', `/api/spend-policies/${policy}/versions/1/deactivate`, {});
    expect(await news()).toEqual([]);
  });
});
