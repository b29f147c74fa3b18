import { useEffect, useRef } from 'react';
import { useVanishing } from '../../../flows/card-face/use-vanishing.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { useIsSlow } from '../../../kit/feedback/use-is-slow.ts';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { vendorCardWords as words } from '../../../messages/en/cards/vendor-card-details.ts';
import { useSupportPhone } from '../../../flows/service/use-support-phone.ts';
import { PublicFrame } from '../../../shell/frames/PublicFrame.tsx';
import { SharedCard } from './SharedCard.tsx';
import { useSharedCard } from './use-shared-card.ts';
import styles from './VendorCardDetailsPage.module.css';

/** /card-details-request/{request_code}: one card's details, shown to a vendor once. Nothing happens until the button is pressed. */
export function VendorCardDetailsPage() {
  const { view, open, end } = useSharedCard();
  useVanishing({ until: view.step === 'shown' ? view.until : null, onGone: end });
  const phone = useSupportPhone(null);
  const isSlow = useIsSlow(view.step === 'opening' && view.pending);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(view.step);
  useEffect(() => {
    if (before.current !== view.step) heading.current?.focus();
    before.current = view.step;
  }, [view.step]);
  return (
    <PublicFrame>
      <div className={styles.column}>
        <h1 ref={heading} tabIndex={-1}>
          {words.title}
        </h1>
        {view.step === 'expired' && (
          <>
            <Notice severity="warning">{words.expired}</Notice>
            <p className={styles.text}>{view.lost ? words.openAgain : words.askForAnother}</p>
          </>
        )}
        {view.step === 'opening' && (
          <>
            <p className={styles.text}>{words.intro}</p>
            {phone !== null && <p className={styles.small}>{words.support(phone)}</p>}
            <FormMessage message={view.message ?? (isSlow ? { severity: 'info', text: words.slow } : null)} />
            <Button
              variant="primary"
              size="lg"
              full
              pending={view.pending}
              pendingLabel={words.showing}
              onClick={() => void open()}
            >
              {words.show}
            </Button>
            <Guide />
          </>
        )}
        {view.step === 'shown' && (
          <>
            <SharedCard card={view.card} until={view.until} />
            <Guide />
          </>
        )}
      </div>
    </PublicFrame>
  );
}

/** The three steps from the details to the payment. */
function Guide() {
  return (
    <section className={styles.guide} aria-labelledby="guide">
      <h2 id="guide">{words.guide}</h2>
      <ol className={styles.steps}>
        {words.steps.map(({ title, text }) => (
          <li key={title}>
            <p className={styles.step}>{title}</p>
            <p className={styles.small}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
