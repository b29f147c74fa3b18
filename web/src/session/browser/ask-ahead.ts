declare global {
  /** Where `askAhead` has run: takes its answer for a call, once; for an act it drops them all. */
  var florinAhead:
    | ((method: string, address: string, epoch: string | undefined) => Promise<Response> | undefined)
    | undefined;
}

/**
 * Sends the first calls of a page with a shell before its files are loaded, so that their answers are there when the files
 * run; `api.ts` takes them. The server writes this function into the page, so it uses nothing outside itself. Without a
 * live session nothing is sent.
 * @param markerKey where this browser's storage says that a person is signed in (browser-session.ts)
 * @param liveMilliseconds how long after the last activity a session may still be open
 * @param addresses of calls that only read
 */
export function askAhead(markerKey: string, liveMilliseconds: number, addresses: string[]): void {
  const freshMilliseconds = 10_000;
  const began = Date.now();
  const answers = new Map<string, Promise<Response>>();
  try {
    const { epoch, lastActivity } = JSON.parse(localStorage.getItem(markerKey)!);
    if (!(began - lastActivity < liveMilliseconds)) return;
    const headers = { accept: 'application/json', 'x-requested-by': 'florin', 'x-account-epoch': epoch };
    for (const address of addresses) {
      const answer = fetch(address, { headers, credentials: 'same-origin', cache: 'no-store' });
      // A failure is reported by the call that takes the answer. Without this, the browser would report it, too.
      answer.catch(() => {});
      answers.set(address, answer);
    }
    globalThis.florinAhead = (method, address, current) => {
      const answer = answers.get(address);
      answers.delete(address);
      // An act may change what was answered before it.
      if (method !== 'GET') answers.clear();
      return method === 'GET' && current === epoch && Date.now() - began < freshMilliseconds ? answer : undefined;
    };
  } catch {
    // Without storage nobody is known to be signed in.
  }
}
