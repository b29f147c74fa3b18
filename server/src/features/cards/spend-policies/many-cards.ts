import { isDeepStrictEqual } from 'node:util';
import type { BulkLine } from '@florin/contract/cards/card-parts';
import { isEligible } from '@florin/contract/eligibility';
import type { PolicyDocument } from '@florin/contract/cards/policies/spend-rules';
import { countOf, emptyLine, findCard, refusedLine, rowsOfCards } from '../../../core/cards/bulk-lines.ts';
import type { Report, Row } from '../../../core/cards/bulk-lines.ts';
import { refuseState, type LockedCard } from '../../../core/cards/states.ts';
import { documentOf, groupsOfBusiness, problemsOf } from '../../../core/policies/documents.ts';
import { fillCounters } from '../../../core/policies/fill-counters.ts';
import { insertPolicy, insertVersion } from '../../../core/policies/write.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler, type Refused } from '../../../http/call.ts';
import { runBulk } from '../../../identity/step-up/run-bulk.ts';
import { record } from '../../../identity/sessions/record.ts';
import { endOthers, hasEnough, orNull, requireSecondIfLooser } from './change.ts';
import { lockPolicy, versionsOf } from './queries.ts';
import { inForce } from './rules.ts';

type SetCall = Call<'setCardPolicies'>;

/** POST /api/spend-policies/cards: the same rules for many cards. */
export const setCardPolicies: Handler<'setCardPolicies'> = async (call) => {
  const { caller: session, input } = call;
  const { idempotencyKey, dryRun, ...wanted } = input.body;
  const rows = rowsOfCards(wanted);
  if (isRefused(rows)) return rows;
  return runBulk(call, { idempotencyKey, dryRun, content: ['policy', wanted] }, async (tx) => {
    const made = documentOf(wanted.rules, 'CARD', await groupsOfBusiness(tx, session.businessId));
    if ('problems' in made) return refuse('POLICY_INVALID', problemsOf(made.problems));
    return runAll(tx, call, rows, made.document);
  });
};

async function runAll(tx: Database, call: SetCall, rows: readonly Row[], document: PolicyDocument): Promise<Report> {
  const lines: BulkLine[] = [];
  for (const row of rows) lines.push(await setLine(tx, call, row, document));
  const details = { act: 'POLICY', done: countOf(lines, 'DONE'), refused: countOf(lines, 'REFUSED') } as const;
  await record(tx, call, { type: 'cards_changed_in_bulk', details });
  return { lines };
}

async function setLine(tx: Database, call: SetCall, row: Row, document: PolicyDocument): Promise<BulkLine> {
  const found = await findCard(tx, call.caller.businessId, row);
  if ('outcome' in found) return found;
  const { card, ...seen } = found;
  const isOver = !isEligible('card.change', { card });
  const refused = isOver ? refuseState(card) : await setRules(tx, call, card, document);
  if (refused) {
    const problem = refused.refused === 'POLICY_INVALID' ? { problem: 'tooManyPolicies' } : {};
    return { ...refusedLine(row.line, refused, seen), ...problem };
  }
  return { ...emptyLine, line: row.line, outcome: 'DONE', ...seen };
}

/** Puts rules in force, at once, in the card's policy of the name, or in its limit. */
async function setRules(
  tx: Database,
  call: SetCall,
  { chain_id: chainId }: LockedCard,
  document: PolicyDocument,
): Promise<Refused<'POLICY_INVALID' | 'SECOND_ADMINISTRATOR_REQUIRED' | 'OWN_CARD'> | null> {
  const { context, caller: session, input } = call;
  const { businessId, membershipId: createdBy } = session;
  const { name, note, startingLimit } = input.body;
  const at = context.clock.now();
  const before = await tx
    .selectFrom('spend_policy')
    .select('id')
    .where('business_id', '=', businessId)
    .where('layer', '=', 'CARD')
    .where('chain_id', '=', chainId)
    .where((eb) =>
      startingLimit ? eb.or([eb('is_card_limit', '=', true), eb('name', '=', name)]) : eb('name', '=', name),
    )
    .$if(startingLimit, (query) => query.orderBy('is_card_limit', 'desc'))
    .orderBy('id')
    .executeTakeFirst();
  if (!before && (await hasEnough(tx, businessId, chainId)))
    return refuse('POLICY_INVALID', problemsOf([{ rule: null, problem: 'tooManyPolicies', other: null }]));
  const policyOfCard = { layer: 'CARD', businessId, chainId, name, isCardLimit: startingLimit, createdBy, at } as const;
  const id = before?.id ?? (await insertPolicy(tx, policyOfCard));
  if (startingLimit) await tx.updateTable('spend_policy').set({ is_card_limit: true }).where('id', '=', id).execute();
  if (!before) await record(tx, call, { type: 'spend_policy_created', details: { policy: id, layer: 'CARD' } });
  const policy = (await lockPolicy(tx, businessId, id))!;
  const versions = await versionsOf(tx, [id]);
  const current = inForce(versions, at);
  const isDue = versions.some(({ state, validFrom }) => state === 'ACTIVE' && validFrom! > at);
  if (current && !isDue && isDeepStrictEqual(current.document, document)) return null;
  const number = (versions[0]?.number ?? 0) + 1;
  const second = await requireSecondIfLooser(tx, call, policy, versions, {
    act: 'ACTIVATE',
    number,
    document,
    from: at,
  });
  if (second) return second;
  await fillCounters(tx, { businessId, groupId: null, chainId }, document, at);
  await endOthers(tx, call, versions, null, at);
  const basedOn = current?.number ?? null;
  const version = { policyId: id, number, state: 'ACTIVE', document, basedOn, note: orNull(note) } as const;
  await insertVersion(tx, { ...version, createdBy, at });
  const details = { policy: id, number, state: 'ACTIVE' } as const;
  await record(tx, call, { type: 'spend_policy_version_changed', details });
  return null;
}
