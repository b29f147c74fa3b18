/** Who has to know when an answer shows that the session is not what this tab takes it for. */
export interface SessionWatcher {
  /** The server knows no session any more (401 UNAUTHENTICATED). */
  ended: () => void;
  /** The login has come into doubt (403 RESTRICTED). */
  restricted: () => void;
  /** The browser holds another session by now. */
  changed: (epoch: string) => void;
}

let current: SessionWatcher | null = null;

/** The watcher while somebody is signed in on this page; null before, when the guards look at refusals themselves. */
export const sessionWatcher = (): SessionWatcher | null => current;

/** Starts watching; the result stops it. */
export function watchSession(watcher: SessionWatcher): () => void {
  current = watcher;
  return () => {
    if (current === watcher) current = null;
  };
}
