import { publicAgreement } from '@florin/contract/program/legal-texts';
import { useRouteContext } from '@tanstack/react-router';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { PublicText } from '../../../flows/legal-document/PublicText.tsx';
import { OwnAgreement } from './OwnAgreement.tsx';

/** The eight agreement routes. The guard lets people only to their own; a visitor reads the credit guide. */
export function AgreementPage() {
  const { person } = useRouteContext({ strict: false });
  return person ? <OwnAgreement /> : <PublicText name={publicAgreement} title={pageTitles.agreement} />;
}
