import { Notice } from '../../kit/feedback/Notice.tsx';
import formMessage from '../../kit/forms/FormMessage.module.css';
import { en } from '../../messages/en.ts';
import { useSignedInElsewhere } from '../../session/use-signed-in-elsewhere.ts';

/** Says on a page for strangers that another tab has signed in, and leads to the page that was wanted. */
export function SignedInElsewhere() {
  const address = useSignedInElsewhere();
  return (
    <div role="status" className={formMessage.live}>
      {address !== null && (
        <Notice severity="info">
          {en.signedInElsewhere.text} <a href={address}>{en.signedInElsewhere.goOn}</a>
        </Notice>
      )}
    </div>
  );
}
