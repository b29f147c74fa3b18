import { randomBytes } from 'node:crypto';
import { requestBodyBytes } from '@florin/contract/limits';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { cardDetailsRoutes } from './features/card-details/routes.ts';
import { agreementsRoutes } from './features/agreements/routes.ts';
import { contactsRoutes } from './features/contacts/routes.ts';
import { factorsRoutes } from './features/factors/routes.ts';
import { legalTextsRoutes } from './features/legal-texts/routes.ts';
import { linkedAccountsRoutes } from './features/linked-accounts/routes.ts';
import { loginActivityRoutes } from './features/login-activity/routes.ts';
import { loginRoutes } from './features/login/routes.ts';
import { mfaRoutes } from './features/mfa/routes.ts';
import { outboxRoutes } from './features/outbox/routes.ts';
import { passwordRoutes } from './features/password/routes.ts';
import { recoveryRoutes } from './features/recovery/routes.ts';
import { autologinRoutes } from './features/autologin/routes.ts';
import { invitesRoutes } from './features/invites/routes.ts';
import { registrationRoutes } from './features/registration/routes.ts';
import { securityChecklistRoutes } from './features/security-checklist/routes.ts';
import { registerTwilioWebhooks } from './features/sms-webhooks/twilio-routes.ts';
import { stepUpRoutes } from './features/step-up/routes.ts';
import { sessionRoutes } from './features/session/routes.ts';
import { businessRoutes } from './features/business/routes.ts';
import { externalAccountsRoutes } from './features/external-accounts/routes.ts';
import { onboardingChecklistRoutes } from './features/onboarding-checklist/routes.ts';
import { userPreferenceRoutes } from './features/user-preference/routes.ts';
import { chatRoutes } from './features/chat/routes.ts';
import { appearanceRoutes } from './features/appearance/routes.ts';
import { registerBusinessIcons } from './features/business-icon/image.ts';
import { businessIconRoutes } from './features/business-icon/routes.ts';
import { captchaRoutes } from './features/captcha/routes.ts';
import { registerProgramAssets } from './features/site/assets.ts';
import { siteRoutes } from './features/site/routes.ts';
import { supportRoutes } from './features/support/routes.ts';
import { telemetryRoutes } from './features/telemetry/routes.ts';
import { userInfoRoutes } from './features/user-info/routes.ts';
import { vendorCardsRoutes } from './features/vendor-cards/routes.ts';
import { refuse, type Handlers } from './http/call.ts';
import { answerBrokenRequest, limitConnections } from './http/connections.ts';
import { registerEndpoints, sendRefusal } from './http/endpoints.ts';
import { answerErrors } from './http/error-answers.ts';
import { hangUpOnClose } from './http/hang-up.ts';
import { knownHosts } from './http/hosts.ts';
import { trackWork } from './http/in-flight.ts';
import { openApiDocument } from './http/openapi.ts';
import { isForeign } from './http/origin.ts';
import { registerPages } from './http/pages.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { answerUnknownHost } from './http/unknown-host.ts';
import { version } from './version.ts';

const handlers: Handlers = {
  ...loginRoutes,
  ...mfaRoutes,
  ...sessionRoutes,
  ...userInfoRoutes,
  ...linkedAccountsRoutes,
  ...loginActivityRoutes,
  ...securityChecklistRoutes,
  ...siteRoutes,
  ...chatRoutes,
  ...captchaRoutes,
  ...outboxRoutes,
  ...recoveryRoutes,
  ...passwordRoutes,
  ...autologinRoutes,
  ...registrationRoutes,
  ...invitesRoutes,
  ...factorsRoutes,
  ...stepUpRoutes,
  ...contactsRoutes,
  ...vendorCardsRoutes,
  ...cardDetailsRoutes,
  ...legalTextsRoutes,
  ...agreementsRoutes,
  ...externalAccountsRoutes,
  ...businessRoutes,
  ...onboardingChecklistRoutes,
  ...userPreferenceRoutes,
  ...appearanceRoutes,
  ...businessIconRoutes,
  ...supportRoutes,
  ...telemetryRoutes,
};

/** Made when it is first asked for. */
let document: ReturnType<typeof openApiDocument> | undefined;

/** A whole request has to arrive in that time, in milliseconds. */
const requestTimeout = 15_000;

/** Assembles the HTTP side of the product; `inject` on the result runs a request without a socket. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const { config } = context;
  const https = config.publicOrigin.startsWith('https:');
  const loggerInstance: FastifyBaseLogger = context.log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: requestBodyBytes,
    requestIdHeader: false,
    genReqId: () => randomBytes(16).toString('hex'),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    routerOptions: { maxParamLength: 256 },
    forceCloseConnections: 'idle',
    // Whoever sends slowly on purpose does not keep a connection (CWE-400).
    requestTimeout,
    // Without these the limit is looked at only once a minute.
    http: { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: 1000 },
    clientErrorHandler: answerBrokenRequest,
    // Addresses that cannot be decoded; no hook has run for them.
    frameworkErrors: (_error, request, reply) => {
      setSecurityHeaders(reply, https);
      void sendRefusal(reply.header('x-correlation-id', request.id), refuse('NOT_FOUND'));
    },
  });
  const hosts = knownHosts(config, context.db);
  const track = trackWork(app);

  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(reply, https);
    reply.header('x-correlation-id', request.id);
    if ((await track(hosts.accept(request.headers.host))) === null) return answerUnknownHost(request, reply);
    if (isForeign(request, config.publicOrigin)) return sendRefusal(reply, refuse('FOREIGN_ORIGIN'));
    return undefined;
  });
  // Route templates only: an address can hold a secret.
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      correlationId: request.id,
    });
  });

  app.removeContentTypeParser('text/plain');
  limitConnections(app.server, config.trustedProxies.length === 0);
  hangUpOnClose(app, requestTimeout);
  answerErrors(app);
  registerEndpoints(app, context, handlers, track);
  app.get('/openapi.json', (_request, reply) => {
    document ??= openApiDocument(version);
    return reply.header('cache-control', 'no-cache').send(document);
  });
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  registerProgramAssets(app, context);
  registerBusinessIcons(app, context);
  registerTwilioWebhooks(app, context);
  await registerPages(app, context, track);
  return app;
}
