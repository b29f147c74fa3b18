import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@florin/contract/errors';
import { refuse } from '../call.ts';
import { ipPrefixOf } from '../client.ts';

/** Browsers open six at a time, so an office behind one address stays below this. */
const perAddress = 256;
const altogether = 8_000;

/**
 * Limits open connections, so that one stranger cannot take all of them (CWE-770).
 * @param direct callers connect directly; behind a proxy every connection has the proxy's address, and the proxy counts
 */
export function limitConnections(server: Server, direct: boolean): void {
  server.maxConnections = altogether;
  if (!direct) return;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = ipPrefixOf(socket.remoteAddress);
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = open.get(address)! - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > perAddress) socket.destroy();
  });
}

interface ParserRefusal {
  status: number;
  code: ErrorCode & ('BODY_TOO_LARGE' | 'MALFORMED_BODY');
  /** If the code's own message is not the reason. */
  Message?: string;
}

/** The refusals of the HTTP parser, by Node's error code. */
const refusals: Record<string, ParserRefusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'BODY_TOO_LARGE' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'MALFORMED_BODY',
    Message: 'The request took too long to arrive, so nothing was done; check the connection and send it again.',
  },
};
const malformed: ParserRefusal = { status: 400, code: 'MALFORMED_BODY' };

/** Answers a request that is not HTTP, or did not arrive in time, with the same error body as every other refusal. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, code, ...message } = refusals[error.code ?? ''] ?? malformed;
  const body = JSON.stringify({ ...refuse(code).body, ...message });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
