import { shadowSpendPolicyVersion, type PolicyVersion, type SpendPolicy } from '@florin/contract/cards/spend-policies';
import type { CategoryGroupLine } from '@florin/contract/cards/category-groups';
import { compareRules } from '@florin/contract/cards/policies/spend-changes';
import { policyProblems, ruleKey, type GroupSnapshot, type Rule } from '@florin/contract/cards/policies/spend-rules';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { pendingChangesQuery } from '../../../../flows/pending-changes.ts';
import { longWhen, zoneName } from '../../../../flows/time/when.ts';
import { RuleSentence } from '../../../../flows/spend-rules/RuleSentence.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { LoadingRows } from '../../../../kit/feedback/LoadingRows.tsx';
import { Notice } from '../../../../kit/feedback/Notice.tsx';
import { showSnackbar } from '../../../../kit/feedback/snackbar-store.ts';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { FormMessage } from '../../../../kit/forms/FormMessage.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { PageHead, PageHeadLoading, WidePage } from '../../../../kit/layout/Page.tsx';
import { pageTitles } from '../../../../messages/en/shell/pages.ts';
import { spendPolicyWords } from '../../../../messages/en/cards/spend-policies.ts';
import { paths } from '../../../../paths.ts';
import { useEpoch } from '../../../../session/browser-session.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { wasLeftOpen } from '../../../../session/kept-forms/use-kept-form.ts';
import { PermittedButton, useReason } from '../../../../session/PermittedButton.tsx';
import { queryClient } from '../../../../session/queries/query-client.ts';
import { rulesOf } from './editor-state.ts';
import type { PolicyAct } from './PolicyActs.tsx';
import { categoriesQuery, companyQuery, keepPolicy, policyNameKey, policyQuery, type Layer } from '../queries.ts';
import { CardsUnder, RulesAbove } from './Surroundings.tsx';
import { activeOf, draftOf, useDraft, type Draft } from './use-draft.ts';
import { VersionRail } from './VersionRail.tsx';
import styles from './policy-editor.module.css';

// The page is read while its editor and the test of its rules are loaded; what asks is loaded once it is opened.
const RuleEditor = lazy(() => import('./RuleEditor.tsx').then((module) => ({ default: module.RuleEditor })));
const BacktestPanel = lazy(() => import('./BacktestPanel.tsx').then((module) => ({ default: module.BacktestPanel })));
const ActDialog = lazy(() => import('./PolicyActs.tsx').then((module) => ({ default: module.ActDialog })));

const words = spendPolicyWords.editor;

/** /cards/policies/$id: a policy's versions, and the editor of its draft with the backtest beside it. */
export function PolicyPage() {
  // A change of account renews the session, and the query's key with it.
  useEpoch();
  const { id } = useParams({ from: `/signed-in${paths.cardPolicy}` });
  const policy = useQuery(policyQuery(id));
  const categories = useQuery(categoriesQuery());
  const company = useQuery(companyQuery());
  const failed = [policy, categories, company].find(({ isError, data }) => isError && data === undefined);
  if (failed)
    return (
      <WidePage>
        <div>
          <Crumbs />
          <PageHead title={pageTitles.cardPolicy} />
        </div>
        <Failure
          {...errorMessage(failed.error, words.loadFailed)}
          onRetry={() => void Promise.all([policy.refetch(), categories.refetch(), company.refetch()])}
          retrying={failed.isFetching}
        />
      </WidePage>
    );
  if (!policy.data || !categories.data || !company.data)
    return (
      <WidePage>
        <Crumbs />
        <PageHeadLoading intro action />
        <div className={styles.columns}>
          <Panel>
            <Skeleton shape="block" />
          </Panel>
          <Panel>
            <Skeleton shape="block" />
          </Panel>
        </div>
      </WidePage>
    );
  return <Editor key={id} policy={policy.data} categories={categories.data} zone={company.data.timeZone} />;
}

const Loading = ({ title }: { title: string }) => (
  <Panel title={title} padded={false}>
    <LoadingRows label={title} />
  </Panel>
);

const Crumbs = () => (
  <nav aria-label={words.crumbs} className={styles.crumbs}>
    <Link to={paths.cards}>{words.cards}</Link>
    <span aria-hidden="true">›</span>
    <Link to={paths.cardPolicies}>{pageTitles.cardPolicies}</Link>
  </nav>
);

interface EditorProps {
  policy: SpendPolicy;
  categories: readonly CategoryGroupLine[];
  zone: string;
}

function Editor({ policy, categories, zone }: EditorProps) {
  const layer = policy.layer as Layer;
  const reason = useReason('spend-policies.change');
  const problemsOf = (rules: readonly Rule[]) =>
    policyProblems(rules, layer, (key) => categories.some((group) => group.key === key));
  const draft = useDraft(policy, problemsOf);
  const { version } = useSearch({ from: `/signed-in${paths.cardPolicy}` });
  const navigate = useNavigate();
  const [asking, setAsking] = useState<PolicyAct | null>(() =>
    wasLeftOpen(policyNameKey(policy.id)) ? { act: 'RENAME' } : null,
  );
  const shadowing = useSubmission();
  const shown = policy.versions.find(({ number, state }) => String(number) === version && state !== 'DRAFT') ?? null;
  const written = draftOf(policy);
  const active = activeOf(policy);
  const rules = rulesOf(draft.state);
  const problems = problemsOf(rules);
  const changes = compareRules(active?.document.rules ?? [], rules).filter(({ change }) => change !== 'SAME').length;
  // Rules of versions name groups as they were kept; the editor names those of today.
  const groups: readonly Pick<GroupSnapshot, 'key' | 'name'>[] = [
    ...categories,
    ...policy.versions.flatMap(({ document }) => document.groups),
  ];
  const toVersion = (search: { version?: string }) =>
    void navigate({ to: paths.cardPolicy, params: { id: policy.id }, search, replace: true });
  const toEditor = () => toVersion({});

  /** Saves what is typed, and goes on with the draft as it is then. */
  const withDraft = async (go: (saved: PolicyVersion) => void) => {
    const isSaved = await draft.save();
    const saved = draftOf(latestPolicy.current);
    if (isSaved && saved) go(saved);
  };
  /** Saves what is typed before it asks, so that only another administrator's draft is a conflict. */
  const discard = async ({ createdAt }: PolicyVersion) => {
    await draft.save();
    setAsking({ act: 'DISCARD', replaces: draft.replaces() ?? createdAt });
  };
  const latestPolicy = useRef(policy);
  useLayoutEffect(() => {
    latestPolicy.current = policy;
  });
  const shadow = async ({ number, createdAt }: PolicyVersion) => {
    const params = { id: policy.id, number: String(number) };
    const body = { replaces: draft.replaces() ?? createdAt };
    const answer = await shadowing.submit(shadowSpendPolicyVersion, { params, body });
    if (answer?.ok === false && answer.code === 'VERSION_CONFLICT') {
      // The editor shows the other draft.
      const now = draftOf(await queryClient.fetchQuery({ ...policyQuery(policy.id), staleTime: 0 }));
      if (now) shadowing.say({ severity: 'warning', text: words.draftChanged(now.createdBy), correlationId: null });
    }
    if (!answer?.ok) return;
    keepPolicy(answer.body);
    draft.continueFrom(answer.body);
    showSnackbar({ severity: 'success', text: words.shadowed });
    toVersion({ version: String(number) });
  };

  const onUndo = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z' || isTyping) return;
    event.preventDefault();
    draft.act({ act: 'undo' });
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onUndo(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  const canAct = written !== undefined && shown === null;
  return (
    <WidePage>
      <div>
        <Crumbs />
        <PageHead
          title={policy.name}
          intro={words.about(policy.cards, policy.people, zoneName(zone))}
          action={
            <div className={styles.acts}>
              <PermittedButton
                permission="spend-policies.change"
                variant="quiet"
                onClick={() => setAsking({ act: 'RENAME' })}
              >
                {words.rename}
              </PermittedButton>
              {canAct && (
                <>
                  <PermittedButton
                    permission="spend-policies.change"
                    variant="quiet"
                    onClick={() => void discard(written)}
                  >
                    {words.discard}
                  </PermittedButton>
                  <PermittedButton
                    permission="spend-policies.change"
                    pending={shadowing.pending}
                    unavailable={problems.length > 0 || draft.conflict !== null}
                    onClick={() => void withDraft((saved) => void shadow(saved))}
                  >
                    {words.shadow}
                  </PermittedButton>
                  <PermittedButton
                    permission="spend-policies.change"
                    variant="primary"
                    unavailable={problems.length > 0 || draft.conflict !== null}
                    onClick={() => void withDraft((saved) => setAsking({ act: 'ACTIVATE', version: saved }))}
                  >
                    {words.activate(written.number)}
                  </PermittedButton>
                </>
              )}
              {shown && <VersionActs policy={policy} shown={shown} onAsk={setAsking} />}
            </div>
          }
        />
      </div>
      <PendingNotice policy={policy} />
      <FormMessage message={shadowing.message} />
      <VersionRail
        policy={policy}
        zone={zone}
        shown={shown}
        changes={changes}
        status={statusText(draft, written, zone)}
      />
      <div className={styles.columns}>
        {shown ? (
          <ReadOnly version={shown} onBack={toEditor} />
        ) : (
          <Suspense fallback={<Loading title={words.heading} />}>
            <RuleEditor
              draft={draft}
              policy={policy}
              groups={groups}
              categories={categories}
              problems={problems}
              zone={zone}
              reason={reason}
            />
          </Suspense>
        )}
        <Suspense fallback={<Loading title={spendPolicyWords.backtest.title} />}>
          <BacktestPanel
            policy={policy}
            rules={shown?.document.rules ?? rules}
            isValid={shown !== null || problems.length === 0}
            groups={groups}
            zone={zone}
          />
        </Suspense>
        <div className={styles.column}>
          <RulesAbove policy={policy} />
          <CardsUnder policy={policy} zone={zone} />
        </div>
      </div>
      {asking && (
        <Suspense fallback={null}>
          <ActDialog
            policy={policy}
            asking={asking}
            onClose={() => setAsking(null)}
            onDone={(next, act) => {
              setAsking(null);
              shadowing.say(null);
              if (act === 'RENAME') {
                showSnackbar({ severity: 'success', text: words.renamed });
                return;
              }
              draft.continueFrom(next);
              const text = doneText(asking);
              if (text !== null) showSnackbar({ severity: 'success', text });
              toEditor();
            }}
          />
        </Suspense>
      )}
    </WidePage>
  );
}

function doneText(asking: PolicyAct): string | null {
  if (asking.act === 'ACTIVATE') return words.activated(asking.version.number);
  if (asking.act === 'RESTORE') return words.restored(asking.version.number);
  return asking.act === 'DEACTIVATE' ? words.deactivated(asking.version.number) : null;
}

function statusText({ status }: Draft, written: PolicyVersion | undefined, zone: string): string {
  if (status === 'SAVED')
    return words.status.saved(written ? longWhen(written.createdAt, zone).replace(/^.*, /, '') : '');
  return {
    UNSAVED: words.status.unsaved,
    SAVING: words.status.saving,
    INVALID: words.status.invalid,
    FAILED: words.status.failed,
  }[status];
}

interface VersionActsProps {
  policy: SpendPolicy;
  shown: PolicyVersion;
  onAsk: (asking: PolicyAct) => void;
}

/** What can be done with a version that is read. */
function VersionActs({ policy, shown, onAsk }: VersionActsProps) {
  const { state, number } = shown;
  return (
    <>
      {(state === 'ACTIVE' || state === 'SHADOW') && (
        <PermittedButton
          permission="spend-policies.change"
          variant="quiet"
          onClick={() => onAsk({ act: 'DEACTIVATE', version: shown })}
        >
          {state === 'SHADOW' ? words.stopShadow : words.deactivate}
        </PermittedButton>
      )}
      {state === 'SHADOW' && (
        <PermittedButton
          permission="spend-policies.change"
          variant="primary"
          onClick={() => onAsk({ act: 'ACTIVATE', version: shown })}
        >
          {words.activate(number)}
        </PermittedButton>
      )}
      {state === 'INACTIVE' && number !== policy.active && (
        <PermittedButton
          permission="spend-policies.change"
          variant="primary"
          onClick={() => onAsk({ act: 'RESTORE', version: shown })}
        >
          {words.restore(number)}
        </PermittedButton>
      )}
    </>
  );
}

function ReadOnly({ version, onBack }: { version: PolicyVersion; onBack: () => void }) {
  const { rules, groups } = version.document;
  return (
    <Panel
      title={words.heading}
      padded={false}
      actions={
        <Button variant="quiet" onClick={onBack}>
          {words.toDraft}
        </Button>
      }
    >
      <p className={styles.lead}>{words.readOnly}</p>
      <ol className={styles.rules} aria-label={words.rules}>
        {rules.map((rule) => (
          <li key={ruleKey(rule)} className={styles.rule}>
            <span className={styles.sign} />
            <div className={styles.sentence}>
              <RuleSentence rule={rule} groups={groups} />
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** A version that waits for a second administrator, or that one has approved. */
function PendingNotice({ policy }: { policy: SpendPolicy }) {
  const changes = useQuery(pendingChangesQuery());
  if (changes.isError && !changes.data)
    return (
      <Failure
        {...errorMessage(changes.error, words.waitingFailed)}
        onRetry={() => void changes.refetch()}
        retrying={changes.isFetching}
      />
    );
  const open = changes.data?.changes.find(
    ({ spendPolicy, status }) => spendPolicy?.policyId === policy.id && (status === 'PENDING' || status === 'APPROVED'),
  );
  if (!open || (open.status === 'APPROVED' && !open.isYours)) return null;
  return (
    <Notice severity={open.status === 'APPROVED' ? 'success' : 'info'}>
      {open.status === 'APPROVED' ? words.approved : words.waiting(open.requestedBy)}
    </Notice>
  );
}
