import styles from './RadioCards.module.css';

interface RadioCardsProps<C extends string> {
  legend: string;
  name: string;
  /** The choices with their texts, in order. */
  choices: Readonly<Record<C, string>>;
  value: C;
  onChange: (choice: C) => void;
  /** In two columns of one width; for short texts. */
  columns?: boolean;
}

/** One of a few, all in sight. */
export function RadioCards<C extends string>({ legend, name, choices, value, onChange, columns }: RadioCardsProps<C>) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices} data-columns={columns}>
        {(Object.keys(choices) as C[]).map((choice) => (
          <label key={choice} className={styles.choice}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={choice}
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
            {choices[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
