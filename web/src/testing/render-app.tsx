import type { Api } from '@florin/contract/api';
import type { Site } from '@florin/contract/program/site';
import { onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react/pure';
import { forgetCalls } from '../api.ts';
import { App } from '../app.tsx';
import { setClock } from '../clock.ts';
import { dismissSnackbar, snackbars } from '../kit/feedback/snackbar-store.ts';
import { keepFocus } from '../kit/overlays/keep-focus.ts';
import { repairAddress } from '../session/browser/address.ts';
import { takeLinkSecret } from '../session/browser/link-secret.ts';
import { marker, setCurrentEpoch } from '../session/browser-session.ts';
import { provideApp } from '../session/enter.ts';
import { createAppRouter } from '../routes.tsx';
import { rootOptions } from '../root.ts';
import { queryClient } from '../session/queries/query-client.ts';
import { followNavigation } from '../shell/follow-navigation.ts';
import { endTour } from '../shell/tour.ts';
import { setSite } from '../site.ts';
import { answering, type Answers, type Requests } from './answers.ts';
import { testSite } from './test-site.ts';

/** The app in a component test. */
export interface TestApp {
  /** From now on these calls are answered otherwise. */
  answer(more: Answers): void;
  /** Opens an address as a new document: what the browser keeps stays, what the page has loaded does not. */
  open(path: string): Promise<void>;
  /** Leads to an address within the document, as a link does. */
  go(path: string): Promise<void>;
  /** What a call was sent with so far, in order. */
  requestsOf<K extends keyof Api>(name: K): NonNullable<Requests[K]>;
  /** The addresses for which a script wanted to leave the document, in order. It stays. */
  departures: readonly string[];
  /** Calls that are not answered yet. */
  pending(): number;
}

/** An installation without a white-label customer, in service. */
export const usualSite: Site = {
  ...testSite,
  program: { ...testSite.program, name: 'Florin', logoUrl: null },
  announcements: [],
};

/**
 * Opens the app at an address, with all its routes, guards and frames, in front of a server that gives these answers. A
 * person is signed in if `answers` has `userInfo`. A call without an answer, or one that does not fit the contract, fails the test.
 */
export async function renderApp(path: string, answers: Answers, site: Partial<Site> = {}): Promise<TestApp> {
  let given = answers;
  const requests: Requests = {};
  const departures: string[] = [];
  const stop = new AbortController();
  window.navigation.addEventListener(
    'navigate',
    (event) => {
      if (event.destination.sameDocument) return;
      event.preventDefault();
      const { pathname, search, hash } = new URL(event.destination.url);
      departures.push(pathname + search + hash);
    },
    { signal: stop.signal },
  );
  const answer = answering(() => given, requests);
  let pending = 0;
  let isOpen = true;
  /** How many documents were opened. */
  let opened = 0;
  /** Calls of a page after it was closed. */
  let late = 0;
  vi.stubGlobal('fetch', (...sent: Parameters<typeof fetch>) => {
    if (!isOpen) {
      // It gets no answer, and is not the next page's.
      late += 1;
      return new Promise<never>(() => {});
    }
    pending += 1;
    const from = opened;
    const answered = answer(...sent).finally(() => (pending -= 1));
    // A document that is left takes its answers with it.
    const unlessLeft = () => (from === opened && isOpen ? answered : new Promise<never>(() => {}));
    return answered.then(unlessLeft, unlessLeft);
  });
  const letFocusGo = keepFocus();
  let close = async () => {};
  let go: TestApp['go'] = () => Promise.reject(new Error('No document is open.'));

  async function open(address: string): Promise<void> {
    await close();
    isOpen = true;
    opened += 1;
    late = 0;
    forgetAll();
    window.history.replaceState(null, '', address);
    setSite({ ...usualSite, ...site });
    takeLinkSecret();
    repairAddress();
    const router = createAppRouter();
    const loads = new Set<Promise<void>>();
    const { load } = router;
    router.load = (...of) => {
      const loading = load(...of).finally(() => loads.delete(loading));
      loads.add(loading);
      return loading;
    };
    // A page that is loaded ahead would make its calls in the next test; e2e/routes.e2e.ts covers preloading.
    router.options.defaultPreload = false;
    followNavigation(router, false);
    provideApp(async () => ({
      preloadPage: () => Promise.resolve(),
      enter: (href) => router.navigate({ href, replace: true }),
    }));
    go = (href) => router.navigate({ href });
    const page = await render(<App router={router} />, { createRootOptions: rootOptions });
    close = async () => {
      await page.unmount();
      isOpen = false;
      router.history.destroy();
      // What is still being loaded, such as the files of a page, would make its calls in the next test. A call that the
      // test leaves without an answer is not waited for, nor a page that the document would have left.
      for (let turn = 0, unanswered = 0; turn < 250 && loads.size > 0 && unanswered < 3; turn++) {
        await new Promise((resolve) => setTimeout(resolve));
        unanswered = pending + late > 0 ? unanswered + 1 : 0;
      }
    };
  }

  onTestFinished(async () => {
    await close();
    forgetAll();
    // What had left the document is back in it.
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    letFocusGo();
    stop.abort();
    vi.unstubAllGlobals();
  });

  if (answers.userInfo !== undefined) marker.write({ epoch: 'epoch', lastActivity: Date.now() });
  await open(path);
  return {
    answer: (more) => void (given = { ...given, ...more }),
    open,
    go: (to) => go(to),
    requestsOf: (name) => requests[name] ?? ([] as never),
    departures,
    pending: () => pending,
  };
}

/** Takes back what the modules of a document keep. */
function forgetAll(): void {
  setClock(String(Date.now()), Date.now());
  queryClient.clear();
  forgetCalls();
  setCurrentEpoch(marker.read()?.epoch ?? null);
  for (const { id } of snackbars.snapshot()) dismissSnackbar(id);
  endTour();
}
