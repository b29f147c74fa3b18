import type { Endpoint, Success } from '@florin/contract/endpoint';
import { vendorLink } from '@florin/contract/limits';
import { embossingDataSharing, vendorAuthenticate } from '@florin/contract/cards/vendor-links';
import { useRef, useState } from 'react';
import { call, type Answer } from '../../../api.ts';
import type { Message } from '../../../kit/forms/FormMessage.tsx';
import { endVendorLink, hasUsedVendorLink, linkSecret } from '../../../session/browser/link-secret.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { thrownMessage } from '../../../session/failures/use-submission.ts';

export type SharedCardDetails = Success<typeof embossingDataSharing>['body'];

/**
 * `expired`: also after the details were removed from the page. `lost`: the page has no code, as in a tab that was not
 * opened by the link, and the link of the mail may still work.
 */
type View =
  | { step: 'opening'; pending: boolean; message: Message | null }
  | { step: 'shown'; card: SharedCardDetails; until: number }
  | { step: 'expired'; lost: boolean };

const waiting = (message: Message | null): View => ({ step: 'opening', pending: false, message });

/**
 * Exchanges the link's code for a token, and the token for the details, only when the person presses the button
 * (security design P12). The token is in memory only; the code stays in the tab until it is used. Without a token the link is treated as expired (section 4).
 */
export function useSharedCard() {
  const [view, setView] = useState<View>(() =>
    linkSecret('vendorCardDetails') === null ? { step: 'expired', lost: !hasUsedVendorLink() } : waiting(null),
  );
  /** Kept between the two calls, so that the second can be repeated. */
  const token = useRef<string | null>(null);
  /** With it the server repeats an answer that has not arrived. */
  const attempt = useRef(crypto.randomUUID());
  const busy = useRef(false);

  const end = () => {
    token.current = null;
    endVendorLink();
    setView({ step: 'expired', lost: false });
  };
  const refused = (answer: Exclude<Answer<Endpoint>, { ok: true }>) => {
    if (isWorthAnotherTry(answer.code)) setView(waiting(errorMessage(answer)));
    else end();
  };
  const open = async () => {
    if (busy.current) return;
    busy.current = true;
    setView({ step: 'opening', pending: true, message: null });
    try {
      if (token.current === null) {
        const requestCode = linkSecret('vendorCardDetails') ?? '';
        const exchanged = await call(vendorAuthenticate, { body: { requestCode, attempt: attempt.current } });
        if (!exchanged.ok) return refused(exchanged);
        token.current = exchanged.body.access_token;
      }
      const shared = await call(
        embossingDataSharing,
        { query: { attempt: attempt.current } },
        { bearer: token.current },
      );
      if (!shared.ok) return refused(shared);
      token.current = null;
      endVendorLink();
      setView({ step: 'shown', card: shared.body, until: Date.now() + vendorLink.shownSeconds * 1000 });
    } catch (error) {
      setView(waiting(thrownMessage(error)));
    } finally {
      busy.current = false;
    }
    return undefined;
  };
  return { view, open, end };
}

/** The failure is not the link's. */
const isWorthAnotherTry = (code: string) => ['TOO_MANY_REQUESTS', 'BUSY', 'UNEXPECTED'].includes(code);
