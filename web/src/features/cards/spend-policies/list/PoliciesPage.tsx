import { exportSpendPolicies, policyColumns, type SpendPolicyLine } from '@florin/contract/cards/spend-policies';
import { ruleText } from '@florin/contract/cards/policies/rule-sentences';
import type { PolicyDocument } from '@florin/contract/cards/policies/spend-rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { CardsTabs } from '../../../../flows/cards/CardsHead.tsx';
import { newPolicyKey } from '../../../../flows/cards/form-keys.ts';
import { download } from '../../../../flows/lists/download.ts';
import { ListPage } from '../../../../flows/lists/ListPage.tsx';
import { useListAddress } from '../../../../flows/lists/use-list-address.ts';
import { RuleSentence } from '../../../../flows/spend-rules/RuleSentence.tsx';
import { LoadingRows } from '../../../../kit/feedback/LoadingRows.tsx';
import { policyListWords as words } from '../../../../messages/en/cards/policy-list.ts';
import { pageTitles } from '../../../../messages/en/shell/pages.ts';
import { paths } from '../../../../paths.ts';
import { useEpoch } from '../../../../session/browser-session.ts';
import { wasLeftOpen } from '../../../../session/kept-forms/use-kept-form.ts';
import { PermittedButton, useReason } from '../../../../session/PermittedButton.tsx';
import { columnsOf } from './columns.tsx';
import { fields, isTemporary, order, policiesQuery, queryOf, viewsOf } from './list-search.ts';
import styles from './policy-list.module.css';

// Loaded once they are shown, or a policy is to be created.
const TemporaryChanges = lazy(() =>
  import('../TemporaryChanges.tsx').then((module) => ({ default: module.TemporaryChanges })),
);
const NewPolicyDialog = lazy(() =>
  import('../NewPolicyDialog.tsx').then((module) => ({ default: module.NewPolicyDialog })),
);

/** /cards/policies, for administrators: policies by layer below the rules of the program, and temporary changes. */
export function PoliciesPage() {
  // A change of account renews the session, and the query's key with it.
  useEpoch();
  const address = useListAddress();
  const { search } = address;
  const [isCreating, setCreating] = useState(() => wasLeftOpen(newPolicyKey()));
  const showsTemporary = isTemporary(search);
  const query = useMemo(() => queryOf(search), [search]);
  const rows = useInfiniteQuery({ ...policiesQuery(query), enabled: !showsTemporary });
  const showsSpend = useReason('spend-policies.test') === null;
  const columns = useMemo(() => columnsOf(showsSpend), [showsSpend]);
  const { protections, cardLimits: known } = rows.data?.pages[0] ?? {};
  // The tab stays while another view is loaded.
  const [cardLimits, setCardLimits] = useState(0);
  if (known !== undefined && known !== cardLimits) setCardLimits(known);
  const folded = cardLimits > 0 && query.limits === 'WITHOUT' && (
    <Link to={paths.cardPolicies} search={{ kind: 'LIMIT' }}>
      {words.folded(cardLimits)}
    </Link>
  );
  return (
    <>
      <ListPage
        list="spend-policies"
        title={pageTitles.cardPolicies}
        label={words.list}
        intro={words.intro}
        action={
          <PermittedButton permission="spend-policies.change" variant="primary" onClick={() => setCreating(true)}>
            {words.new}
          </PermittedButton>
        }
        {...(!showsTemporary && {
          onExport: (format, hidden) => {
            const hide = policyColumns.filter((column) => hidden.includes(column)).join(',');
            return download(exportSpendPolicies, { query: { ...query, format, ...(hide && { hide }) } });
          },
        })}
        tabs={<CardsTabs />}
        address={address}
        fields={fields}
        searchLabel={words.search}
        views={viewsOf(cardLimits)}
        rows={rows}
        columns={columns}
        order={order}
        rowId={idOf}
        rowName={nameOf}
        rowHref={hrefOf}
        lead={protections && <Protections of={protections} />}
        {...(showsTemporary && {
          instead: (
            <Suspense fallback={<LoadingRows label={words.view.temporary} />}>
              <TemporaryChanges />
            </Suspense>
          ),
        })}
        none={{ ...words.none, ...(folded && { text: words.onlyLimits, action: folded }) }}
        renderTotal={() => folded}
        messages={{
          noMatch: words.noMatch,
          loadFailed: words.loadFailed,
          moreFailed: words.moreFailed,
          count: words.shown,
        }}
      />
      {isCreating && (
        <Suspense fallback={null}>
          <NewPolicyDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

const idOf = ({ id }: SpendPolicyLine): string => id;
const nameOf = ({ name }: SpendPolicyLine): string => name;
const hrefOf = ({ id }: SpendPolicyLine): string => `${paths.cardPolicies}/${id}`;

/** The rules of the program, which no policy lifts. */
function Protections({ of: { rules, groups } }: { of: PolicyDocument }) {
  if (rules.length === 0) return null;
  return (
    <section className={styles.protections} aria-label={words.protections}>
      <h2>{words.protections}</h2>
      <ul>
        {rules.map((rule) => (
          <li key={ruleText(rule, groups)}>
            <RuleSentence rule={rule} groups={groups} />
          </li>
        ))}
      </ul>
    </section>
  );
}
