import { randomBytes } from 'node:crypto';
import { requestBodyBytes } from '@florin/contract/limits';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { version } from './version.ts';
import type { AccessRules } from './http/access.ts';
import { refuse, type Handlers } from './http/call.ts';
import { answerBrokenRequest, limitConnections } from './http/connections/connections.ts';
import { registerEndpoints, sendRefusal } from './http/endpoints.ts';
import { answerErrors } from './http/error-answers.ts';
import { hangUpOnClose } from './http/connections/hang-up.ts';
import { isProbe, registerHealth } from './http/health.ts';
import { hasTwoHosts, knownHosts } from './http/hosts/hosts.ts';
import { trackWork } from './http/connections/in-flight.ts';
import { openApiDocument } from './http/openapi.ts';
import { isForeign } from './http/hosts/origin.ts';
import { readableUrl, registerPages } from './http/pages.ts';
import { trustedProxies } from './http/hosts/proxies.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { answerUnknownHost } from './http/hosts/unknown-host.ts';
import { isOutOfService } from './core/program/queries.ts';
import { findRegistration } from './identity/registrations/find-registration.ts';
import { authorizeSession } from './identity/sessions/current-session.ts';
import { findSession } from './identity/sessions/find-session.ts';
import { siteFor } from './identity/sessions/site-of-visitor.ts';
import { autologinRoutes } from './features/access/autologin/routes.ts';
import { contactsRoutes } from './features/access/contacts/routes.ts';
import { passkeySignInRoutes } from './features/access/passkey-sign-in/routes.ts';
import { factorsRoutes } from './features/access/factors/routes.ts';
import { invitesRoutes } from './features/access/invites/routes.ts';
import { linkedAccountsRoutes } from './features/access/linked-accounts/routes.ts';
import { loginActivityRoutes } from './features/access/login-activity/routes.ts';
import { linkLoginRoutes } from './features/access/link-login/routes.ts';
import { loginRoutes } from './features/access/login/routes.ts';
import { findPendingSignIn } from './features/access/mfa/find-pending.ts';
import { mfaRoutes } from './features/access/mfa/routes.ts';
import { passwordRoutes } from './features/access/password/routes.ts';
import { findReset } from './features/access/recovery/find-reset.ts';
import { pendingChangesRoutes } from './features/access/pending-changes/routes.ts';
import { recoveryRoutes } from './features/access/recovery/routes.ts';
import { registrationRoutes } from './features/access/registration/routes.ts';
import { securityChecklistRoutes } from './features/access/security-checklist/routes.ts';
import { sessionRoutes } from './features/access/session/routes.ts';
import { stepUpRoutes } from './features/access/step-up/routes.ts';
import { teamMembersRoutes } from './features/access/team-members/routes.ts';
import { teamPermissionsRoutes } from './features/access/team-permissions/routes.ts';
import { cardDetailsRoutes } from './features/cards/card-details/routes.ts';
import { cardCountsRoutes } from './features/cards/card-counts/routes.ts';
import { cardGroupsRoutes } from './features/cards/card-groups/routes.ts';
import { cardsRoutes } from './features/cards/cards/routes.ts';
import { transactionsRoutes } from './features/cards/transactions/routes.ts';
import { registerProcessorWebhooks } from './features/cards/processor-webhooks/webhooks.ts';
import { simulatorRoutes } from './features/cards/simulator/routes.ts';
import { categoryGroupsRoutes } from './features/cards/category-groups/routes.ts';
import { spendLimitsRoutes } from './features/cards/spend-limits/routes.ts';
import { spendOverridesRoutes } from './features/cards/spend-overrides/routes.ts';
import { spendPoliciesRoutes } from './features/cards/spend-policies/routes.ts';
import { findOpenedLink } from './features/cards/vendor-links/find-opened.ts';
import { vendorLinksRoutes } from './features/cards/vendor-links/routes.ts';
import { registerBankWebhooks } from './features/money/external-accounts/bank-links/webhook.ts';
import { cardFundingRoutes } from './features/money/card-funding/routes.ts';
import { externalAccountsRoutes } from './features/money/external-accounts/routes.ts';
import { fundingSchedulesRoutes } from './features/money/funding-schedules/routes.ts';
import { requestsRoutes } from './features/money/requests/routes.ts';
import { transfersRoutes } from './features/money/transfers/routes.ts';
import { agreementsRoutes } from './features/program/agreements/routes.ts';
import { appearanceOf } from './features/program/appearance/appearance-cookie.ts';
import { appearanceRoutes } from './features/program/appearance/routes.ts';
import { registerBusinessIcons } from './features/program/business-icon/image.ts';
import { businessIconRoutes } from './features/program/business-icon/routes.ts';
import { businessSettingsRoutes } from './features/program/business-settings/routes.ts';
import { businessRoutes } from './features/program/business/routes.ts';
import { dashboardRoutes } from './features/program/dashboard/routes.ts';
import { captchaRoutes } from './features/program/captcha/routes.ts';
import { chatRoutes } from './features/program/chat/routes.ts';
import { eventsRoutes } from './features/program/events/routes.ts';
import { endStreamsOnClose } from './features/program/events/streams.ts';
import { legalTextsRoutes } from './features/program/legal-texts/routes.ts';
import { listViewsRoutes } from './features/program/list-views/routes.ts';
import { notificationPreferencesRoutes } from './features/program/notification-preferences/routes.ts';
import { onboardingChecklistRoutes } from './features/program/onboarding-checklist/routes.ts';
import { operatorRoutes } from './features/program/operator/routes.ts';
import { outboxRoutes } from './features/program/outbox/routes.ts';
import { registerProgramAssets } from './features/program/site/assets.ts';
import { siteRoutes } from './features/program/site/routes.ts';
import { registerTwilioWebhooks } from './features/program/sms-webhooks/twilio-routes.ts';
import { supportRoutes } from './features/program/support/routes.ts';
import { telemetryRoutes } from './features/program/telemetry/routes.ts';
import { userInfoRoutes } from './features/program/user-info/routes.ts';
import { userPreferenceRoutes } from './features/program/user-preference/routes.ts';
import { demoRoutes } from './demo/routes.ts';

/** Finds the caller of each kind by its token. */
const finders: AccessRules['finders'] = {
  session: findSession,
  pendingSignIn: findPendingSignIn,
  passwordReset: findReset,
  registration: findRegistration,
  vendorLink: findOpenedLink,
};

const handlers: Handlers = {
  ...autologinRoutes,
  ...contactsRoutes,
  ...factorsRoutes,
  ...passkeySignInRoutes,
  ...invitesRoutes,
  ...linkLoginRoutes,
  ...linkedAccountsRoutes,
  ...loginActivityRoutes,
  ...loginRoutes,
  ...mfaRoutes,
  ...passwordRoutes,
  ...pendingChangesRoutes,
  ...recoveryRoutes,
  ...registrationRoutes,
  ...securityChecklistRoutes,
  ...sessionRoutes,
  ...stepUpRoutes,
  ...teamMembersRoutes,
  ...teamPermissionsRoutes,
  ...cardDetailsRoutes,
  ...cardCountsRoutes,
  ...cardGroupsRoutes,
  ...cardsRoutes,
  ...transactionsRoutes,
  ...simulatorRoutes,
  ...categoryGroupsRoutes,
  ...spendLimitsRoutes,
  ...spendOverridesRoutes,
  ...spendPoliciesRoutes,
  ...vendorLinksRoutes,
  ...externalAccountsRoutes,
  ...cardFundingRoutes,
  ...fundingSchedulesRoutes,
  ...requestsRoutes,
  ...transfersRoutes,
  ...agreementsRoutes,
  ...appearanceRoutes,
  ...businessIconRoutes,
  ...businessRoutes,
  ...businessSettingsRoutes,
  ...captchaRoutes,
  ...dashboardRoutes,
  ...chatRoutes,
  ...eventsRoutes,
  ...legalTextsRoutes,
  ...listViewsRoutes,
  ...notificationPreferencesRoutes,
  ...onboardingChecklistRoutes,
  ...operatorRoutes,
  ...outboxRoutes,
  ...siteRoutes,
  ...supportRoutes,
  ...telemetryRoutes,
  ...userInfoRoutes,
  ...userPreferenceRoutes,
  ...demoRoutes,
};

/** Created on first use. */
let document: ReturnType<typeof openApiDocument> | undefined;

/** How long a whole request may take to arrive, in milliseconds. */
const requestTimeout = 15_000;

/**
 * Assembles the HTTP side of the product; `inject` on the result runs a request without a socket.
 * @param jobs the job runner of this process, whose state `/readyz` reports; it works by default
 */
export async function createApp(context: Context, jobs = { areRunning: () => true }): Promise<FastifyInstance> {
  const { config } = context;
  const https = config.publicOrigin.startsWith('https:');
  const loggerInstance: FastifyBaseLogger = context.log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: requestBodyBytes,
    requestIdHeader: false,
    genReqId: () => randomBytes(16).toString('hex'),
    trustProxy: config.trustedProxies.length > 0 ? trustedProxies(config.trustedProxies) : false,
    routerOptions: { maxParamLength: 256 },
    rewriteUrl: ({ url = '' }) => readableUrl(url),
    forceCloseConnections: 'idle',
    // A client that sends slowly on purpose does not keep a connection (CWE-400).
    requestTimeout,
    // Without these, the limit is checked only once a minute.
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
    if (hasTwoHosts(request)) return sendRefusal(reply, refuse('MALFORMED_BODY'));
    if (isProbe(request)) return undefined;
    if ((await track(hosts.accept(request.headers.host))) === null) return answerUnknownHost(request, reply);
    if (isForeign(request, config.publicOrigin)) return sendRefusal(reply, refuse('FOREIGN_ORIGIN'));
    return undefined;
  });
  // Route templates only: an address can contain a secret.
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
  endStreamsOnClose(app, context);
  answerErrors(app);
  registerEndpoints(app, context, { finders, authorize: authorizeSession, handlers, isOutOfService }, track);
  app.get('/openapi.json', (_request, reply) => {
    document ??= openApiDocument(version);
    return reply.header('cache-control', 'no-cache').send(document);
  });
  registerHealth(app, context, jobs);
  registerProgramAssets(app, context);
  registerBusinessIcons(app, context);
  registerTwilioWebhooks(app, context);
  registerBankWebhooks(app, context);
  registerProcessorWebhooks(app, context);
  await registerPages(app, context, { site: siteFor, appearance: appearanceOf }, track);
  return app;
}
