import type { Endpoint } from '@florin/contract/endpoint';
import { fieldProblems, type FieldProblem } from '@florin/contract/errors';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { refuse, type Refused } from './call.ts';

type Parts = { params: unknown; query: unknown; body: unknown };

/** Checks path parameters, query and body against the contract; a refusal names every wrong field. */
export function checkInput(
  endpoint: Endpoint,
  request: FastifyRequest,
): Parts | Refused<'VALIDATION' | 'MALFORMED_BODY'> {
  const checked: Parts = { params: null, query: null, body: null };
  for (const part of ['params', 'query', 'body'] as const) {
    if (part === 'body' && !isAbsentOrObject(request.body)) return refuse('MALFORMED_BODY');
    const schema = endpoint[part];
    if (!schema) continue;
    if (part === 'body' && !isAbsentOrObject(request.body)) return refuse('MALFORMED_BODY');
    // A missing body is checked as an empty one, so that the answer names the missing fields.
    const result = v.safeParse(schema, request[part] ?? {});
    if (!result.success) return refuse('VALIDATION', { Fields: result.issues.map(fieldOf) });
    checked[part] = result.output;
  }
  return checked;
}

/** Without this check a list would pass as an object without fields. */
const isAbsentOrObject = (body: unknown) =>
  body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body));

function fieldOf(issue: v.BaseIssue<unknown>): { Field: string; Problem: FieldProblem } {
  return { Field: v.getDotPath(issue) ?? '', Problem: problemOf(issue) };
}

function problemOf(issue: v.BaseIssue<unknown>): FieldProblem {
  if (issue.input === undefined) return 'missing';
  const named = fieldProblems.find((problem) => problem === issue.message);
  return named ?? 'type';
}
