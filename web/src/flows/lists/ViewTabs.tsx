import { lazy, Suspense, type ReactNode } from 'react';
import { Tabs, type TabItem } from '../../kit/lists/Tabs.tsx';
import { listWords } from '../../messages/en/kit/lists.ts';
import { viewWords as words } from '../../messages/en/kit/list-views.ts';
import { changeTo, isChanged, viewOf, type ListView } from './search.ts';
import { listViewOf, useSavedViews } from './saved-views.ts';
import type { ListAddress } from './use-list-address.ts';

/** Loaded with the saved views, which take a moment too. */
const ViewActs = lazy(async () => ({ default: (await import('./ViewActs.tsx')).ViewActs }));

/** Filters that match no view are shown as an extra tab, which cannot be pressed. */
const other = 'filtered';
const allRows: readonly ListView[] = [{ id: 'all', label: words.all, search: {} }];

interface ViewTabsProps {
  /** The list's slug. */
  list: string;
  views: readonly ListView[] | undefined;
  address: ListAddress;
  /** The tabs of an area stand above. */
  isBelow: boolean;
  children: ReactNode;
}

/** The views of a list as tabs: built-in views and saved views. A list without views has no tabs. */
export function ViewTabs({ list, views, address, isBelow, children }: ViewTabsProps) {
  const { search, change } = address;
  const saved = useSavedViews(list);
  const own = views ?? allRows;
  const all = [...own, ...(saved?.items.map(listViewOf) ?? [])];
  const view = viewOf(search, all);
  const current = saved?.items.find(({ id }) => id === view?.id);
  const items: TabItem[] = all.map(({ id, label, count, search: whole }) => ({
    id,
    label,
    ...(count !== undefined && { count }),
    ...(id === current?.id && isChanged(search, { search: whole }) && { note: words.changed }),
  }));
  return (
    <Tabs
      label={listWords.views}
      isBelow={isBelow}
      items={view === null ? [...items, { id: other, label: listWords.filtered }] : items}
      selectedId={view?.id ?? other}
      onSelect={(id) => {
        const next = all.find((each) => each.id === id);
        if (next) change(changeTo(next, search, !own.includes(next)));
      }}
      end={
        saved && (
          <Suspense>
            <ViewActs
              // A dialog belongs to one view.
              key={current?.id ?? other}
              list={saved.list}
              saved={saved.items}
              view={view}
              current={current}
              address={address}
            />
          </Suspense>
        )
      }
    >
      {children}
    </Tabs>
  );
}
