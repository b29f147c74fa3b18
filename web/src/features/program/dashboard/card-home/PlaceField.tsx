import { categoryGroups } from '@florin/contract/cards/policies/merchant-categories';
import { simulatorMerchants } from '@florin/contract/cards/simulator';
import { myTransactions } from '@florin/contract/cards/transactions';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLate } from '../../../../kit/forms/use-late.ts';
import { ComboboxField } from '../../../../kit/pickers/ComboboxField.tsx';
import { cardHomeWords } from '../../../../messages/en/program/card-home.ts';
import { fetchOrThrow, keyOf } from '../../../../session/queries/query-client.ts';
import { useSite } from '../../../../site.ts';
import { recentQuery } from './queries.ts';

const words = cardHomeWords.buy;

/** A merchant as the engine that decides purchases takes it. */
export interface Merchant {
  id: string;
  name: string;
  mcc: number;
  /** ISO 3166-1 alpha-2. */
  country: string;
  state: string | null;
}

/** Where the person wants to buy: a group of categories by its key, or a merchant. */
export type Place = { id: string; label: string } & (
  | { group: string; merchant: null }
  | { group: null; merchant: Merchant }
);

const categories: readonly Place[] = categoryGroups.map(({ key, name }) => ({
  id: key,
  label: name,
  group: key,
  merchant: null,
}));
const placeOf = (merchant: Merchant): Place => ({
  id: `merchant ${merchant.id}`,
  label: merchant.name,
  group: null,
  merchant,
});

/** After so long without another letter the server is asked. */
const pauseMilliseconds = 200;
/** So many merchants are shown of those that match; more letters find the others. */
const merchantsAtMost = 20;

/** Merchants of the holder's own purchases. */
const ownMerchantsQuery = (text: string) =>
  queryOptions({
    queryKey: [...keyOf('transactions-merchants'), text],
    queryFn: async ({ signal }) =>
      (await fetchOrThrow(myTransactions, { query: { merchant: text.slice(0, 80), limit: '20' } }, signal)).items.map(
        ({ merchant }) => merchant,
      ),
    meta: { unshown: words.merchantsFailed },
  });

/** The merchants of the demo, where it runs. */
const demoMerchantsQuery = () =>
  queryOptions({
    queryKey: keyOf('merchants-of-demo'),
    queryFn: ({ signal }) => fetchOrThrow(simulatorMerchants, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { unshown: words.merchantsFailed },
  });

/** What stands in the field, and the place that it names; null while it names none. */
export interface Where {
  text: string;
  place: Place | null;
}

export const nowhere: Where = { text: '', place: null };

interface PlaceFieldProps {
  where: Where;
  error: string | null;
  onWhere: (where: Where) => void;
}

/** A category, or a merchant: recent ones at first, others by typing. Another letter is another question. */
export function PlaceField({ where: { text: typed, place }, error, onWhere }: PlaceFieldProps) {
  const { simulator: isDemo } = useSite();
  // The name of the picked one is no search.
  const wanted = place === null ? typed.trim().toLowerCase() : '';
  const text = useLate(wanted, pauseMilliseconds);
  const recent = useQuery(recentQuery());
  const own = useQuery({ ...ownMerchantsQuery(text), enabled: text !== '', placeholderData: keepPreviousData });
  const demo = useQuery({ ...demoMerchantsQuery(), enabled: isDemo && text !== '' });
  const options = useMemo(() => {
    const seen = (recent.data ?? []).map(({ merchant }) => merchant);
    const found = text === '' ? seen : [...seen, ...(own.data ?? []), ...(demo.data ?? [])];
    const merchants = [...new Map(found.map((merchant) => [merchant.id, placeOf(merchant)])).values()];
    const matches = ({ label }: Place) => label.toLowerCase().includes(wanted);
    const listed = [...categories.filter(matches), ...merchants.filter(matches).slice(0, merchantsAtMost)];
    return place === null || listed.some(({ id }) => id === place.id) ? listed : [place, ...listed];
  }, [recent.data, own.data, demo.data, text, wanted, place]);
  const pick = (next: Place | undefined) => next && onWhere({ text: next.label, place: next });
  return (
    <ComboboxField
      label={words.where}
      error={error}
      placeholder={words.wherePlaceholder}
      options={options}
      value={place?.id ?? ''}
      typed={typed}
      onTyped={(next) => next !== typed && onWhere({ text: next, place: null })}
      onChange={({ target }) => pick(options.find(({ id }) => id === target.value))}
      // A name that is typed in full needs no press on it.
      onBlur={() => place === null && pick(options.find(({ label }) => label.toLowerCase() === wanted))}
    />
  );
}
