import { branding } from '@florin/contract/program/site';
import { useEffect, useState } from 'react';
import { call } from '../../api.ts';
import { useSite } from '../../site.ts';

/** The phone number of an answer, or else that of the program's cardholder support. */
export function useSupportPhone(known: string | null): string | null {
  const [phone, setPhone] = useState(known);
  const { program } = useSite();
  useEffect(() => {
    if (known !== null) return undefined;
    const leaving = new AbortController();
    const query = program.slug === null ? {} : { customSlug: program.slug };
    call(branding, { query }, { signal: leaving.signal }).then(
      (answer) => answer.ok && setPhone(answer.body.phoneCardholderSupport),
      // The page is complete without it.
      () => null,
    );
    return () => leaving.abort();
  }, [known, program.slug]);
  return phone;
}
