import { telemetryConfig } from '@florin/contract/program/telemetry';
import { call } from '../api.ts';
import { pageAt } from '../paths.ts';
import { readSite } from '../site.ts';
import { callHooks } from '../call-hooks.ts';
import { exporter } from './export.ts';
import { child, newSpan, newTrace, type Span } from './span.ts';

/** What the app asks about itself is not measured. */
const unmeasured: ReadonlySet<string> = new Set(['/api/client-errors', '/assets/telemetry.json']);

/**
 * Loads the telemetry configuration and starts to measure: a span for each page view, and below it one for each call
 * (OpenTelemetry's HTTP client conventions). Loaded only where the installation collects spans.
 */
export async function startTelemetry(): Promise<void> {
  const answer = await call(telemetryConfig, {}).catch(() => null);
  const config = answer?.ok ? answer.body.telemetry : null;
  if (config === null) return;
  const { send, flush } = exporter(config, readSite().appVersion);

  let page: Span | null = null;
  const leavePage = () => {
    if (page) send({ ...page, endedAt: Date.now() });
    page = null;
  };
  /** The span of the current page. Another address is another trace. */
  const pageNow = (): Span => {
    const route = pageAt(window.location.pathname)?.path ?? 'unknown';
    if (page?.attributes['page.route'] !== route) {
      leavePage();
      page = newSpan(`page ${route}`, newTrace(config.samplingProbability), { 'page.route': route });
    }
    return page;
  };

  callHooks.trace = ({ method, path }) => {
    if (unmeasured.has(path)) return null;
    const span = newSpan(`${method} ${path}`, child(pageNow()), {
      'http.request.method': method,
      'url.template': path,
    });
    return {
      headers: { traceparent: `00-${span.traceId}-${span.spanId}-${span.sampled ? '01' : '00'}` },
      end: (status, correlationId) =>
        send({
          ...span,
          endedAt: Date.now(),
          failed: status === null || status >= 500,
          attributes: {
            ...span.attributes,
            ...(status !== null && { 'http.response.status_code': status }),
            ...(correlationId !== null && { 'florin.correlation_id': correlationId }),
          },
        }),
    };
  };
  pageNow();
  window.addEventListener('pagehide', () => {
    leavePage();
    flush();
  });
}
