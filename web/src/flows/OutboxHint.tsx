import formStyles from '../kit/forms/form.module.css';
import { codeWords } from '../messages/en/access/one-time-code.ts';
import { paths } from '../paths.ts';
import { useSite } from '../site.ts';

/** Links to the mail and texts of an installation with an outbox. @param text before the link: what is there */
export function OutboxHint({ text = codeWords.outboxHint }: { text?: string }) {
  const { embeddedDelivery } = useSite();
  if (!embeddedDelivery) return null;
  return (
    <p className={formStyles.hint}>
      {text}{' '}
      <a className={formStyles.link} href={paths.outbox} target="_blank" rel="noopener">
        {codeWords.outbox}
      </a>
      .
    </p>
  );
}
