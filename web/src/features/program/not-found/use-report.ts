import { reportedPath } from '@florin/contract/reported-path';
import { reportBrokenLink } from '@florin/contract/support';
import { useState } from 'react';
import { call, CallFailure } from '../../../api.ts';
import { readSite } from '../../../site.ts';

type State =
  | { kind: 'ready' | 'sending' }
  | { kind: 'sent'; reference: string }
  | { kind: 'failed'; correlationId: string | null };

/** Sends the report of the address at hand, once at a time. */
export function useReport(): { state: State; report: () => void } {
  const [state, setState] = useState<State>({ kind: 'ready' });
  const send = async () => {
    const { slug } = readSite().program;
    const path = reportedPath(window.location.pathname).slice(0, 512);
    const body = { path, ...(slug !== null && { customSlug: slug }) };
    setState({ kind: 'sending' });
    try {
      const answer = await call(reportBrokenLink, { body });
      if (answer.ok) setState({ kind: 'sent', reference: answer.body.reference });
      else setState({ kind: 'failed', correlationId: answer.correlationId });
    } catch (error) {
      setState({ kind: 'failed', correlationId: error instanceof CallFailure ? error.correlationId : null });
    }
  };
  return { state, report: () => void send() };
}
