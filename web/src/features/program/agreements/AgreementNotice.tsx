import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { agreementsWords } from '../../../messages/en/program/agreements.ts';
import { agreementPathOf } from '../../../session/account/guards.ts';
import { usePerson } from '../../../session/person.ts';
import { agreementStatusQuery } from './queries.ts';

const words = agreementsWords.notice;

/** For people who have not accepted the current version of their agreement. A snackbar tells if that is unknown. */
export function AgreementNotice() {
  const person = usePerson();
  const { data } = useQuery(agreementStatusQuery());
  if (!data?.asked) return null;
  return (
    <Notice severity="info">
      {data.accepted ? words.older : words.never} <Link to={agreementPathOf(person)}>{words.read}</Link>
    </Notice>
  );
}
