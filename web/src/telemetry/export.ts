import type { Span } from './span.ts';

interface Collector {
  collectorUrl: string;
  serviceName: string;
}

const sendEveryMilliseconds = 5000;
/** If the collector is down, at most this many spans are kept in memory. */
const waitingAtMost = 200;

/**
 * Sends spans to `{collectorUrl}/v1/traces` in batches (OTLP/HTTP with JSON). Spans that cannot be sent are dropped.
 */
export function exporter({ collectorUrl, serviceName }: Collector, version: string) {
  let waiting: Span[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const spans = waiting;
    waiting = [];
    if (spans.length === 0) return;
    fetch(`${collectorUrl}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(otlpOf(spans, serviceName, version)),
      credentials: 'omit',
      keepalive: true,
    }).catch(() => null);
  };
  const send = (span: Span) => {
    if (!span.sampled || waiting.length >= waitingAtMost) return;
    waiting.push(span);
    timer ??= setTimeout(flush, sendEveryMilliseconds);
  };
  return { send, flush };
}

/** Spans as an ExportTraceServiceRequest (opentelemetry-proto, JSON encoding: ids in hex, 64-bit numbers as text). */
export function otlpOf(spans: readonly Span[], serviceName: string, version: string) {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': serviceName, 'service.version': version }) },
        scopeSpans: [{ scope: { name: 'florin', version }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

const kinds = { internal: 1, client: 3 };
const statusError = 2;

const spanOf = ({ traceId, spanId, parentSpanId, name, startedAt, endedAt, failed, attributes }: Span) => ({
  traceId,
  spanId,
  ...(parentSpanId !== null && { parentSpanId }),
  name,
  kind: parentSpanId === null ? kinds.internal : kinds.client,
  startTimeUnixNano: nanoseconds(startedAt),
  endTimeUnixNano: nanoseconds(endedAt ?? startedAt),
  attributes: attributesOf(attributes),
  status: failed ? { code: statusError } : {},
});

const nanoseconds = (milliseconds: number) => `${Math.round(milliseconds)}000000`;

const attributesOf = (attributes: Span['attributes']) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
