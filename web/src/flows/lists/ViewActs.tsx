import type { ErrorCode } from '@florin/contract/errors';
import { changeListView, type SavedList, type SavedView } from '@florin/contract/program/list-views';
import { Bookmark, Ellipsis, Pencil, Plus, RotateCcw, Trash2, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button, buttonClass } from '../../kit/actions/Button.tsx';
import { showSnackbar } from '../../kit/feedback/snackbar-store.ts';
import { classNames } from '../../kit/class-names.ts';
import { MenuButton } from '../../kit/overlays/menus/MenuButton.tsx';
import { Icon } from '../../kit/text/Icon.tsx';
import { viewWords as words } from '../../messages/en/kit/list-views.ts';
import { notifyFailure } from '../../session/failures/report-error.ts';
import { useReason } from '../../session/PermittedButton.tsx';
import { usePerson } from '../../session/person.ts';
import { fetchOrThrow, Refused } from '../../session/queries/query-client.ts';
import { changeTo, isChanged, type ListView } from './search.ts';
import { listViewOf, refetchViews, savedSearch } from './saved-views.ts';
import type { ListAddress } from './use-list-address.ts';
import styles from './lists.module.css';

const ViewDialog = lazy(() => import('./ViewDialog.tsx'));
const DeleteView = lazy(() => import('./DeleteView.tsx'));

interface ViewActsProps {
  list: SavedList;
  saved: readonly SavedView[];
  /** The view in the address; null if it matches no view. */
  view: ListView | null;
  /** The same, if it is a saved one. */
  current: SavedView | undefined;
  address: ListAddress;
}

type ViewAct = 'save' | 'rename' | 'delete';

/** The actions for the current view: to save, change, rename, share and delete it. */
export function ViewActs({ list, saved, view, current, address: { search, change } }: ViewActsProps) {
  const [asked, setAsked] = useState<ViewAct | null>(null);
  const [pending, setPending] = useState(false);
  const text = savedSearch(list, search);
  const differs = text !== '' && (view === null || isChanged(search, view));
  const close = () => setAsked(null);
  const changeCurrent = async (changed: SavedView, part: Part) => {
    setPending(true);
    await changeView(changed, part);
    setPending(false);
  };
  return (
    <div className={styles.saving}>
      {!current && differs && (
        <Button variant="quiet" className={styles.save} onClick={() => setAsked('save')}>
          <Icon of={Plus} size={16} />
          {words.save}
        </Button>
      )}
      {current && differs && current.mayChange && (
        <Button
          variant="quiet"
          className={styles.save}
          pending={pending}
          pendingLabel={words.saving}
          onClick={() => void changeCurrent(current, { search: text })}
        >
          {words.saveChanges}
        </Button>
      )}
      {current && (
        <ViewMenu
          view={current}
          isChanged={view !== null && isChanged(search, view)}
          canSave={differs}
          onShare={() => void changeCurrent(current, { shared: !current.shared })}
          onDiscard={() => change(changeTo(listViewOf(current), search, true))}
          onAsk={setAsked}
        />
      )}
      <Suspense>
        {(asked === 'save' || (asked === 'rename' && current)) && (
          <ViewDialog
            list={list}
            saved={saved}
            search={text}
            renamed={asked === 'rename' ? current : undefined}
            onSaved={({ id }) => {
              close();
              change({ view: id });
            }}
            onClose={close}
          />
        )}
        {asked === 'delete' && current && (
          <DeleteView
            view={current}
            onDeleted={() => {
              close();
              change({ view: null });
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}

type Part = { search: string } | { shared: boolean };

/** Changes a view in the version that was read. A snackbar shows errors, because nothing was typed. */
async function changeView({ id, version }: SavedView, part: Part): Promise<void> {
  try {
    await fetchOrThrow(changeListView, { params: { id }, body: { version, ...part } });
  } catch (error) {
    const text = error instanceof Refused ? refusals[error.code] : undefined;
    if (text === undefined) notifyFailure(error, words.notChanged);
    else showSnackbar({ severity: 'warning', text });
  }
  await refetchViews();
}
const refusals: Partial<Record<ErrorCode, string>> = { VERSION_CONFLICT: words.conflict, NOT_FOUND: words.gone };

interface ViewMenuProps {
  view: SavedView;
  isChanged: boolean;
  canSave: boolean;
  onShare: () => void;
  onDiscard: () => void;
  onAsk: (asked: ViewAct) => void;
}

function ViewMenu({ view, isChanged: isOther, canSave, onShare, onDiscard, onAsk }: ViewMenuProps) {
  const { role } = usePerson();
  const whyNotShare = useReason('list-views.share');
  const reason = view.mayChange ? null : words.notYours(view.owner);
  const seenBy = view.isOwn ? (view.shared ? words.sharedByYou : words.own) : words.sharedBy(view.owner);
  return (
    <MenuButton
      label={words.options(view.name)}
      className={classNames(buttonClass({ variant: 'quiet' }), styles.more)}
      heading={<p className={styles.heading}>{seenBy}</p>}
      entries={[
        ...(isOther ? [{ id: 'discard', icon: RotateCcw, label: words.discard }] : []),
        ...(canSave ? [{ id: 'save', icon: Bookmark, label: words.saveAsNew }] : []),
        { id: 'rename', icon: Pencil, label: words.rename, reason },
        ...(role === 'ADMIN'
          ? [
              view.shared
                ? { id: 'share', icon: Users, label: words.unshare, reason }
                : { id: 'share', icon: Users, label: words.share, reason: whyNotShare },
            ]
          : []),
        { id: 'delete', icon: Trash2, label: words.delete, reason },
      ]}
      onAction={(id) => {
        if (id === 'discard') onDiscard();
        else if (id === 'share') onShare();
        else onAsk(id as ViewAct);
      }}
    >
      <Icon of={Ellipsis} size={16} />
    </MenuButton>
  );
}
