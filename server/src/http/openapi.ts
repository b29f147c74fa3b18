import { api } from '@florin/contract/api';
import { callers, type CallerKind } from '@florin/contract/callers';
import type { Endpoint } from '@florin/contract/endpoint';
import { errorMessages } from '@florin/contract/error-messages';
import { commonErrors, errors, errorSchema, type ErrorCode } from '@florin/contract/errors';
import type { GenericSchema } from 'valibot';
import { sessionCookie } from './cookies.ts';
import { jsonSchema } from './endpoints.ts';

type Json = Record<string, unknown>;

/** The schemes of each kind of caller; a session has two, by its cookie or by its token. */
const schemes = (kind: CallerKind): Json[] =>
  kind === 'session' ? [{ sessionCookie: [] }, { sessionToken: [] }] : [{ [kind]: [] }];

function security({ access }: Endpoint): Json[] {
  if (access === 'public' || access === 'embedded') return [];
  if (access === 'operator') return schemes('session');
  return (typeof access === 'string' ? [access] : access).flatMap(schemes);
}

const { session, ...flows } = callers;
const bearer = (prefix: string) => ({ type: 'http', scheme: 'bearer', bearerFormat: `${prefix}…` });
const securitySchemes: Json = {
  sessionCookie: { type: 'apiKey', in: 'cookie', name: sessionCookie },
  sessionToken: bearer(session.tokenPrefix),
  ...Object.fromEntries(Object.entries(flows).map(([kind, { tokenPrefix }]) => [kind, bearer(tokenPrefix)])),
};

/** The OpenAPI 3.1 document of every call, made from the contract. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [operationId, endpoint] of Object.entries(api as Record<string, Endpoint>)) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(operationId, endpoint);
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Florin', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: { securitySchemes },
  };
}

function operation(operationId: string, endpoint: Endpoint): Json {
  return {
    operationId,
    summary: endpoint.summary,
    security: security(endpoint),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...headerParameters(endpoint),
    ],
    ...(endpoint.body && { requestBody: { required: true, content: json(jsonSchema(endpoint.body, 'input')) } }),
    responses: { ...answers(endpoint), ...refusals([...endpoint.errors, ...commonErrors]) },
  };
}

const headerParameters = ({ headers = {} }: Endpoint): Json[] =>
  Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));

const json = (schema: Json) => ({ 'application/json': { schema } });

function answers(endpoint: Endpoint): Json {
  return Object.fromEntries(
    Object.entries(endpoint.answers).map(([status, schema]) => [
      status,
      { description: endpoint.summary, ...contentOf(endpoint, schema) },
    ]),
  );
}

/** OpenAPI 3.1 cannot describe a stream, so the schema describes the data of one event. */
function contentOf({ events, file }: Endpoint, schema: GenericSchema | null): Json {
  if (schema) return { content: json(jsonSchema(schema, 'output')) };
  if (file) return { content: Object.fromEntries(file.map((type) => [type, {}])) };
  return events ? { content: { 'text/event-stream': { schema: jsonSchema(events, 'output') } } } : {};
}

/** Refusals grouped by status, each code with its own body. */
function refusals(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(new Set(codes), (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.map((code) => `${code}: ${errorMessages[code]}`).join(' '),
        content: json({ anyOf: group.map((code) => jsonSchema(errorSchema(code), 'output')) }),
      },
    ]),
  );
}

function parameters(schema: GenericSchema | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}
