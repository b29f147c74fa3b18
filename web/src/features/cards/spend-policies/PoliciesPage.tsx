import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { CardsHead } from '../../../flows/cards/CardsHead.tsx';
import { LoadingRows } from '../../../kit/feedback/LoadingRows.tsx';
import { WidePage } from '../../../kit/layout/Page.tsx';
import { Tabs } from '../../../kit/lists/Tabs.tsx';
import { spendPolicyWords as words } from '../../../messages/en/cards/spend-policies.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { paths } from '../../../paths.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';

// Loaded once they are shown, or a policy is to be created.
const PolicyList = lazy(() => import('./PolicyList.tsx').then((module) => ({ default: module.PolicyList })));
const TemporaryChanges = lazy(() =>
  import('./TemporaryChanges.tsx').then((module) => ({ default: module.TemporaryChanges })),
);
const NewPolicyDialog = lazy(() =>
  import('./NewPolicyDialog.tsx').then((module) => ({ default: module.NewPolicyDialog })),
);

const views = ['all', 'BUSINESS', 'GROUP', 'CARD', 'temporary'] as const;
type View = (typeof views)[number];
const viewOf = (text: string | undefined): View => views.find((view) => view === text) ?? 'all';

/** /cards/policies, for administrators: policies by layer, and temporary changes. The address holds view and search. */
export function PoliciesPage() {
  // A change of account renews the session, and the query's key with it.
  useEpoch();
  const search = useSearch({ from: `/signed-in${paths.cardPolicies}` });
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const view = viewOf(search.view);
  const change = (parts: { view?: View; q?: string }) => {
    const next = { ...search, ...parts };
    const entries = Object.entries(next).filter(([, value]) => value !== '' && value !== 'all');
    void navigate({ to: paths.cardPolicies, search: Object.fromEntries(entries), replace: true, resetScroll: false });
  };
  return (
    <WidePage>
      <CardsHead
        title={pageTitles.cardPolicies}
        intro={words.intro}
        action={
          <PermittedButton permission="spend-policies.change" variant="primary" onClick={() => setCreating(true)}>
            {words.new.button}
          </PermittedButton>
        }
      />
      <Tabs
        label={words.views}
        isBelow
        items={views.map((id) => ({ id, label: words.view[id] }))}
        selectedId={view}
        onSelect={(id) => change({ view: viewOf(id), q: '' })}
      >
        <Suspense fallback={<LoadingRows label={words.view[view]} />}>
          {view === 'temporary' ? (
            <TemporaryChanges />
          ) : (
            <PolicyList
              key={view}
              layer={view === 'all' ? null : view}
              text={search.q ?? ''}
              onText={(q) => change({ q })}
            />
          )}
        </Suspense>
      </Tabs>
      {isCreating && (
        <Suspense fallback={null}>
          <NewPolicyDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </WidePage>
  );
}
