import { api, type Api } from '@florin/contract/api';
import type { Endpoint } from '@florin/contract/endpoint';
import * as v from 'valibot';
import type { Answers } from './answers.ts';

/** One part of a schema, as valibot describes it. */
interface Part {
  type: string;
  entries?: Record<string, Part>;
  options?: readonly unknown[];
  literal?: unknown;
  wrapped?: Part;
}

/** Texts for the formats of the contract; the first, where any text fits, may also be read as a time. */
const texts = [
  '2026-01-01T00:00:00.000Z',
  '0190a000-0000-7000-8000-000000000001',
  '2026-01-01',
  '2029-04-30',
  '4111111111111111',
  'USD',
  '123',
];

/** Fields that are any text for the contract, and more for who reads them. */
const named: Readonly<Record<string, string>> = {
  timeZone: 'America/New_York',
  id: '0190a000-0000-7000-8000-000000000001',
  membershipId: '0190a000-0000-7000-8000-000000000001',
};

/** The body of an accepted answer with nothing out of the ordinary: empty lists, and the first of several options. */
export function sampleAnswer({ answers }: Endpoint): unknown {
  const [schema] = Object.values(answers);
  return schema === null || schema === undefined ? null : sample(schema);
}

/** Every call answered so. */
export const sampleAnswers = Object.fromEntries(
  (Object.keys(api) as (keyof Api)[]).map((name) => [name, sampleAnswer(api[name])]),
) as Answers;

function sample(part: Part): unknown {
  switch (part.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(part.entries ?? {}).map(([name, entry]) => [
          name,
          v.is(entry as unknown as v.GenericSchema, named[name]) ? (named[name] ?? sample(entry)) : sample(entry),
        ]),
      );
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'number':
      return 1;
    case 'string':
      return texts.find((text) => v.is(part as unknown as v.GenericSchema, text));
    case 'picklist':
      return part.options?.[0];
    case 'literal':
      return part.literal;
    case 'union':
    case 'variant':
      return sample(part.options?.[0] as Part);
    case 'nullable':
      return null;
    case 'optional':
      return undefined;
    default:
      return part.wrapped && sample(part.wrapped);
  }
}
