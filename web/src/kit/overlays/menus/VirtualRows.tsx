import type { ReactNode } from 'react';
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer';

/**
 * Lets a list of hundreds render its visible rows only. A file of its own, because few people have such lists.
 * @param rowPixels the height of every row
 */
export const VirtualRows = ({ rowPixels, children }: { rowPixels: number; children: ReactNode }) => (
  <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: rowPixels }}>
    {children}
  </Virtualizer>
);
