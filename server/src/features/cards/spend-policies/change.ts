import { DAY } from '@florin/contract/limits';
import { isLooser } from '@florin/contract/cards/policies/loosening';
import type { SpendPolicy } from '@florin/contract/cards/spend-policies';
import { policyLimits, type PolicyDocument, type Rule } from '@florin/contract/cards/policies/spend-rules';
import { isOwnUnderFourEyes } from '../../../core/card-funding/own-cards.ts';
import { cardOfBusiness } from '../../../core/cards/of-business.ts';
import { documentOf, groupsOfBusiness, problemsOf } from '../../../core/policies/documents.ts';
import { fillCounters, type Measured } from '../../../core/policies/fill-counters.ts';
import { insertPolicy, insertVersion } from '../../../core/policies/write.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Handler, type Refused } from '../../../http/call.ts';
import { requireSecondAdministrator } from '../../../identity/four-eyes/changes.ts';
import type { SessionCall } from '../../../identity/sessions/card-changer.ts';
import { record } from '../../../identity/sessions/record.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { lockPolicy, policiesOf, versionsOf, type LockedPolicy, type VersionRow } from './queries.ts';
import { inForce, policyOf } from './rules.ts';

/** A policy as its page shows it. */
export async function readPolicy(db: Database, businessId: string, id: string, at: Date): Promise<SpendPolicy | null> {
  const [policy] = await policiesOf(db, businessId, { id });
  return policy ? policyOf(policy, await versionsOf(db, [id]), at) : null;
}

/** Changes a policy under its lock, and answers with it as it is then. */
async function changePolicy<C extends Refused>(
  call: SessionCall,
  id: string,
  change: (tx: Database, policy: LockedPolicy, versions: VersionRow[]) => Promise<C | null>,
): Promise<{ status: 200; body: SpendPolicy } | C | Refused<'NOT_FOUND' | 'UNAUTHENTICATED'>> {
  const { context, caller: session } = call;
  const result = await underLock(call, async (tx) => {
    const policy = await lockPolicy(tx, session.businessId, id);
    if (!policy) return refuse('NOT_FOUND');
    const refused = await change(tx, policy, await versionsOf(tx, [id]));
    if (refused) return refused;
    return (await readPolicy(tx, session.businessId, id, context.clock.now())) ?? refuse('NOT_FOUND');
  });
  return isRefused(result) ? result : { status: 200, body: result };
}

export const orNull = (note: string | null | undefined) => note || null;

/** POST: a policy with its first draft. */
export const createSpendPolicy: Handler<'createSpendPolicy'> = async (call) => {
  const { context, caller: session, input } = call;
  const { name, layer, groupId = null, cardId = null, rules, note } = input.body;
  if ((layer === 'GROUP') !== (groupId !== null))
    return refuse('VALIDATION', { Fields: [{ Field: 'groupId', Problem: groupId === null ? 'missing' : 'unknown' }] });
  if ((layer === 'CARD') !== (cardId !== null))
    return refuse('VALIDATION', { Fields: [{ Field: 'cardId', Problem: cardId === null ? 'missing' : 'unknown' }] });
  const at = context.clock.now();
  const result = await underLock(call, async (tx) => {
    const subject = await subjectOf(tx, session.businessId, groupId, cardId);
    if (!subject) return refuse('NOT_FOUND');
    const made = documentOf(rules, layer, await groupsOfBusiness(tx, session.businessId));
    if ('problems' in made) return refuse('POLICY_INVALID', problemsOf(made.problems));
    if (await hasEnough(tx, session.businessId, subject.chainId))
      return refuse('POLICY_INVALID', problemsOf([{ rule: null, problem: 'tooManyPolicies', other: null }]));
    const createdBy = session.membershipId;
    const id = await insertPolicy(tx, { layer, businessId: session.businessId, ...subject, name, createdBy, at });
    const { document } = made;
    const version = { policyId: id, number: 1, state: 'DRAFT', document, basedOn: null, note: orNull(note) } as const;
    await insertVersion(tx, { ...version, createdBy, at });
    await record(tx, call, { type: 'spend_policy_created', details: { policy: id, layer } });
    return (await readPolicy(tx, session.businessId, id, at)) ?? refuse('NOT_FOUND');
  });
  return isRefused(result) ? result : { status: 201, body: result };
};

/** Whether the business has as many policies as it may have; those of cards are counted for each card alone. */
export async function hasEnough(tx: Database, businessId: string, chainId: string | null): Promise<boolean> {
  const ofCard = chainId !== null;
  const { count } = await tx
    .selectFrom('spend_policy')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('business_id', '=', businessId)
    .where('layer', 'in', ofCard ? ['CARD'] : ['BUSINESS', 'GROUP'])
    .$if(ofCard, (query) => query.where('chain_id', '=', chainId))
    .executeTakeFirstOrThrow();
  return Number(count) >= (ofCard ? policyLimits.policiesPerCard : policyLimits.policiesPerBusiness);
}

/** What the policy is for; null for a group or card that the business does not have. */
async function subjectOf(
  tx: Database,
  businessId: string,
  groupId: string | null,
  cardId: string | null,
): Promise<{ groupId: string | null; chainId: string | null } | null> {
  if (groupId !== null) {
    const group = await tx
      .selectFrom('card_group')
      .select('id')
      .where('id', '=', groupId)
      .where('business_id', '=', businessId)
      .forKeyShare()
      .executeTakeFirst();
    return group ? { groupId: group.id, chainId: null } : null;
  }
  if (cardId === null) return { groupId: null, chainId: null };
  const card = await cardOfBusiness(tx, businessId, cardId);
  return card ? { groupId: null, chainId: card.chainId } : null;
}

export const renameSpendPolicy: Handler<'renameSpendPolicy'> = (call) =>
  changePolicy(call, call.input.params.id, async (tx, policy) => {
    const { name, replaces } = call.input.body;
    if ((replaces ?? policy.name) !== policy.name) return refuse('VERSION_CONFLICT');
    const { id } = policy;
    await tx.updateTable('spend_policy').set({ name }).where('id', '=', id).execute();
    await record(tx, call, { type: 'spend_policy_renamed', details: { policy: id } });
    return null;
  });

/** PUT draft: another row, because what a version says never changes; a draft that it replaces had no effect. */
export const saveSpendPolicyDraft: Handler<'saveSpendPolicyDraft'> = (call) => {
  const { rules, note, replaces } = call.input.body;
  return changePolicy(call, call.input.params.id, async (tx, policy, versions) => {
    const draft = versions.find(({ state }) => state === 'DRAFT');
    if (replaces !== undefined && (draft?.createdAt.toISOString() ?? null) !== replaces)
      return refuse('VERSION_CONFLICT');
    return writeDraft(tx, call, policy, versions, rules, orNull(note));
  });
};

async function writeDraft(
  tx: Database,
  call: SessionCall,
  policy: LockedPolicy,
  versions: readonly VersionRow[],
  rules: readonly Rule[],
  note: string | null,
): Promise<Refused<'POLICY_INVALID'> | null> {
  const { context, caller: session } = call;
  const at = context.clock.now();
  const made = documentOf(rules, policy.layer, await groupsOfBusiness(tx, session.businessId));
  if ('problems' in made) return refuse('POLICY_INVALID', problemsOf(made.problems));
  const draft = versions.find(({ state }) => state === 'DRAFT');
  if (draft) await deleteDraft(tx, draft.id);
  const number = draft?.number ?? (versions[0]?.number ?? 0) + 1;
  const basedOn = draft ? draft.basedOn : (inForce(versions, at)?.number ?? versions[0]?.number ?? null);
  const createdBy = session.membershipId;
  await insertVersion(tx, {
    policyId: policy.id,
    number,
    state: 'DRAFT',
    document: made.document,
    basedOn,
    note,
    createdBy,
    at,
  });
  await record(tx, call, {
    type: 'spend_policy_version_changed',
    details: { policy: policy.id, number, state: 'DRAFT' },
  });
  return null;
}

/** Whether a version is another one than the person has read; a draft that is saved again keeps its number. */
const isOther = ({ createdAt }: VersionRow, read: string | undefined) =>
  read !== undefined && createdAt.toISOString() !== read;

const deleteDraft = (tx: Database, id: number) =>
  tx.deleteFrom('spend_policy_version').where('id', '=', id).where('state', '=', 'DRAFT').execute();

export const discardSpendPolicyDraft: Handler<'discardSpendPolicyDraft'> = (call) =>
  changePolicy(call, call.input.params.id, async (tx, { id }, versions) => {
    const draft = versions.find(({ state }) => state === 'DRAFT');
    if (!draft) return refuse('STEP_NOT_POSSIBLE');
    if (isOther(draft, call.input.query.replaces)) return refuse('VERSION_CONFLICT');
    await deleteDraft(tx, draft.id);
    await record(tx, call, { type: 'spend_policy_draft_discarded', details: { policy: id, number: draft.number } });
    return null;
  });

const measuredBy = ({ caller: { businessId } }: SessionCall, policy: LockedPolicy): Measured => ({
  businessId,
  groupId: policy.card_group_id,
  chainId: policy.chain_id,
});

type StateChange = { state: 'SHADOW' | 'ACTIVE' | 'INACTIVE'; from?: Date; until?: Date };

async function setState(tx: Database, call: SessionCall, version: VersionRow, change: StateChange): Promise<void> {
  const { state, from, until } = change;
  await tx
    .updateTable('spend_policy_version')
    .set({
      state,
      ...(state === 'SHADOW' && from && { shadow_from: from }),
      ...(state === 'ACTIVE' && from && { valid_from: from }),
      ...(until && { valid_until: until }),
    })
    .where('id', '=', version.id)
    .execute();
  const details = { policy: version.policyId, number: version.number, state };
  await record(tx, call, { type: 'spend_policy_version_changed', details });
}

export const shadowSpendPolicyVersion: Handler<'shadowSpendPolicyVersion'> = (call) =>
  changePolicy(call, call.input.params.id, async (tx, policy, versions) => {
    const at = call.context.clock.now();
    const version = versions.find(({ number }) => number === call.input.params.number);
    if (version?.state !== 'DRAFT') return refuse(version ? 'STEP_NOT_POSSIBLE' : 'NOT_FOUND');
    if (isOther(version, call.input.body.replaces)) return refuse('VERSION_CONFLICT');
    await fillCounters(tx, measuredBy(call, policy), version.document, at);
    const earlier = versions.find(({ state }) => state === 'SHADOW');
    if (earlier) await setState(tx, call, earlier, { state: 'INACTIVE', until: at });
    await setState(tx, call, version, { state: 'SHADOW', from: at });
    return null;
  });

const year = 366 * DAY * 1000;

export const activateSpendPolicyVersion: Handler<'activateSpendPolicyVersion'> = async (call) => {
  const at = call.context.clock.now();
  const wanted = call.input.body.from ? new Date(call.input.body.from) : at;
  if (wanted.getTime() > at.getTime() + year)
    return refuse('VALIDATION', { Fields: [{ Field: 'from', Problem: 'tooLong' }] });
  const from = wanted < at ? at : wanted;
  return changePolicy(call, call.input.params.id, async (tx, policy, versions) => {
    const version = versions.find(({ number }) => number === call.input.params.number);
    if (!version) return refuse('NOT_FOUND');
    if (version.state !== 'DRAFT' && version.state !== 'SHADOW') return refuse('STEP_NOT_POSSIBLE');
    if (isOther(version, call.input.body.replaces)) return refuse('VERSION_CONFLICT');
    const act = { act: 'ACTIVATE', number: version.number, document: version.document, from } as const;
    const second = await requireSecondIfLooser(tx, call, policy, versions, act);
    if (second) return second;
    await fillCounters(tx, measuredBy(call, policy), version.document, at);
    await endOthers(tx, call, versions, version, from);
    await setState(tx, call, version, { state: 'ACTIVE', from });
    return null;
  });
};

interface LoosenedBy {
  act: 'ACTIVATE' | 'RESTORE' | 'DEACTIVATE';
  number: number;
  document: PolicyDocument | null;
  from: Date;
}

/**
 * Asks a second administrator where the business wants four eyes and rules become looser than those in force, or than
 * those that are due. The approval is for exactly these rules, now or from exactly that moment on. The rules of a card of
 * one's own are another administrator's to loosen (decision 061).
 */
export async function requireSecondIfLooser(
  tx: Database,
  call: SessionCall,
  policy: LockedPolicy,
  versions: readonly VersionRow[],
  { act, number, document, from }: LoosenedBy,
): Promise<Refused<'SECOND_ADMINISTRATOR_REQUIRED' | 'OWN_CARD'> | null> {
  const at = call.context.clock.now();
  const current = inForce(versions, at);
  const due = versions.filter(({ state, validFrom }) => state === 'ACTIVE' && validFrom! > at);
  const loosened = [...(current ? [current] : []), ...due].find((each) => isLooser(each.document, document));
  if (!loosened) return null;
  const own = policy.chain_id === null ? [] : [policy.chain_id];
  if (await isOwnUnderFourEyes(tx, call.caller, own)) return refuse('OWN_CARD');
  const moment = from > at ? from.toISOString() : null;
  const subject = JSON.stringify([policy.id, act, number, moment, loosened.number, loosened.document, document]);
  const change = { policyId: policy.id, policyName: policy.name, act, number };
  return requireSecondAdministrator(tx, call, {
    subject,
    details: { kind: 'SPEND_POLICY', ...change, before: loosened.document, after: document },
  });
}

/**
 * Ends the active versions that one which begins at a moment leaves without effect: at once all others; later, the ones
 * due besides it and the ones that are over already, while the one in force stays until then.
 */
export async function endOthers(
  tx: Database,
  call: SessionCall,
  versions: readonly VersionRow[],
  version: VersionRow | null,
  from: Date,
): Promise<void> {
  const at = call.context.clock.now();
  const stays = from > at ? inForce(versions, at) : undefined;
  for (const other of versions)
    if (other.state === 'ACTIVE' && other !== version && other !== stays)
      await setState(tx, call, other, { state: 'INACTIVE', until: at });
}

/** POST restore: the rules of an earlier version as a new one, because a version that has ended never comes back. */
export const restoreSpendPolicyVersion: Handler<'restoreSpendPolicyVersion'> = (call) =>
  changePolicy(call, call.input.params.id, async (tx, policy, versions) => {
    const { context, caller: session, input } = call;
    const at = context.clock.now();
    const version = versions.find(({ number }) => number === input.params.number);
    if (!version) return refuse('NOT_FOUND');
    const current = inForce(versions, at);
    if (version.state === 'DRAFT' || version.state === 'SHADOW' || version === current)
      return refuse('STEP_NOT_POSSIBLE');
    const { document } = version;
    const act = { act: 'RESTORE', number: version.number, document, from: at } as const;
    const second = await requireSecondIfLooser(tx, call, policy, versions, act);
    if (second) return second;
    await fillCounters(tx, measuredBy(call, policy), document, at);
    await endOthers(tx, call, versions, null, at);
    const number = (versions[0]?.number ?? 0) + 1;
    const createdBy = session.membershipId;
    const basedOn = version.number;
    await insertVersion(tx, {
      policyId: policy.id,
      number,
      state: 'ACTIVE',
      document,
      basedOn,
      note: null,
      createdBy,
      at,
    });
    await record(tx, call, {
      type: 'spend_policy_version_changed',
      details: { policy: policy.id, number, state: 'ACTIVE' },
    });
    return null;
  });

export const deactivateSpendPolicyVersion: Handler<'deactivateSpendPolicyVersion'> = (call) =>
  changePolicy(call, call.input.params.id, async (tx, policy, versions) => {
    const at = call.context.clock.now();
    const version = versions.find(({ number }) => number === call.input.params.number);
    if (!version) return refuse('NOT_FOUND');
    if (version.state !== 'ACTIVE' && version.state !== 'SHADOW') return refuse('STEP_NOT_POSSIBLE');
    const act = { act: 'DEACTIVATE', number: version.number, document: null, from: at } as const;
    const second = version.state === 'ACTIVE' ? await requireSecondIfLooser(tx, call, policy, versions, act) : null;
    if (second) return second;
    await setState(tx, call, version, { state: 'INACTIVE', until: at });
    return null;
  });
