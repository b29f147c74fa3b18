import { Component, type ReactNode } from 'react';
import { CallFailure } from '../../api.ts';
import { reportError } from '../../session/failures/report-error.ts';
import { FailurePage } from './FailurePage.tsx';

interface State {
  failed: { error: unknown; errorId: string } | null;
}

/**
 * Catches every remaining error of the pages. It is logged, in the console and by the server, under the id shown to the
 * person; a server's answer keeps its own correlation id.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: null };

  static getDerivedStateFromError(error: unknown): State {
    const known = error instanceof CallFailure ? error.correlationId : null;
    return { failed: { error, errorId: known ?? crypto.randomUUID() } };
  }

  override componentDidCatch(error: unknown): void {
    const id = this.state.failed?.errorId ?? crypto.randomUUID();
    if (error instanceof CallFailure) return;
    console.error(`Error ID ${id}`, error);
    if (error instanceof Error) void reportError(error, id);
  }

  override render(): ReactNode {
    const { failed } = this.state;
    if (failed === null) return this.props.children;
    return <FailurePage {...failed} onRetry={() => window.location.reload()} />;
  }
}
