import type * as contract from '@florin/contract/program/telemetry';
import type { HandlersOf } from '../../../http/call.ts';
import { loggable } from './rules.ts';

export const telemetryRoutes: HandlersOf<typeof contract> = {
  telemetryConfig: async ({ context }) => ({ status: 200, body: { telemetry: context.config.telemetry } }),
  reportClientError: async ({ context, correlationId, input }) => {
    context.log.warn({ correlationId, clientError: loggable(input.body) }, 'a page failed');
    return { status: 204, body: null };
  },
};
