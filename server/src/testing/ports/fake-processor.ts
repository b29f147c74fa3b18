import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A processor's API on this machine. It answers each path as the test defines, and records the requests. */
export async function startFakeProcessor(answers: Readonly<Record<string, object | number>>) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body });
      const answer = answers[`${method} ${url.split('?')[0]}`] ?? 404;
      const status = typeof answer === 'number' ? answer : 200;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(typeof answer === 'number' ? { error: { type: 'api_error', message: 'no' } } : answer),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
