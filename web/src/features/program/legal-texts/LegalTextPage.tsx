import { documentNames } from '@florin/contract/program/legal-texts';
import { useLocation } from '@tanstack/react-router';
import { titleOf } from '../../../shell/window-title.ts';
import { OtherDocuments, PublicText } from '../../../flows/legal-document/PublicText.tsx';

/** /legal/…: one of the footer's documents, for anybody. */
export function LegalTextPage() {
  const { pathname } = useLocation();
  const name = documentNames.find((each) => pathname.includes(each));
  const title = titleOf(pathname);
  return name === undefined ? null : (
    <PublicText name={name} title={title}>
      <OtherDocuments than={title} />
    </PublicText>
  );
}
