import { branding } from '@florin/contract/site';
import { useEffect, useState } from 'react';
import { call } from '../../api.ts';
import { readSite } from '../../site.ts';

/** The general e-mail address of the program's support; null until it is known, and where it cannot be asked for. */
export function useSupportEmail(): string | null {
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const { slug } = readSite().program;
    call(branding, { query: slug === null ? {} : { customSlug: slug } }, { signal: stop.signal }).then(
      (answer) => answer.ok && setEmail(answer.body.emailGeneral),
      // The page says what matters without it.
      () => null,
    );
    return () => stop.abort();
  }, []);
  return email;
}
