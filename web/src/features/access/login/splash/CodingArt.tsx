import { Check, Sparkles } from 'lucide-react';
import { classNames } from '../../../../kit/class-names.ts';
import { Icon } from '../../../../kit/text/Icon.tsx';
import { en } from '../../../../messages/en.ts';
import styles from './CodingArt.module.css';
import glass from './glass.module.css';

/** AI-powered GL coding, which the product does not have yet: purchases with a suggested account, the first confirmed. */
export function CodingArt() {
  const { rows, suggested, confirmed } = en.login.splash['ai-gl-coding'];
  return (
    <div className={classNames(glass.glass, styles.table)}>
      {rows.map(({ merchant, account }, index) => (
        <div key={merchant} className={styles.row}>
          <span className={styles.words}>
            <span className={glass.title}>{merchant}</span>
            <span className={glass.detail}>{index === 0 ? confirmed : suggested}</span>
          </span>
          <span className={classNames(styles.account, index === 0 && styles.confirmed)}>
            <Icon of={index === 0 ? Check : Sparkles} size={14} />
            {account}
          </span>
        </div>
      ))}
    </div>
  );
}
