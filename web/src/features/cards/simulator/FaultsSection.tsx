import { setFaults, SimulatorFault } from '@florin/contract/cards/simulator';
import { useQuery } from '@tanstack/react-query';
import { simulatorWords as words } from '../../../messages/en/cards/simulator.ts';
import { stateQuery } from './queries.ts';
import { usePlay } from './use-play.ts';
import styles from './simulator.module.css';

/** Switches for what goes wrong between the network and the product. */
export function FaultsSection() {
  const { data: state } = useQuery(stateQuery());
  const { play } = usePlay(words.faultFailed);
  const on: readonly string[] = state?.faults ?? [];
  return (
    <ul className={styles.faults}>
      {SimulatorFault.options.map((fault) => {
        const { label, hint } = words.faultsOf[fault];
        const isOn = on.includes(fault);
        return (
          <li key={fault}>
            <label className={styles.fault}>
              <span>
                {label}
                <small>{hint}</small>
              </span>
              <input
                type="checkbox"
                role="switch"
                className={styles.switch}
                aria-checked={isOn}
                checked={isOn}
                onChange={() => {
                  const faults = SimulatorFault.options.filter((each) => (each === fault ? !isOn : on.includes(each)));
                  void play(setFaults, { body: { faults } });
                }}
              />
            </label>
          </li>
        );
      })}
    </ul>
  );
}
