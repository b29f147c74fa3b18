import { describe, expect, test } from 'vitest';
import { otlpOf } from './export.ts';
import { child, isSampled, newSpan, newTrace } from './span.ts';

describe('sampling', () => {
  test('sends nothing at 0 and everything at 1', () => {
    for (const end of ['00000000000000', 'ffffffffffffff']) {
      expect(isSampled(`0123456789abcdef01${end}`, 0)).toBe(false);
      expect(isSampled(`0123456789abcdef01${end}`, 1)).toBe(true);
    }
  });

  test('sends about the share that was asked for', { tags: '@9.39' }, () => {
    const sent = Array.from({ length: 4000 }, () => newTrace(0.25)).filter(({ sampled }) => sampled).length;
    expect(sent / 4000).toBeGreaterThan(0.2);
    expect(sent / 4000).toBeLessThan(0.3);
  });
});

test('a call stands below its page, in the same trace, and as OTLP wants it', { tags: '@7.29' }, () => {
  const page = {
    ...newSpan('page /dashboard', newTrace(1), { 'page.route': '/dashboard' }),
    startedAt: 1000,
    endedAt: 3000,
  };
  const call = newSpan('GET /api/balance', child(page), { 'http.response.status_code': 500 });
  const { resourceSpans } = otlpOf(
    [page, { ...call, startedAt: 1500, endedAt: 1600, failed: true }],
    'florin-web',
    '1.2.3',
  );
  const [{ resource, scopeSpans }] = resourceSpans as [(typeof resourceSpans)[0]];
  expect(resource.attributes[0]).toEqual({ key: 'service.name', value: { stringValue: 'florin-web' } });
  expect(scopeSpans[0]!.spans).toEqual([
    {
      traceId: page.traceId,
      spanId: page.spanId,
      name: 'page /dashboard',
      kind: 1,
      startTimeUnixNano: '1000000000',
      endTimeUnixNano: '3000000000',
      attributes: [{ key: 'page.route', value: { stringValue: '/dashboard' } }],
      status: {},
    },
    {
      traceId: page.traceId,
      spanId: call.spanId,
      parentSpanId: page.spanId,
      name: 'GET /api/balance',
      kind: 3,
      startTimeUnixNano: '1500000000',
      endTimeUnixNano: '1600000000',
      attributes: [{ key: 'http.response.status_code', value: { intValue: '500' } }],
      status: { code: 2 },
    },
  ]);
  expect(page.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(call.spanId).toMatch(/^[0-9a-f]{16}$/);
});
