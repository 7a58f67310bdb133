/**
 * Puts the stages of a server together: what answers its requests, and what it can be told.
 *
 * @module
 */
import { tokenAuthenticator } from "./access/authentication.ts";
import { impersonate } from "./access/impersonation.ts";
import { isSuperuser, rbacAuthorizer } from "./access/rbac.ts";
import { forbidden } from "./api_error.ts";
import { admissionChain } from "./admission/chain.ts";
import { garbageCollection } from "./admission/garbage_collection.ts";
import { namespaceLifecycle } from "./admission/namespace_lifecycle.ts";
import { rbacEscalation } from "./admission/rbac_escalation.ts";
import { roleAggregation } from "./admission/role_aggregation.ts";
import { bootstrap } from "./bootstrap.ts";
import { controlHandler } from "./control/control.ts";
import { Journal } from "./control/journal.ts";
import { storeSwitches } from "./control/store_switches.ts";
import { DIALECTS } from "./dialect.ts";
import { discovery } from "./discovery/discovery.ts";
import { assembleFaults } from "./faults/mod.ts";
import { serverFaults } from "./faults/rules/server_faults.ts";
import { HealthChecks } from "./health/checks.ts";
import { healthHandler } from "./health/health.ts";
import { healthChecks } from "./health/own_checks.ts";
import { appearanceOf, encode } from "./http/encoding.ts";
import { refuse } from "./http/refusal.ts";
import { readRequestInfo } from "./http/request_info.ts";
import type { Server, ServerOptions } from "./mod.ts";
import { authorize, createPipeline } from "./pipeline.ts";
import { continueTokens } from "./registry/continue_token.ts";
import type { Registry } from "./registry/registry.ts";
import { STEPS } from "./registry/steps.ts";
import { VERBS } from "./registry/verbs.ts";
import { resourceDefinitions } from "./resources/mod.ts";
import { reviewDefinitions } from "./resources/reviews.ts";
import { createRouter } from "./router.ts";
import { AdjustableClock } from "./sources.ts";
import { MemoryStorage } from "./storage/memory_storage.ts";
import type { Storage } from "./storage/storage.ts";
import { deprecationsOf } from "./versioning/deprecation.ts";
import { FEATURE_GATES, switchFeatures } from "./versioning/feature_gates.ts";
import { DEFAULT_RELEASE } from "./versioning/release.ts";
import { servedResources } from "./versioning/served.ts";

/** What a handler is made from. */
export type HandlerOptions =
  & ServerOptions
  & Required<Pick<ServerOptions, "identities" | "dialect" | "sources" | "onFault">>
  & Pick<Registry, "stopped">;

/** What answers requests, and what can be told beside. */
export interface Handler
  extends Pick<Server, "health" | "faults" | "journal" | "store" | "warnings"> {
  readonly handler: (request: Request) => Promise<Response>;
}

/** Puts the stages together. */
export async function createHandler(
  { identities, dialect: name, sources: outside, stopped, onFault, ...options }: HandlerOptions,
): Promise<Handler> {
  const { release = DEFAULT_RELEASE, runtimeConfig = {}, featureGates = {} } = options;
  const { faults, install } = serverFaults(options.rules ?? [], { clock: outside.clock, stopped });
  const part = assembleFaults(options.faults ?? [], install);
  const sources = part("sources", outside);
  const dialect = DIALECTS[name];
  const { enabled: features, warnings } = switchFeatures(featureGates, release, FEATURE_GATES);
  const store: Storage = new MemoryStorage({ clock: sources.clock });
  const storage = part("storage", store);
  const authorizer = part("authorizer", rbacAuthorizer(storage, dialect.suffix));
  const rbacGroup = `rbac.authorization.${dialect.suffix}`;
  const definitions = servedResources(
    [
      ...resourceDefinitions(dialect),
      ...reviewDefinitions(dialect, { authorizer, clock: sources.clock }),
    ].map((definition) => part("resource", definition)),
    { release, runtimeConfig },
  );
  const registry: Registry = {
    storage,
    sources,
    dialect,
    features,
    definitions,
    tokens: part("tokens", continueTokens(sources.bytes(32), sources.clock)),
    steps: part("steps", STEPS),
    admission: part(
      "admission",
      admissionChain([
        namespaceLifecycle(() => registry),
        rbacEscalation(() => registry, authorizer, rbacGroup),
        roleAggregation(() => registry, rbacGroup),
        ...(options.garbageCollection === false ? [] : [garbageCollection(() => registry)]),
      ]),
    ),
    authorize: (context, verb) => authorize(authorizer, context, verb),
    stopped,
    onFault,
  };
  // Faults begin with the first request: what a server starts with is as it should be.
  await bootstrap({ ...registry, storage: store });
  const health = new HealthChecks(healthChecks(registry));
  const journal = new Journal(options.journalSize);
  const exchange = part("exchange", {
    health: healthHandler(health),
    authenticate: tokenAuthenticator(identities),
    impersonate,
    readRequestInfo,
    discovery: discovery(definitions, { dialect, release, features }),
    appearanceOf,
    encode,
    refuse,
  });
  const answer = createPipeline({
    ...exchange,
    authorizer,
    route: createRouter(definitions, part("verbs", VERBS)),
    registry,
    dialect,
    deprecations: deprecationsOf(definitions, release),
    journal,
    onFault,
  });
  const wire = part("wire", { answer });
  const switches = { faults, health, journal, store: await storeSwitches(store, registry) };
  const { clock } = outside;
  const control = controlHandler({
    ...switches,
    now: () => clock.now(),
    ...(clock instanceof AdjustableClock && { advance: (time) => clock.advance(time) }),
  }, (request) => {
    const user = exchange.authenticate(request);
    if (!isSuperuser(user)) throw forbidden(CONTROL, "", `${user.name} is no administrator`);
  });
  const handler = (request: Request): Promise<Response> =>
    control(request)?.catch((error) => refuse(error, request, dialect)) ?? wire.answer(request);
  return { handler: options.control ? handler : wire.answer, ...switches, warnings };
}

const CONTROL = { group: "", resource: "control" };
