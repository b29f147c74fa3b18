import { api } from '@florin/contract/api';
import type { Endpoint } from '@florin/contract/endpoint';
import { errors } from '@florin/contract/errors';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import compileWriter from 'fast-json-stringify';
import type { GenericSchema } from 'valibot';
import type { Context } from '../context.ts';
import { checkAccess, type AccessRules, type Caller } from './access.ts';
import {
  isRefused,
  refuse,
  type CallTo,
  type HandlerOf,
  type Handlers,
  type Refused,
  type SessionBinding,
} from './call.ts';
import { addressOf, agentOf, ipPrefixOf, networksOf, type Client } from './client.ts';
import {
  deviceCookie,
  passkeyCookie,
  programCookie,
  readCookie,
  recoveryCookie,
  registrationCookie,
  sessionCookie,
  writeCookie,
} from './cookies.ts';
import { floodLimit } from './flood.ts';
import { hostnameOf } from './hosts/hosts.ts';
import type { Track } from './connections/in-flight.ts';
import { checkInput } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    receivedAt: Date | null;
  }
}

/** Identifies the session of an answer or, in a request, the session of the page. */
const epochHeader = 'x-account-epoch';
/** The product's time in an answer to a signed-in person, in milliseconds: screens go by it (decision 085). */
const timeHeader = 'x-product-time';

/**
 * Whether a call was made for the session of its cookie: a call sent before a switch or another login must not act in
 * the new session (security design P27). Without the header, the call is for the cookie's session.
 */
const isMeantFor = ({ epoch }: SessionBinding, { headers }: FastifyRequest): boolean =>
  headers[epochHeader] === undefined || headers[epochHeader] === epoch;

/** The handlers of the calls, passed in by app.ts: transport knows no feature. */
export interface Product extends AccessRules {
  handlers: Handlers;
  /** Closes the calls that sign people in (specification, section 2). */
  isOutOfService: (context: Context) => Promise<boolean>;
}

/**
 * Registers every endpoint of the contract: limit, access, input, handler, and an answer stripped to its declared
 * fields.
 */
export function registerEndpoints(app: FastifyInstance, context: Context, product: Product, track: Track): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('receivedAt', null);
  for (const name of Object.keys(api) as (keyof typeof api)[]) {
    // The endpoint's declaration decides the type of the handler's call below.
    register(app, context, product, api[name], product.handlers[name] as HandlerOf<Endpoint>, track);
  }
}

function register(
  app: FastifyInstance,
  context: Context,
  product: Product,
  endpoint: Endpoint,
  handler: HandlerOf<Endpoint>,
  track: Track,
) {
  const flood = floodLimit(endpoint);
  const closesWithSite = endpoint.errors.includes('OUT_OF_SERVICE');
  const findCaller = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await track(checkAccess(context, product, endpoint, request));
    if (isRefused(caller) || caller?.kind !== 'session') return caller;
    reply.header(epochHeader, caller.epoch);
    return isMeantFor(caller, request) ? caller : refuse('SESSION_CHANGED');
  };
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    schema: { response: Object.fromEntries(writtenAnswers(endpoint).map(([status]) => [status, {}])) },
    serializerCompiler: ({ httpStatus }) => writerOf(endpoint.answers[Number(httpStatus)]!),
    // Before the body is read.
    onRequest: async (request, reply) => {
      request.receivedAt = context.clock.now();
      const perAddress = endpoint.limit?.per === 'address' ? await flood(networksOf(request.ip)) : null;
      if (perAddress) return sendRefusal(reply, perAddress);
      const caller = await findCaller(request, reply);
      if (isRefused(caller)) return sendRefusal(reply, caller);
      const perSession =
        endpoint.limit?.per === 'session' ? await flood([{ prefix: holderOf(caller), share: 1 }]) : null;
      if (perSession) return sendRefusal(reply, perSession);
      request.caller = caller;
    },
    // Receiving the body takes time, and the caller may have been signed out or closed since the headers were checked.
    preHandler: async (request, reply) => {
      if (request.method === 'GET') return undefined;
      const caller = await findCaller(request, reply);
      if (isRefused(caller)) return sendRefusal(reply, caller);
      request.caller = caller;
      return undefined;
    },
    handler: async (request, reply) => {
      if (closesWithSite && (await product.isOutOfService(context)))
        return sendRefusal(reply, refuse('OUT_OF_SERVICE'));
      const input = checkInput(endpoint, request);
      if (isRefused(input)) return sendRefusal(reply, input);
      const call = {
        input,
        context,
        client: clientOf(request),
        correlationId: request.id,
        receivedAt: request.receivedAt!,
        caller: request.caller,
        setCookie: (change) => writeCookie(reply, change),
      } as CallTo<Endpoint>;
      const result = await handler(call);
      if (isRefused(result)) return sendRefusal(reply, result);
      reply.code(result.status).header('cache-control', 'no-store');
      if (request.caller?.kind === 'session') reply.header(timeHeader, context.clock.now().getTime());
      if (result.stream && result.file) {
        const { name: fileName, type } = result.file;
        reply.header('content-type', type).header('content-disposition', `attachment; filename="${fileName}"`);
        return reply.send(result.stream);
      }
      if (result.stream) {
        // A proxy that buffers answers would delay events.
        reply.header('content-type', 'text/event-stream').header('x-accel-buffering', 'no');
        return reply.send(result.stream);
      }
      return reply.send(result.body ?? undefined);
    },
  });
}

/**
 * The key of a flood limit: the person over all sessions, because signing in again or switching makes a new one;
 * otherwise the flow.
 */
const holderOf = (caller: Caller | null): string => {
  if (caller === null) return 'none';
  return 'personId' in caller ? caller.personId : caller.id;
};

/** Sends a refusal with its code's status. */
export function sendRefusal(reply: FastifyReply, refused: Refused): FastifyReply {
  if (refused.retryAfterSeconds !== undefined) reply.header('retry-after', String(refused.retryAfterSeconds));
  return reply.code(errors[refused.refused].status).header('cache-control', 'no-store').send(refused.body);
}

/** The device credential of a client of the API; a repeated header counts as absent. */
function credentialHeader({ headers }: FastifyRequest): string | null {
  const credential = headers['x-device-credential'];
  return typeof credential === 'string' ? credential : null;
}

/** Browsers send it back as they got it. */
function lastEventId({ headers }: FastifyRequest): string | null {
  const id = headers['last-event-id'];
  return typeof id === 'string' && id.length <= 64 ? id : null;
}

function clientOf(request: FastifyRequest): Client {
  // Missing once the caller has hung up, whatever the framework's type says.
  const { ip }: { ip?: string } = request;
  const delivery = request.headers['x-session-delivery'] === 'token' ? 'token' : 'cookie';
  return {
    hostname: hostnameOf(request.headers.host) ?? '',
    host: request.headers.host ?? '',
    ip: addressOf(ip),
    ipPrefix: ipPrefixOf(ip),
    networks: networksOf(ip),
    ...agentOf(request.headers['user-agent']),
    deviceSecrets: delivery === 'token' ? credentialHeader(request) : readCookie(request, deviceCookie),
    registrationSecret: readCookie(request, registrationCookie),
    recoverySecret: readCookie(request, recoveryCookie),
    passkeySecret: readCookie(request, passkeyCookie),
    sessionToken: readCookie(request, sessionCookie),
    programSlug: readCookie(request, programCookie),
    lastEventId: lastEventId(request),
    delivery,
  };
}

const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** The answers that have a body, by status. */
const writtenAnswers = ({ answers }: Endpoint) => Object.entries(answers).filter(([, schema]) => schema);

/** By the schema of an answer, which the contract has once. */
const writers = new WeakMap<GenericSchema, (body: unknown) => string>();

/**
 * Writes answers of a schema from its JSON Schema, so that undeclared fields are never sent. The schema is compiled for
 * the first answer of this process; compiling all of them would take half of a server's start.
 */
const writerOf = (schema: GenericSchema) => (body: unknown) => {
  let write = writers.get(schema);
  if (!write) writers.set(schema, (write = compileWriter(jsonSchema(schema, 'output'))));
  return write(body);
};

/** A valibot schema as JSON Schema 2020-12, without checks that JSON Schema cannot express. */
export function jsonSchema(schema: GenericSchema, typeMode: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = toJsonSchema(schema, { target: 'draft-2020-12', typeMode, errorMode: 'ignore' });
  return rest;
}
