import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { requiredText, text } from '../fields.ts';

/** Section 7: the telemetry configuration, loaded beside assets/config.json. Null where the installation has none. */
export const telemetryConfig = endpoint({
  method: 'GET',
  path: '/assets/telemetry.json',
  summary: 'Where spans go, and how many of them',
  access: 'public',
  answers: {
    200: v.object({
      telemetry: v.nullable(
        v.object({
          /** Of the collector; spans are posted to `{collectorUrl}/v1/traces`. */
          collectorUrl: v.string(),
          serviceName: v.string(),
          /** From 0 to 1: the share of traces that is sent. */
          samplingProbability: v.number(),
        }),
      ),
    }),
  },
  errors: [],
});

/**
 * A page's error, for the server's log. Bounded and untrusted: it is logged as data, under the correlation id shown to
 * the person.
 */
export const reportClientError = endpoint({
  method: 'POST',
  path: '/api/client-errors',
  summary: 'Tell the server what went wrong in a page',
  access: 'public',
  limit: { per: 'address', requests: 20, windowSeconds: 60 },
  body: v.object({
    errorId: v.pipe(requiredText(64), v.regex(/^[\w-]+$/, 'format')),
    name: requiredText(64),
    message: text(512),
    stack: text(2048),
    /** The route as declared, without its parameters. */
    route: text(128),
    appVersion: text(64),
  }),
  answers: { 204: null },
  errors: [],
});
