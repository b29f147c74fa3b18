import { Ban, CreditCard, Ellipsis, LogOut, Mail, Settings, User } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { Button } from '../src/kit/actions/Button.tsx';
import { IconButton } from '../src/kit/actions/IconButton.tsx';
import { MenuButton } from '../src/kit/overlays/menus/MenuButton.tsx';
import { StatusTag } from '../src/kit/feedback/StatusTag.tsx';
import { Checklist, ChecklistItem, ChecklistLoading } from '../src/kit/lists/Checklist.tsx';
import { ItemRow } from '../src/kit/lists/ItemRow.tsx';
import { ListEmpty, ListFailed, ListNoMatch } from '../src/kit/lists/ListStates.tsx';
import { LongList, type RowPosition } from '../src/kit/lists/LongList.tsx';
import { Pagination } from '../src/kit/lists/Pagination.tsx';
import { Table } from '../src/kit/lists/table/Table.tsx';
import { Dialog } from '../src/kit/overlays/Dialog.tsx';
import { SideSheet } from '../src/kit/overlays/SideSheet.tsx';
import { ComboboxField } from '../src/kit/pickers/ComboboxField.tsx';
import { DateField } from '../src/kit/pickers/DateField.tsx';
import type { DateSpan } from '../src/kit/pickers/date-span.ts';
import { DateRangeField } from '../src/kit/pickers/DateRangeField.tsx';
import { SelectField } from '../src/kit/pickers/SelectField.tsx';
import { feesOf, purchaseColumns, purchaseMark } from './purchase-columns.tsx';
import { PurchaseList } from './PurchaseList.tsx';
import { manyPurchases, purchases, today, type Purchase } from './purchases.ts';
import styles from './KitPage.module.css';
import { useAddress } from './use-address.ts';

const many = manyPurchases(5000);
const few = purchases.slice(0, 2);
const roles = [
  { id: 'holder', label: 'Cardholder', detail: 'Spends with one card' },
  { id: 'admin', label: 'Administrator', detail: 'Everything but the program' },
  { id: 'books', label: 'Bookkeeper', disabled: true },
];
const countries = ['Austria', 'Belgium', 'Canada', 'Mexico', 'Morocco', 'Spain', 'United States'].map((label) => ({
  id: label,
  label,
}));
const idOf = ({ id }: Purchase) => id;
const nameOf = ({ merchant }: Purchase) => merchant;
const noAction = () => undefined;

/** Developers' page: the kit for lists, every part in every state. Its sections are chosen by `?part=`. */
export function KitPage() {
  const [search, change] = useAddress();
  const { part = 'list', scheme, theme } = search;
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (scheme) dataset['scheme'] = scheme;
    if (theme) dataset['theme'] = theme;
    return () => {
      delete dataset['scheme'];
      delete dataset['theme'];
    };
  }, [scheme, theme]);
  return (
    <main className={styles.page}>
      <div className={styles.head}>
        <div>
          <h1>Kit for lists</h1>
          <p>J and K move, X selects, Enter opens, F filters, / searches, Esc goes back.</p>
        </div>
        <nav className={styles.looks} aria-label="Parts">
          {Object.keys(parts).map((name) => (
            <Button key={name} variant="quiet" aria-pressed={name === part} onClick={() => change({ part: name })}>
              {name}
            </Button>
          ))}
          <Button onClick={() => change({ scheme: scheme === 'dark' ? 'light' : 'dark' })}>
            {scheme === 'dark' ? 'Light' : 'Dark'}
          </Button>
          <Button onClick={() => change({ theme: theme === 'legacy' ? null : 'legacy' })}>
            {theme === 'legacy' ? 'Florin' : 'Legacy'}
          </Button>
        </nav>
      </div>
      {parts[part as keyof typeof parts]?.()}
    </main>
  );
}

const parts = {
  list: () => <PurchaseList purchases={purchases} />,
  'far too many': () => <PurchaseList purchases={many} />,
  rows: () => <Rows />,
  states: () => <States />,
  pickers: () => <Pickers />,
};

/** A name that no window of a phone can hold. */
const longName = 'Wilhelmina Featherstonehaugh-Cholmondeley of the Northern Regional Purchasing Office';

const rowOf = ({ id, merchant }: Purchase, position: RowPosition) => (
  <li {...position}>
    <ItemRow mark={<CreditCard aria-hidden="true" />} name={merchant} line={id} />
  </li>
);

function Rows() {
  return (
    <section className={styles.section} aria-label="Rows">
      <h2>A checklist</h2>
      <div className={styles.panel}>
        <Checklist>
          <ChecklistItem
            icon={CreditCard}
            title="Issue the first card"
            text="A virtual card works within seconds."
            way={<Button>Issue card</Button>}
            status={{ isDone: false, label: 'To do' }}
          />
          <ChecklistItem
            icon={Mail}
            title="Confirm your email address"
            text="We send codes to it."
            more="maya@example.com"
            status={{ isDone: true, label: 'Done' }}
          />
          <ChecklistItem icon={User} title="Invite your team" text="Its state is not known." status={null} />
        </Checklist>
      </div>
      <h2>A checklist that loads</h2>
      <div className={styles.panel}>
        <ChecklistLoading items={2} label="Loading the checklist" />
      </div>
      <h2>Rows of a mark, a name and a line</h2>
      <ul className={styles.panel}>
        <li>
          <ItemRow
            mark={<User aria-hidden="true" />}
            name="Maya Chen"
            line="Northwind Foods · card ending in"
            lineEnd="4821"
            tags={<StatusTag tone="ok">Active</StatusTag>}
            value="$1,204.50"
            action={<Button>Open</Button>}
          />
        </li>
        <li>
          <ItemRow
            mark={<User aria-hidden="true" />}
            name={longName}
            title={longName}
            line="A line that is cut before its end, so that the digits of the card remain readable, ending in"
            lineEnd="4822"
            tags={<StatusTag tone="warn">Not activated</StatusTag>}
            value="$98,765,432.10"
            action={null}
          />
        </li>
        <li>
          <ItemRow mark={<User aria-hidden="true" />} name="A name alone" action={null} />
        </li>
      </ul>
      <h2>Five thousand rows that scroll with the page</h2>
      <div className={styles.panel}>
        <LongList items={many} itemId={idOf} estimatedHeight={56} row={rowOf} />
      </div>
    </section>
  );
}

function States() {
  const table = { columns: purchaseColumns, rowId: idOf, rowName: nameOf, mark: purchaseMark, subRows: feesOf };
  return (
    <section className={styles.section} aria-label="States">
      <h2>Nothing has happened yet</h2>
      <Table
        {...table}
        label="A new business"
        rows={[]}
        empty={
          <ListEmpty
            title="No purchases yet"
            text="Issue a card, and each purchase appears here the second it happens."
            action={<Button variant="primary">Issue card</Button>}
          />
        }
      />
      <h2>The filters leave nothing</h2>
      <Table
        {...table}
        label="No match"
        rows={[]}
        empty={
          <ListNoMatch title="Nothing matches these three filters." text="Did you mean “hilton”? It finds 2.">
            <Button>Use “hilton”</Button>
            <Button variant="quiet">Clear filters</Button>
          </ListNoMatch>
        }
      />
      <h2>Loading, after 200 ms</h2>
      <Table {...table} label="Loading" rows={[]} loading selection={new Set()} onSelection={noAction} />
      <h2>A page failed</h2>
      <Table
        {...table}
        label="A page failed"
        rows={few}
        footer={
          <ListFailed
            title="The next 50 did not load."
            text="Your connection dropped."
            correlationId="7F3K-20QX"
            onRetry={noAction}
          />
        }
      />
      <h2>Load more, and loading it</h2>
      <div className={styles.panel}>
        <Pagination label="purchases" summary="50 purchases" onMore={noAction} />
        <Pagination label="purchases" summary="50 purchases" onMore={noAction} pending />
      </div>
      <h2>The first page, one between, and the last</h2>
      <div className={styles.panel}>
        <Pagination label="a first page" summary="1 – 50" onPrevious={null} onNext={noAction} />
        <Pagination label="a page between" summary="51 – 100" onPrevious={noAction} onNext={noAction} />
        <Pagination label="a last page" summary="101 – 112" onPrevious={noAction} onNext={null} />
      </div>
    </section>
  );
}

function Pickers() {
  const [span, setSpan] = useState<DateSpan>({ from: '2026-11-01', to: '2026-11-18' });
  const [dialog, setDialog] = useState<'dialog' | 'sheet' | null>(null);
  const fieldsets = (
    <div className={styles.fields}>
      <SelectField label="Role" options={roles} placeholder="Choose a role" hint="What the person may do" />
      <SelectField label="Role" options={roles} placeholder="Choose a role" error="Please choose a role." />
      <ComboboxField label="Country" options={countries} placeholder="Type a name" />
      <ComboboxField label="Country" options={countries} value="Mexico" error="We do not send cards there." />
      <DateField label="Day" today={today} />
      <DateField label="Day and time" today={today} withTime error="Please choose a day." />
      <DateRangeField label="Period" placeholder="Any time" today={today} span={span} onSpan={setSpan} />
      <DateRangeField
        label="Period"
        placeholder="Any time"
        today={today}
        span={{ from: null, to: null }}
        onSpan={noAction}
        error="Please choose a period."
      />
    </div>
  );
  return (
    <section className={styles.section} aria-label="Pickers">
      {fieldsets}
      <h2>Menus and buttons</h2>
      <div className={styles.row}>
        <MenuButton
          label="Maya Chen"
          heading="Maya Chen"
          entries={[
            { id: 'profile', icon: User, label: 'My profile', href: '#profile' },
            { id: 'settings', icon: Settings, label: 'Settings' },
            {
              id: 'close',
              icon: Ban,
              label: 'Close account',
              reason: 'You can do this once your business is approved.',
            },
            { id: 'leave', icon: LogOut, label: 'Log out' },
          ]}
          onAction={noAction}
        >
          <span aria-hidden="true">MC</span>
        </MenuButton>
        <IconButton icon={Ellipsis} label="More" />
        <IconButton icon={Ellipsis} label="More, not available" unavailable />
        <Button onClick={() => setDialog('dialog')}>Pickers in a dialog</Button>
        <Button onClick={() => setDialog('sheet')}>Pickers in a sheet</Button>
      </div>
      <Dialog open={dialog === 'dialog'} title="Pickers in a dialog" onClose={() => setDialog(null)} holds>
        {fieldsets}
      </Dialog>
      <SideSheet
        open={dialog === 'sheet'}
        title="Pickers in a sheet"
        onClose={() => setDialog(null)}
        holds
        actions={<Button variant="primary">Save</Button>}
      >
        {fieldsets}
      </SideSheet>
    </section>
  );
}
