import IssueMany from '../issue/IssueMany.tsx';
import ChangeMany from './ChangeMany.tsx';

/** Issues or changes the cards of a CSV text. */
export default function FromCsv({ changes, onClose }: { changes: boolean; onClose: () => void }) {
  return changes ? <ChangeMany onClose={onClose} /> : <IssueMany onClose={onClose} />;
}
