/** A unit of work, after the OpenTelemetry specification; times are milliseconds since the Unix epoch. */
export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  /** Decided once for a whole trace. */
  sampled: boolean;
  name: string;
  startedAt: number;
  endedAt?: number;
  failed?: boolean;
  /** Route templates and figures, never a concrete address or a person. */
  attributes: Readonly<Record<string, string | number>>;
}

type Place = Pick<Span, 'traceId' | 'parentSpanId' | 'sampled'>;

const hex = (bytes: number) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Whether a trace is sent, decided only from its id, so that everybody who sees the id decides in the same way. The end
 * of the id is random (W3C Trace Context Level 2). 52 bits of it, which a number represents exactly, are compared with
 * the share.
 * @param probability from 0 to 1
 */
export const isSampled = (traceId: string, probability: number): boolean =>
  Number.parseInt(traceId.slice(-13), 16) < probability * 2 ** 52;

export function newTrace(probability: number): Place {
  const traceId = hex(16);
  return { traceId, parentSpanId: null, sampled: isSampled(traceId, probability) };
}

export const child = ({ traceId, spanId, sampled }: Span): Place => ({ traceId, parentSpanId: spanId, sampled });

export const newSpan = (name: string, place: Place, attributes: Span['attributes']): Span => ({
  ...place,
  spanId: hex(8),
  name,
  startedAt: Date.now(),
  attributes,
});
