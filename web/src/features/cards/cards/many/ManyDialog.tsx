import BulkDialog from './BulkDialog.tsx';
import ChangeMany from './ChangeMany.tsx';
import GroupDialog from './GroupDialog.tsx';
import LimitDialog from './LimitDialog.tsx';
import type { AskedOfMany } from './many.ts';

/** Asks before many cards are changed. */
export default function ManyDialog({ asked, onClose }: { asked: AskedOfMany; onClose: () => void }) {
  if (asked.act === 'TEXT') return <ChangeMany onClose={onClose} />;
  if (asked.act === 'GROUP') return <GroupDialog cards={asked.cards} onClose={onClose} />;
  if (asked.act === 'LIMIT') return <LimitDialog cards={asked.cards} onClose={onClose} />;
  return <BulkDialog act={asked.act} cards={asked.cards} onClose={onClose} />;
}
