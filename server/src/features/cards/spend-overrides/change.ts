import { whyNot } from '@florin/contract/eligibility';
import { DAY } from '@florin/contract/limits';
import { isRaise, isRelief } from '@florin/contract/cards/policies/loosening';
import { isOwnUnderFourEyes } from '../../../core/card-funding/own-cards.ts';
import { documentOf, groupsOfBusiness, problemsOf } from '../../../core/policies/documents.ts';
import { addOverride, endOverride } from '../../../core/policies/overrides.ts';
import type { PolicyVersion } from '../../../core/policies/program.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Handler } from '../../../http/call.ts';
import { answerChange, asksForFourEyes, requestChange } from '../../../identity/four-eyes/changes.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { record } from '../../../identity/sessions/record.ts';
import { readSituations } from '../../../core/authorizations/limits.ts';
import { cardOfBusiness } from '../../../core/cards/of-business.ts';
import { overrideOf, overridesOf, type OverrideRow } from './queries.ts';

const year = 366 * DAY * 1000;

/**
 * POST: a temporary change for a card, in force from its moment to its end; under four eyes, one that raises a limit or makes
 * an exception once a second administrator has approved it.
 */
export const createSpendOverride: Handler<'createSpendOverride'> = async (call) => {
  const { context, caller: session, input } = call;
  const { cardId, rules, note } = input.body;
  const at = context.clock.now();
  const asked = input.body.from ? new Date(input.body.from) : at;
  const from = asked < at ? at : asked;
  const until = new Date(input.body.until);
  if (until <= from) return refuse('VALIDATION', { Fields: [{ Field: 'until', Problem: 'tooShort' }] });
  if (until.getTime() > at.getTime() + year)
    return refuse('VALIDATION', { Fields: [{ Field: 'until', Problem: 'tooLong' }] });
  const result = await underLock(call, async (tx) => {
    const card = await cardOfBusiness(tx, session.businessId, cardId);
    if (!card) return refuse('NOT_FOUND');
    if (await isOwnUnderFourEyes(tx, session, [cardId])) return refuse('OWN_CARD');
    const obstacle = whyNot('card.change', { card });
    if (obstacle) return refuse('CARD_STATE', { Obstacle: obstacle });
    const { businessId, membershipId: createdBy } = session;
    const { chainId } = card;
    const made = documentOf(rules, 'OVERRIDE', await groupsOfBusiness(tx, businessId));
    if ('problems' in made) return refuse('POLICY_INVALID', problemsOf(made.problems));
    const { document } = made;
    if (
      (await asksForFourEyes(tx, businessId)) &&
      isRaise(document, await policiesOfCard(tx, businessId, cardId, at))
    ) {
      const begins = asked > at ? asked.toISOString() : null;
      const ends = until.toISOString();
      const pending = await requestChange(tx, call, {
        subject: JSON.stringify([cardId, document, begins, ends]),
        details: {
          kind: 'SPEND_OVERRIDE',
          cardId,
          last4: card.last4,
          document,
          from: begins,
          until: ends,
          note: note || null,
        },
      });
      return { pending };
    }
    const added = await addOverride(tx, { businessId, chainId, rules, from, until, note: note || null, createdBy, at });
    if ('problems' in added) return refuse('POLICY_INVALID', problemsOf(added.problems));
    const details = { override: added.id, card: cardId, until: until.toISOString() };
    await record(tx, call, { type: 'spend_override_created', details });
    const [row] = await overridesOf(tx, businessId, { id: added.id });
    return row ? overrideOf(row, at) : refuse('NOT_FOUND');
  });
  if (isRefused(result)) return result;
  return 'pending' in result ? answerChange(call, result.pending) : { status: 201, body: result };
};

/**
 * The rules of business, groups and card, in force or due, which a temporary change of the card stands in for, and those of
 * the changes before it: the latest of a limit counts, so that it can end the restriction of another.
 */
async function policiesOfCard(tx: Database, businessId: string, cardId: string, at: Date) {
  const [situation] = await readSituations(tx, businessId, [cardId], at.getTime());
  return [...(situation?.versions.values() ?? [])]
    .filter(({ layer, until }) => layer !== 'PROGRAM' && (until === null || until > at.getTime()))
    .map(({ document }) => document);
}

/** POST end: at once; under four eyes, a restriction once a second administrator has approved its end. */
export const endSpendOverride: Handler<'endSpendOverride'> = async (call) => {
  const { context, caller: session, input } = call;
  const { id } = input.params;
  const { businessId } = session;
  const at = context.clock.now();
  const result = await underLock(call, async (tx) => {
    const [before] = await overridesOf(tx, businessId, { id });
    if (!before) return refuse('NOT_FOUND');
    const { card, document, note } = before;
    // A change may have been a restriction.
    if (await isOwnUnderFourEyes(tx, session, [card.cardId])) return refuse('OWN_CARD');
    if (before.state !== 'ACTIVE' || before.validUntil <= at) return refuse('STEP_NOT_POSSIBLE');
    if ((await asksForFourEyes(tx, businessId)) && (await relieves(tx, businessId, before, at))) {
      const until = before.validUntil.toISOString();
      const change = { overrideId: id, cardId: card.cardId, last4: card.last4, document, from: null, until, note };
      const details = { kind: 'SPEND_OVERRIDE_END', ...change } as const;
      return { pending: await requestChange(tx, call, { subject: id, details }) };
    }
    if (!(await endOverride(tx, { businessId, id, at }))) return refuse('STEP_NOT_POSSIBLE');
    await record(tx, call, { type: 'spend_override_ended', details: { override: id } });
    return overrideOf({ ...before, state: 'INACTIVE', validUntil: at }, at);
  });
  if (isRefused(result)) return result;
  return 'pending' in result ? answerChange(call, result.pending) : { status: 200, body: result };
};

/** Whether the card may do more without the override than with it. */
async function relieves(tx: Database, businessId: string, { id, card, document }: OverrideRow, at: Date) {
  const [situation] = await readSituations(tx, businessId, [card.cardId], at.getTime());
  const left = [...(situation?.versions.values() ?? [])].filter(
    ({ policyId, until }) => policyId !== id && (until === null || until > at.getTime()),
  );
  const isOverride = ({ layer }: PolicyVersion) => layer === 'OVERRIDE';
  // A policy that another version will follow does not hold for as long.
  const lasting = [
    ...Map.groupBy(
      left.filter((version) => !isOverride(version)),
      ({ policyId }) => policyId,
    ).values(),
  ]
    .map((versions) => versions.toSorted((a, b) => b.from - a.from || b.id - a.id)[0]!)
    .filter(({ from, until }) => from <= at.getTime() && until === null);
  const documents = (versions: readonly PolicyVersion[]) => versions.map((version) => version.document);
  return isRelief(document, documents(lasting), documents(left.filter(isOverride)));
}
