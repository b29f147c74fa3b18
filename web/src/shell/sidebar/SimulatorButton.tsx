import { FlaskConical } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Icon } from '../../kit/text/Icon.tsx';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { useSite } from '../../site.ts';
import { simulatorRequest, toggleSimulator } from '../simulator.ts';
import styles from './Sidebar.module.css';

interface SimulatorButtonProps {
  /** Shows the icon alone. */
  compact?: boolean;
  onOpen?: () => void;
}

/** Opens or closes the simulator, in which demo people simulate the merchant. */
export function SimulatorButton({ compact = false, onOpen }: SimulatorButtonProps) {
  const isOpen = useSyncExternalStore(simulatorRequest.subscribe, simulatorRequest.snapshot);
  const { simulator: isHere } = useSite();
  if (!isHere) return null;
  return (
    <button
      type="button"
      className={styles.simulator}
      aria-pressed={isOpen}
      title={compact ? shellWords.simulator : undefined}
      onClick={() => {
        toggleSimulator();
        onOpen?.();
      }}
    >
      <Icon of={FlaskConical} />
      <span className={compact ? 'visually-hidden' : undefined}>{shellWords.simulator}</span>
      {!compact && <span className={styles.demo}>{shellWords.demo}</span>}
    </button>
  );
}
