import { activityReportSeconds } from '@florin/contract/limits';
import { reportActivity } from '@florin/contract/access/session';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../api.ts';
import { currentEpoch, marker } from '../browser-session.ts';
import { documentOpenedAt } from '../document.ts';
import {
  afterMovement,
  afterNavigation,
  afterResume,
  idleState,
  reportIsDue,
  type IdleLimits,
  type IdleState,
} from './idle.ts';

const movements = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
/** After these, timers may have slept. */
const awakenings = ['visibilitychange', 'focus', 'online', 'pageshow'] as const;

/** Pointers move hundreds of times a second; handling a movement this often is enough. */
const handleEveryMilliseconds = 250;

/**
 * Notifies the other tabs that the person is active in this one during the warning. There it counts like 'Resume'
 * (specification section 4), and the shared last activity ends the warning in every tab. The message is the epoch.
 */
const activityChannel = 'florin-activity';

/** The last activity in any tab, in milliseconds since the Unix epoch. Without a marker the tab is leaving already. */
const sharedLastActivity = () => marker.read()?.lastActivity ?? Date.now();

/**
 * Watches for activity in this tab, shares it with the other tabs, and reports it to the server.
 * @param onTimeout is called once, when the warning is over
 */
export function useIdle(limits: IdleLimits, onTimeout: () => void): { state: IdleState; resume: () => void } {
  const [state, setState] = useState<IdleState>(() => idleState(Date.now(), sharedLastActivity(), limits));
  const { kind } = state;
  const lastHandled = useRef(0);
  const lastReport = useRef(0);
  const unreported = useRef(false);
  const timedOut = useEffectEvent(onTimeout);

  const check = useCallback(() => setState(idleState(Date.now(), sharedLastActivity(), limits)), [limits]);

  const record = useCallback(
    (at: number) => {
      const found = marker.read();
      if (found === null || at === found.lastActivity) return;
      marker.write({ ...found, lastActivity: at });
      unreported.current = true;
      check();
    },
    [check],
  );

  const report = useCallback(() => {
    if (!unreported.current) return;
    unreported.current = false;
    lastReport.current = Date.now();
    const idleSeconds = Math.max(0, Math.floor((Date.now() - sharedLastActivity()) / 1000));
    // After a failed report the next one contains the same; if the session has ended, `call` reports it.
    call(reportActivity, { body: { idleSeconds } }, { keepalive: true }).catch(() => (unreported.current = true));
  }, []);

  const resume = useCallback(() => {
    record(afterResume(Date.now(), sharedLastActivity(), limits));
    report();
  }, [limits, record, report]);

  useEffect(() => {
    const channel = new BroadcastChannel(activityChannel);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === currentEpoch()) resume();
    });
    const stop = new AbortController();
    const options = { signal: stop.signal, passive: true, capture: true };
    const moved = () => {
      const now = Date.now();
      if (Math.abs(now - lastHandled.current) < handleEveryMilliseconds) return;
      lastHandled.current = now;
      if (idleState(now, sharedLastActivity(), limits).kind === 'idle-warning')
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within its origin
        channel.postMessage(currentEpoch());
      record(afterMovement(now, sharedLastActivity(), limits));
      if (reportIsDue(now, lastReport.current, activityReportSeconds)) report();
    };
    const wentTo = (at: number) => {
      record(afterNavigation(at, sharedLastActivity(), limits));
      if (reportIsDue(Date.now(), lastReport.current, activityReportSeconds)) report();
    };
    const opened = documentOpenedAt();
    if (opened !== null) wentTo(opened);
    // Back and Forward; clicks and keys within the page are movements already.
    window.addEventListener('popstate', () => wentTo(Date.now()), options);
    window.addEventListener('pageshow', ({ persisted }) => persisted && wentTo(Date.now()), options);
    for (const type of movements) window.addEventListener(type, moved, options);
    for (const type of awakenings) window.addEventListener(type, check, options);
    window.addEventListener('storage', check, options);
    window.addEventListener('pagehide', report, options);
    return () => {
      stop.abort();
      channel.close();
    };
  }, [limits, check, record, report, resume]);

  useEffect(() => {
    if (kind === 'idle-warning') report();
    if (kind === 'timed-out') timedOut();
  }, [kind, report]);

  useEffect(() => {
    if (state.kind === 'timed-out') return undefined;
    const timer = setTimeout(check, Math.max(0, state.nextCheckAt - Date.now()));
    return () => clearTimeout(timer);
  }, [state, check]);

  return { state, resume };
}
