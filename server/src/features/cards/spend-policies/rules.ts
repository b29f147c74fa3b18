import { money } from '@florin/contract/money';
import type { SpendPolicy, SpendPolicyLine } from '@florin/contract/cards/spend-policies';
import type { PolicyVersionState } from '@florin/contract/cards/policies/spend-rules';
import { policyWarnings } from '@florin/contract/cards/policies/spend-warnings';
import { accountCurrency } from '../../../core/authorizations/request.ts';
import type { PolicyRow, VersionRow } from './queries.ts';

const iso = (moment: Date | null) => moment?.toISOString() ?? null;

type Timed = Pick<VersionRow, 'id' | 'state' | 'validFrom' | 'validUntil'>;

/** The version in force at a moment: the active one that began last. */
export const inForce = <V extends Timed>(versions: readonly V[], at: Date): V | undefined =>
  versions
    .filter(
      ({ state, validFrom, validUntil }) => isActive(state) && validFrom! <= at && !(validUntil && validUntil <= at),
    )
    .toSorted((a, b) => b.validFrom!.getTime() - a.validFrom!.getTime() || b.id - a.id)[0];

const isActive = (state: PolicyVersionState) => state === 'ACTIVE';

/** The version that will follow, if one is due. */
const nextOf = (versions: readonly VersionRow[], at: Date): VersionRow | undefined =>
  versions
    .filter(({ state, validFrom }) => isActive(state) && validFrom! > at)
    .toSorted((a, b) => a.validFrom!.getTime() - b.validFrom!.getTime())[0];

/** A policy in a list, with its versions, the newest first. */
export function lineOf(policy: PolicyRow, versions: readonly VersionRow[], at: Date): SpendPolicyLine {
  const numberOf = (state: PolicyVersionState) => versions.find((version) => version.state === state)?.number ?? null;
  const active = inForce(versions, at);
  const shown = active ?? versions.find(({ state }) => state === 'DRAFT') ?? versions[0];
  return {
    id: policy.id,
    name: policy.name,
    layer: policy.layer,
    group: policy.groupId === null ? null : { id: policy.groupId, name: policy.groupName ?? '' },
    card: policy.card,
    cards: policy.cards,
    people: policy.people,
    active: active?.number ?? null,
    next: nextOf(versions, at)?.number ?? null,
    shadow: numberOf('SHADOW'),
    draft: numberOf('DRAFT'),
    document: shown?.document ?? { rules: [], groups: [] },
    spent: policy.spent === null ? null : money(policy.spent, accountCurrency),
  };
}

export function policyOf(policy: PolicyRow, versions: readonly VersionRow[], at: Date): SpendPolicy {
  const active = inForce(versions, at);
  return {
    ...lineOf(policy, versions, at),
    versions: versions.map((version) => ({
      number: version.number,
      // A version that another one has followed is over, whether or not its row says so yet.
      state: isActive(version.state) && version.validFrom! <= at && version !== active ? 'INACTIVE' : version.state,
      document: version.document,
      basedOn: version.basedOn,
      note: version.note,
      createdAt: version.createdAt.toISOString(),
      createdBy: version.createdBy,
      from: iso(version.validFrom),
      until: iso(version.validUntil),
      shadowFrom: iso(version.shadowFrom),
    })),
    warnings: versions
      .filter(({ state }) => state !== 'INACTIVE')
      .flatMap(({ number, document }) => policyWarnings(document).map((warning) => ({ version: number, ...warning }))),
  };
}
