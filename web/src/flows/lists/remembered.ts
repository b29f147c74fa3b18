import { useState } from 'react';
import * as v from 'valibot';
import type { Density } from '../../kit/lists/table/columns.ts';
import { stored } from '../../stored.ts';
import type { ListChange, ListSearch } from './search.ts';

const rowHeight = stored('florin-row-height', v.picklist(['comfortable', 'compact']), 'local');
/** The value in the address for no hidden columns, if this browser hides some. */
const none = 'none';

/** The row height, which this browser stores for all lists. */
export function useRowHeight(): [Density, (density: Density) => void] {
  const [height, setHeight] = useState<Density>(() => rowHeight.read() ?? 'comfortable');
  return [
    height,
    (next) => {
      setHeight(next);
      rowHeight.write(next === 'compact' ? 'compact' : 'comfortable');
    },
  ];
}

/**
 * The columns that are switched off: those in the address, else those that this browser has stored for the list, else
 * the list's default.
 */
export function useHiddenColumns(
  list: string,
  own: readonly string[],
  { search, change }: { search: ListSearch; change: (parts: ListChange) => void },
): [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] {
  const memory = stored(`florin-hidden-columns-${list}`, v.array(v.string()), 'local');
  const [remembered, setRemembered] = useState(() => memory.read());
  const inAddress = search['hide'];
  const hidden = inAddress === undefined ? (remembered ?? own) : inAddress === none ? [] : inAddress.split(',');
  return [
    new Set(hidden),
    (next) => {
      memory.write([...next]);
      setRemembered([...next]);
      change({ hide: next.size === 0 ? none : [...next].join(',') });
    },
  ];
}
