import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { enter, expect, test } from '../fixtures.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
}

/** A collector that takes OTLP as JSON from any page. */
const received: { path: string; spans: Span[] }[] = [];
const collector = createServer((request, response) => {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' };
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    if (request.method === 'POST') {
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
      received.push({ path: request.url ?? '', spans });
    }
    response.writeHead(200, headers).end('{}');
  });
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
test.afterAll(() => collector.close());

test.describe('where the installation collects spans', () => {
  const { port } = collector.address() as AddressInfo;
  test.use({ environment: { TELEMETRY_COLLECTOR: `http://127.0.0.1:${port}`, TELEMETRY_SAMPLING: '1' } });

  test(
    'calls and pages arrive as spans, tied to the calls by their trace',
    { tag: ['@7.29', '@9.39', '@9.40'] },
    async ({ page, inbox }) => {
      const traceparents: string[] = [];
      page.on('request', (request) => {
        const sent = request.headers()['traceparent'];
        if (sent !== undefined) traceparents.push(sent);
      });
      await enter(page, inbox, 'onefactor', '/my-transactions/purchases?q=4000123456789010');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const spans = () => received.flatMap((batch) => batch.spans);
      await expect.poll(() => spans().map(({ name }) => name)).toContain('GET /api/balance');
      await page.goto('/healthz');
      await expect.poll(() => spans().map(({ name }) => name)).toContain('page /my-transactions/purchases');
      expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
      const call = spans().find(({ name }) => name === 'GET /api/balance')!;
      expect(traceparents).toContain(`00-${call.traceId}-${call.spanId}-01`);
      expect(spans().find(({ spanId }) => spanId === call.parentSpanId)?.name).toMatch(/^page \//);
      expect(JSON.stringify(received)).not.toMatch(/4000123456789010|onefactor|Noah/);
    },
  );
});
