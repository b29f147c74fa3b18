import {
  cancelPendingChange,
  decidePendingChange,
  permissionOfChange,
  type PendingChange,
} from '@florin/contract/access/pending-changes';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pendingChangesQuery } from '../../../flows/pending-changes.ts';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { ConfirmAct } from '../../../flows/step-up/ConfirmAct.tsx';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { AreaHead } from '../../../flows/tabs/TabsHead.tsx';
import { TeamTabs } from '../../../flows/team/TeamTabs.tsx';
import { longWhen } from '../../../flows/time/when.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { ColumnPage, PageHead, WidePage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { changesWords as words } from '../../../messages/en/access/pending-changes.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { permissionNames } from '../../../messages/en/access/team-permissions.ts';
import { paths } from '../../../paths.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { differenceOf, loosenedBy, sentenceOf } from './describe.ts';
import styles from './changes.module.css';

/** /team-members/changes: what waits for a second administrator, and what became of it. */
export function ChangesPage() {
  // A fresh proof renews the session, and the query's key with it.
  useEpoch();
  const { data, error, isFetching, refetch } = useQuery(pendingChangesQuery());
  const [asked, setAsked] = useState<ChangeDecision | null>(null);
  const waiting = data?.changes.filter(({ status }) => status === 'PENDING') ?? [];
  const decided = data?.changes.filter(({ status }) => status !== 'PENDING') ?? [];
  return (
    <StepUpProvider>
      <WidePage>
        <AreaHead tabs={<TeamTabs />}>
          <PageHead title={pageTitles.teamChanges} intro={data && (data.fourEyes ? words.on : words.off)}>
            {data && (
              <p>
                <Link to={paths.businessPermissions} className={styles.link}>
                  {words.settings}
                </Link>
              </p>
            )}
          </PageHead>
        </AreaHead>
        <ColumnPage>
          {data ? (
            <>
              <Panel title={words.waiting} padded={false}>
                {waiting.length > 0 ? (
                  <ul className={styles.list}>
                    {waiting.map((change) => (
                      <Waiting key={change.id} change={change} onAct={(act) => setAsked({ act, change })} />
                    ))}
                  </ul>
                ) : (
                  <EmptyState icon={ShieldCheck}>{words.none}</EmptyState>
                )}
              </Panel>
              {decided.length > 0 && (
                <Panel title={words.decided} padded={false}>
                  <ul className={styles.list}>
                    {decided.map((change) => (
                      <Decided key={change.id} change={change} />
                    ))}
                  </ul>
                </Panel>
              )}
            </>
          ) : (
            <Panel>
              {error ? (
                <Failure
                  {...errorMessage(error, words.loadFailed)}
                  onRetry={() => void refetch()}
                  retrying={isFetching}
                />
              ) : (
                <div aria-busy="true" className={styles.loading}>
                  <Skeleton shape="block" />
                  <Skeleton shape="block" />
                </div>
              )}
            </Panel>
          )}
          {asked && <Ask {...asked} onClose={() => setAsked(null)} />}
        </ColumnPage>
      </WidePage>
    </StepUpProvider>
  );
}

type Act = 'approve' | 'reject' | 'takeBack';
interface ChangeDecision {
  act: Act;
  change: PendingChange;
}

function Waiting({ change, onAct }: { change: PendingChange; onAct: (act: Act) => void }) {
  const { timeZone } = usePerson();
  const what = sentenceOf(change, timeZone);
  const when = longWhen(change.requestedAt, timeZone);
  const permission = permissionOfChange[change.kind];
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <p className={styles.sentence}>{what}</p>
        <Details of={change} />
        <p className={styles.mute}>
          {change.isYours ? words.askedByYou(when) : words.asked(change.requestedBy, when)} ·{' '}
          {words.until(longWhen(change.expiresAt, timeZone))}
        </p>
        {change.isYours && <p className={styles.mute}>{words.own}</p>}
      </div>
      <div className={styles.acts}>
        {change.isYours ? (
          <Button aria-label={words.takeBackOf(what)} onClick={() => onAct('takeBack')}>
            {words.takeBack}
          </Button>
        ) : (
          <>
            <PermittedButton permission={permission} aria-label={words.rejectOf(what)} onClick={() => onAct('reject')}>
              {words.reject}
            </PermittedButton>
            <PermittedButton
              permission={permission}
              aria-label={words.approveOf(what)}
              onClick={() => onAct('approve')}
            >
              {words.approve}
            </PermittedButton>
          </>
        )}
      </div>
    </li>
  );
}

const names = new Intl.ListFormat('en', { type: 'unit' });

/** What exactly changes, where the sentence does not say it. */
function Details({ of }: { of: PendingChange }) {
  const { timeZone } = usePerson();
  const { added, removed } = differenceOf(of);
  const parts = [
    [words.added, added],
    [words.removed, removed],
  ] as const;
  const { spendPolicy } = of;
  return (
    <>
      {parts.map(
        ([label, flags]) =>
          flags.length > 0 && (
            <p key={label}>
              <b>{label}</b> {names.format(flags.map((flag) => permissionNames[flag].name))}
            </p>
          ),
      )}
      {loosenedBy(of, timeZone).map((sentence, i) => (
        <p key={i} className={styles.mute}>
          {sentence}
        </p>
      ))}
      {spendPolicy && (
        <p className={styles.mute}>
          {words.rules(spendPolicy.before.rules.length, spendPolicy.after?.rules.length ?? 0)}
        </p>
      )}
    </>
  );
}

function Decided({ change }: { change: PendingChange }) {
  const { timeZone } = usePerson();
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <p>{sentenceOf(change, timeZone)}</p>
        <p className={styles.mute}>
          {words.asked(change.requestedBy, longWhen(change.requestedAt, timeZone))}
          {change.decidedBy !== null && change.decidedAt !== null && (
            <> · {words.by(change.decidedBy, longWhen(change.decidedAt, timeZone))}</>
          )}
        </p>
      </div>
      <StatusTag tone={change.status === 'APPROVED' || change.status === 'USED' ? 'ok' : 'neutral'}>
        {words.statuses[change.status]}
      </StatusTag>
    </li>
  );
}

/** What an approved change of a card is seen in. */
const ofCards = ['card', 'cards', 'card-groups', 'card-limits', 'policy-overrides', 'card-spend-limits'];

/** Says what a decision does, and makes it. */
function Ask({ act, change, onClose }: ChangeDecision & { onClose: () => void }) {
  const { timeZone } = usePerson();
  const what = sentenceOf(change, timeZone);
  const { dialog } = words;
  const { id } = change;
  const refresh = () =>
    Promise.all(
      ['pending-changes', 'team', 'team-members', 'team-permissions', 'business-profile', ...ofCards].map((name) =>
        queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === name }),
      ),
    );
  const texts = {
    approve: {
      title: dialog.approve,
      text: `${what}. ${words.effect[change.kind]}`,
      submit: words.approve,
      done: words.approved,
    },
    reject: { title: dialog.reject, text: dialog.rejectText(what), submit: words.reject, done: words.rejected },
    takeBack: {
      title: dialog.takeBack,
      text: dialog.takeBackText(what),
      submit: words.takeBack,
      done: words.takenBack,
    },
  }[act];
  return (
    <ConfirmAct
      words={{ ...texts, submitting: dialog.submitting, cancel: dialog.cancel }}
      variant={act === 'approve' ? 'primary' : 'danger'}
      act={(send) =>
        act === 'takeBack'
          ? send(cancelPendingChange, { params: { id } })
          : send(decidePendingChange, {
              params: { id },
              body: { decision: act === 'approve' ? 'APPROVE' : 'REJECT' },
            })
      }
      done={texts.done}
      refresh={refresh}
      onClose={onClose}
    />
  );
}
