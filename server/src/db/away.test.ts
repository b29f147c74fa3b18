import pg from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseAway } from './away.ts';

const withCode = (code: string) => Object.assign(new Error('refused'), { code });
const socketError = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });

test.each<[string, unknown, boolean]>([
  ['no socket', socketError('ENOENT', 'connect'), true],
  ['nobody listens', socketError('ECONNREFUSED', 'connect'), true],
  ['a broken connection', socketError('ECONNRESET', 'read'), true],
  ['a closed connection', socketError('EPIPE', 'write'), true],
  ['every address of a host', new AggregateError([socketError('ECONNREFUSED', 'connect')]), true],
  ['an ended connection', new Error('Connection terminated unexpectedly'), true],
  ['a client after its connection', new Error('Client has encountered a connection error and is not queryable'), true],
  ['no connection in time', new Error('timeout exceeded when trying to connect'), true],
  ['a server that stops', withCode('57P01'), true],
  ['a server whose other session crashed', withCode('57P02'), true],
  ['a server that starts', withCode('57P03'), true],
  ['too many clients', withCode('53300'), true],
  ['a connection exception', withCode('08006'), true],
  ['a duplicate key', withCode('23505'), false],
  ['a canceled statement', withCode('57014'), false],
  ['a missing file', socketError('ENOENT', 'open'), false],
  ['a failure of our own', new Error('x is not a function'), false],
  ['no error', 'Connection terminated', false],
])('%s: %#', (_what, error, expected) => expect(isDatabaseAway(error)).toBe(expected));

test('the errors of the driver itself are recognized', async () => {
  const pool = new pg.Pool({ connectionString: 'postgresql://nobody@localhost:5432/none?host=%2Fnonexistent' });
  const error: unknown = await pool.query('select 1').catch((thrown: unknown) => thrown);
  expect(isDatabaseAway(error)).toBe(true);
  await pool.end();
});
