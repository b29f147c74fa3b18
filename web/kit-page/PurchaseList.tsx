import { Download, Ellipsis, Link as LinkIcon, NotebookPen, Paperclip, Tag } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../src/kit/actions/Button.tsx';
import { IconButton } from '../src/kit/actions/IconButton.tsx';
import { FilterBar } from '../src/kit/lists/filters/FilterBar.tsx';
import {
  formatFilters,
  formatSort,
  parseFilters,
  parseSort,
  type FilterFields,
} from '../src/kit/lists/filters/filters.ts';
import { ListNoMatch } from '../src/kit/lists/ListStates.tsx';
import { Pagination } from '../src/kit/lists/Pagination.tsx';
import type { Density } from '../src/kit/lists/table/columns.ts';
import { Table } from '../src/kit/lists/table/Table.tsx';
import { Tabs } from '../src/kit/lists/Tabs.tsx';
import { BesideSheet } from '../src/kit/overlays/BesideSheet.tsx';
import { SideSheet } from '../src/kit/overlays/SideSheet.tsx';
import { Icon } from '../src/kit/text/Icon.tsx';
import { LastDigits } from '../src/kit/text/LastDigits.tsx';
import { Money } from '../src/kit/text/Money.tsx';
import {
  categories,
  dayOf,
  dayText,
  feesOf,
  purchaseColumns,
  purchaseMark,
  statuses,
  statusText,
} from './purchase-columns.tsx';
import { today, usd, type Purchase } from './purchases.ts';
import styles from './KitPage.module.css';
import { useAddress } from './use-address.ts';

const options = (labels: Record<string, string>) => Object.entries(labels).map(([id, label]) => ({ id, label }));

const fields = {
  merchant: { kind: 'text', label: 'Merchant' },
  date: {
    kind: 'date',
    label: 'Date',
    presets: [
      { id: 'today', label: 'today' },
      { id: 'this-week', label: 'this week' },
      { id: 'this-month', label: 'this month' },
      { id: 'last-month', label: 'last month' },
    ],
  },
  category: { kind: 'choice', label: 'Category', options: options(categories) },
  status: { kind: 'choice', label: 'Status', options: options(statuses) },
  amount: { kind: 'amount', label: 'Amount', currency: 'USD', digits: 2 },
} satisfies FilterFields;

const views = [
  { id: 'all', label: 'All' },
  { id: 'travel', label: 'Travel and meals' },
  { id: 'receipts', label: 'Needs a receipt', count: 12 },
  { id: 'large', label: 'Over $1,000' },
  { id: 'declined', label: 'Declined', count: 3 },
  { id: 'fees', label: 'Fees' },
];

const idOf = ({ id }: Purchase) => id;
const nameOf = (purchase: Purchase) => `${purchase.merchant}, ${dayText(purchase)}`;
const sumOf = (rows: readonly Purchase[]) => rows.reduce((sum, { amount }) => sum + amount, 0);

/** A list of purchases as a screen would have it: views, filters, order, page and sheet in the address. */
export function PurchaseList({ purchases }: { purchases: readonly Purchase[] }) {
  const [search, change] = useAddress();
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [density, setDensity] = useState<Density>('comfortable');
  const filters = parseFilters(fields, search);
  const sort = parseSort(search['sort'], ['merchant', 'date', 'amount']) ?? {
    column: 'date',
    direction: 'descending' as const,
  };
  const openId = search['open'] ?? null;
  const rows = ordered(purchases.filter(matches(filters, search['q'] ?? '')), sort);
  const openIndex = rows.findIndex(({ id }) => id === openId);
  const open = rows[openIndex];
  const show = (row: Purchase | undefined) => change({ open: row?.id ?? null });
  const clear = () => change({ q: null, merchant: null, date: null, category: null, status: null, amount: null });
  return (
    <>
      <BesideSheet open={open !== undefined}>
        <Tabs label="Views" items={views} selectedId={search['view'] ?? 'all'} onSelect={(view) => change({ view })}>
          <Table
            label="Purchases"
            rows={rows}
            columns={purchaseColumns}
            rowId={idOf}
            rowName={nameOf}
            mark={purchaseMark}
            subRows={feesOf}
            group={dayOf}
            onOpen={show}
            openId={openId}
            sort={sort}
            onSort={(next) => change({ sort: formatSort(next) })}
            selection={selection}
            onSelection={setSelection}
            hidden={hidden}
            onHidden={setHidden}
            density={density}
            onDensity={setDensity}
            bulk={{
              summary: <Money value={usd(sumOf(purchases.filter(({ id }) => selection.has(id))))} />,
              actions: [
                { id: 'receipts', icon: Paperclip, label: 'Ask for receipts', onAction: () => undefined },
                { id: 'category', icon: Tag, label: 'Category', onAction: () => undefined },
                { id: 'note', icon: NotebookPen, label: 'Note', onAction: () => undefined },
                {
                  id: 'export',
                  icon: Download,
                  label: 'Export',
                  onAction: () => undefined,
                  reason: 'An export is being made.',
                },
              ],
              all: { count: purchases.length, onSelect: () => setSelection(new Set(purchases.map(idOf))) },
            }}
            toolbar={
              <FilterBar
                fields={fields}
                filters={filters}
                onFilters={(next) => change({ ...cleared, ...formatFilters(fields, next) })}
                search={{ label: 'Search purchases', value: search['q'] ?? '', onChange: (q) => change({ q }) }}
                today={today}
              />
            }
            empty={
              <ListNoMatch title="Nothing matches these filters.">
                <Button variant="quiet" onClick={clear}>
                  Clear filters
                </Button>
              </ListNoMatch>
            }
            footer={
              <Pagination
                label="purchases"
                summary={`${rows.length} purchases`}
                total={
                  <span className={styles.sum}>
                    <span>
                      Total <b>{<Money value={usd(sumOf(rows))} />}</b>
                    </span>
                  </span>
                }
                onPrevious={null}
                onNext={() => undefined}
              />
            }
          />
        </Tabs>
      </BesideSheet>
      <SideSheet
        open={open !== undefined}
        onClose={() => show(undefined)}
        title="Purchase"
        onPrevious={openIndex > 0 ? () => show(rows[openIndex - 1]) : null}
        onNext={openIndex < rows.length - 1 ? () => show(rows[openIndex + 1]) : null}
        tools={
          <>
            <IconButton icon={LinkIcon} label="Copy the link" />
            <IconButton icon={Ellipsis} label="More" />
          </>
        }
        actions={
          <>
            <Button>
              <Icon of={Paperclip} size={16} />
              Add receipt
            </Button>
            <Button variant="quiet">Note</Button>
          </>
        }
      >
        {open && <PurchaseDetails purchase={open} />}
      </SideSheet>
    </>
  );
}

const cleared = Object.fromEntries(Object.keys(fields).map((id) => [id, null]));

function PurchaseDetails({ purchase }: { purchase: Purchase }) {
  const { merchant, holder, digits, amount, fees = [] } = purchase;
  return (
    <div className={styles.section}>
      <div className={styles.row}>
        {purchaseMark(purchase)}
        <div>
          <p>
            <b>{merchant}</b>
          </p>
          <p className={styles.mute}>
            {holder} <LastDigits digits={digits} />
          </p>
        </div>
      </div>
      <dl className={styles.ledger}>
        <dt>{statusText(purchase)}</dt>
        <dd>
          <Money value={usd(amount)} />
        </dd>
        {fees.map(({ name, amount: fee }) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>
              <Money value={usd(fee)} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const matches =
  ({ merchant, category, status, amount, date }: ReturnType<typeof parseFilters<typeof fields>>, text: string) =>
  (purchase: Purchase): boolean => {
    const has = (whole: string, part: string) => whole.toLowerCase().includes(part.toLowerCase());
    if (!has(purchase.merchant, text) || !has(purchase.merchant, merchant?.contains ?? '')) return false;
    if (category && category.of.includes(purchase.category) === category.not) return false;
    if (status && status.of.includes(purchase.status) === status.not) return false;
    if (date?.preset === 'today' && purchase.day !== today) return false;
    if (date?.preset === 'last-month') return false;
    if (date?.preset === null && (purchase.day < (date.from ?? '') || purchase.day > (date.to ?? '9'))) return false;
    const value = BigInt(purchase.amount);
    return !amount || (value >= (amount.min ?? value) && value <= (amount.max ?? value));
  };

function ordered(rows: readonly Purchase[], { column, direction }: { column: string; direction: string }): Purchase[] {
  const factor = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => {
    if (column === 'amount') return factor * (a.amount - b.amount);
    if (column === 'merchant') return factor * a.merchant.localeCompare(b.merchant);
    return factor * a.day.localeCompare(b.day);
  });
}
