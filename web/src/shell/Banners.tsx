import { classNames } from '../kit/class-names.ts';
import { Icon } from '../kit/Icon.tsx';
import { severityIcons } from '../kit/Notice.tsx';
import { en } from '../messages/en.ts';
import type { Banner } from './banners.ts';
import styles from './Banners.module.css';

/** One line of 39 pixels for each banner; on narrow screens the words wrap. */
export function Banners({ banners }: { banners: readonly Banner[] }) {
  if (banners.length === 0) return null;
  return (
    <section aria-label={en.shell.banners.region}>
      {banners.map(({ id, severity, text }) => (
        <p key={id} className={classNames(styles.banner, styles[severity])}>
          <Icon of={severityIcons[severity]} size={16} />
          <span>{text}</span>
        </p>
      ))}
    </section>
  );
}
