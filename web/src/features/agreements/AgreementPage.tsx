import { publicAgreement } from '@florin/contract/legal-texts';
import { Link, useLocation, useRouteContext } from '@tanstack/react-router';
import { Notice } from '../../kit/Notice.tsx';
import { agreementsWords as words } from '../../messages/en/agreements.ts';
import { en } from '../../messages/en.ts';
import { agreementPathOf } from '../../routes/agreement.ts';
import { PublicText } from '../legal-texts/PublicText.tsx';
import { OwnAgreement } from './OwnAgreement.tsx';

/** The eight agreement routes. The guard lets people only to their own; the credit guide is public besides. */
export function AgreementPage() {
  const { person } = useRouteContext({ strict: false });
  const { pathname } = useLocation();
  const own = person && agreementPathOf(person);
  if (own && pathname.startsWith(own)) return <OwnAgreement />;
  return (
    <PublicText
      name={publicAgreement}
      title={en.pages.agreement}
      notice={
        own && (
          <Notice severity="info">
            {words.notYours} <Link to={own}>{words.yours}</Link>.
          </Notice>
        )
      }
    />
  );
}
