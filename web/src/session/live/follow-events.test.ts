import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callHooks } from '../../call-hooks.ts';
import { setCurrentEpoch } from '../browser-session.ts';
import { queryClient } from '../queries/query-client.ts';
import { followEvents } from './follow-events.ts';

/** The streams that were opened, the newest last. */
let sources: FakeSource[] = [];
class FakeSource extends EventTarget {
  readonly url: string;
  isClosed = false;
  constructor(url: string) {
    super();
    this.url = url;
    sources.push(this);
  }
  close() {
    this.isClosed = true;
  }
  send(type: string, data: object, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  }
}

const event = (kind: string) => ({ kind, id: null, at: '2026-11-22T12:00:00.000Z' });
const isInvalidated = (name: string) => queryClient.getQueryState(['e1', name])!.isInvalidated;
const held = (index: number) => vi.waitFor(() => expect(sources).toHaveLength(index + 1), { timeout: 30_000 });

let stops: (() => void)[] = [];
const follow = () => {
  const stopping = new AbortController();
  followEvents('e1', stopping.signal);
  const stop = () => stopping.abort();
  stops.push(stop);
  return stop;
};
beforeEach(() => {
  sources = [];
  stops = [];
  vi.stubGlobal('EventSource', FakeSource);
  setCurrentEpoch('e1');
  for (const name of ['balance', 'security-checklist']) queryClient.setQueryData(['e1', name], 1);
});
afterEach(() => {
  for (const stop of stops) stop();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('what an event says has changed is stale, and nothing else', async () => {
  follow();
  await held(0);
  sources[0]!.send('open', { epoch: 'e1' });
  sources[0]!.send('message', event('balance'), 'e7');
  await vi.waitFor(() => expect(isInvalidated('balance')).toBe(true));
  expect(isInvalidated('security-checklist')).toBe(false);
});

test('two tabs have one stream, and the second goes on from the last event when the first closes', async () => {
  const stop = follow();
  await held(0);
  follow();
  sources[0]!.send('open', { epoch: 'e1' });
  sources[0]!.send('message', event('card'), 'e9');
  await vi.waitFor(() => expect(sources).toHaveLength(1));
  stop();
  await held(1);
  expect(sources[0]!.isClosed).toBe(true);
  expect(sources[1]!.url).toBe('/api/events?after=e9');
});

test('a broken stream is opened again after a pause', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  follow();
  await held(0);
  const began = performance.now();
  sources[0]!.send('open', { epoch: 'e1' });
  sources[0]!.send('message', event('card'), 'e9');
  sources[0]!.dispatchEvent(new Event('error'));
  expect(sources[0]!.isClosed).toBe(true);
  await held(1);
  expect(performance.now() - began).toBeGreaterThan(900);
  expect(sources[1]!.url).toBe('/api/events?after=e9');
});

test('a stream that breaks before its first event causes everything to be fetched again, in every tab', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const other = new BroadcastChannel('florin-events-e1');
  const messages: unknown[] = [];
  other.addEventListener('message', ({ data }) => messages.push(data));
  follow();
  await held(0);
  sources[0]!.send('open', { epoch: 'e1' });
  sources[0]!.dispatchEvent(new Event('error'));
  await held(1);
  expect(sources[1]!.url).toBe('/api/events');
  expect(isInvalidated('security-checklist')).toBe(false);
  sources[1]!.send('open', { epoch: 'e1' });
  await vi.waitFor(() => expect(isInvalidated('security-checklist')).toBe(true));
  await vi.waitFor(() => expect(messages).toMatchObject([{ id: '', event: { kind: 'reset' } }]));
  other.close();
});

test('the end of the session is asked for, so that its watcher notices', async () => {
  const ended = vi.fn<() => void>();
  callHooks.session = { ended, restricted: () => {}, changed: () => {} };
  const refusal = { Code: 'UNAUTHENTICATED', Message: '' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(refusal, { status: 401 })));
  follow();
  await held(0);
  sources[0]!.send('open', { epoch: 'e1' });
  sources[0]!.send('end', {});
  await vi.waitFor(() => expect(ended).toHaveBeenCalled(), { timeout: 30_000 });
  callHooks.session = null;
});

test('what is not an event of the contract changes nothing', async () => {
  queryClient.setQueryData(['e1', 'requests'], 1);
  follow();
  await held(0);
  sources[0]!.send('open', { epoch: 'e1' });
  sources[0]!.send('message', { kind: 'balance' }, 'e7');
  sources[0]!.send('message', event('request'), 'e8');
  await vi.waitFor(() => expect(isInvalidated('requests')).toBe(true));
  expect(isInvalidated('balance')).toBe(false);
});
