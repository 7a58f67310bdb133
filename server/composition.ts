/**
 * Assembles a server from its parts: when it is created, and again when a plugin asks for it.
 *
 * @module
 */
import { type Authenticator, impersonate } from "./access/authentication.ts";
import { authorization, rbacAuthorizer } from "./access/authorization.ts";
import { admissionChain } from "./admission/chain.ts";
import { type Dependents, garbageCollection } from "./admission/garbage_collection.ts";
import { namespaceLifecycle } from "./admission/namespace_lifecycle.ts";
import { rbacEscalation } from "./admission/rbac_escalation.ts";
import { roleAggregation } from "./admission/role_aggregation.ts";
import type { Dialect } from "./dialect.ts";
import { discovery } from "./discovery/discovery.ts";
import type { InstalledExtension } from "./extension.ts";
import type { AssembledParts } from "./parts.ts";
import { appearanceOf, encode, refuse } from "./http/response.ts";
import { readRequestInfo } from "./http/request.ts";
import { createPipeline } from "./pipeline.ts";
import type { ContinueTokens } from "./registry/continue_token.ts";
import type { Registry } from "./registry/contracts.ts";
import { STEPS } from "./registry/steps.ts";
import { verbs } from "./registry/verbs.ts";
import type { ResourceDefinition } from "./registry/resource.ts";
import { resourceDefinitions } from "./resources/mod.ts";
import { reviewDefinitions } from "./resources/reviews.ts";
import { createRouter } from "./router.ts";
import type { Clock, Sources } from "./sources.ts";
import type { Storage } from "./storage/storage.ts";
import { deprecationsOf } from "./api_versions/api_version.ts";
import { servedResources, type Serving } from "./api_versions/served.ts";

/** Everything that stays the same when a server is assembled again. */
export interface Lasting
  extends Serving, Pick<Registry, "stopped" | "onInternalError" | "features"> {
  readonly dialect: Dialect;
  readonly sources: Sources;
  readonly storage: Storage;
  readonly authenticate: Authenticator;
  /** The resources beside those of the specification and of the extensions. */
  readonly resources: readonly ResourceDefinition[];
  /** The extensions, in their order. */
  readonly extensions: readonly InstalledExtension[];
  /** Returns what signs continue tokens, which stay valid. */
  readonly continueTokens: (clock: Clock) => ContinueTokens;
  /** Owners and dependents; absent without garbage collection. */
  readonly dependents?: Dependents;
  /** Answers health requests. */
  readonly health: (path: string, query: URLSearchParams) => Response | undefined;
}

/** An assembled server. */
export interface Composition {
  readonly registry: Registry;
  /** Answers a request. */
  readonly answer: (request: Request) => Promise<Response>;
}

/** Assembles a server, each part with the changes of the plugins. */
export function compose(part: AssembledParts, lasting: Lasting): Composition {
  const { dialect, extensions, features, stopped, onInternalError, dependents, release } = lasting;
  const sources = part("sources", lasting.sources);
  const storage = part("storage", lasting.storage);
  const authorizer = part("authorizer", rbacAuthorizer(storage, dialect.suffix));
  const rbacGroup = `rbac.authorization.${dialect.suffix}`;
  const definitions = servedResources(
    [
      ...extensions.reduce(
        (changed, extension) => extension.change?.(changed) ?? changed,
        resourceDefinitions(dialect),
      ),
      ...extensions.flatMap(({ resources = [] }) => resources),
      ...reviewDefinitions(dialect, { authorizer, clock: sources.clock }),
      ...lasting.resources,
    ].map((definition) => part("resource", definition)),
    lasting,
  ).concat(
    extensions.flatMap(({ dynamic }) => dynamic?.definitions ?? [])
      .map((definition) => part("resource", definition)),
  );
  const connectors = Object.assign({}, ...extensions.map((extension) => extension.connectors));
  const registry: Registry = {
    storage,
    sources,
    dialect,
    features,
    definitions,
    tokens: part("tokens", lasting.continueTokens(sources.clock)),
    steps: part("steps", STEPS),
    admission: part(
      "admission",
      admissionChain([
        namespaceLifecycle(() => registry),
        rbacEscalation(() => registry, authorizer, rbacGroup),
        roleAggregation(() => registry, rbacGroup),
        ...extensions.flatMap(({ admission }) =>
          admission?.({ registry: () => registry, authorizer, sources }) ?? []
        ),
        ...(dependents ? [garbageCollection(() => registry, dependents)] : []),
      ]),
    ),
    authorize: authorization(authorizer),
    stopped,
    onInternalError,
  };
  const exchange = part("exchange", {
    health: lasting.health,
    authenticate: lasting.authenticate,
    impersonate,
    readRequestInfo,
    discovery: discovery(definitions, { dialect, release, features, connectors }),
    appearanceOf,
    encode,
    refuse,
  });
  const answer = createPipeline({
    ...exchange,
    authorizer,
    route: createRouter(definitions, part("verbs", verbs), connectors),
    registry,
    dialect,
    deprecations: deprecationsOf(definitions, release),
    onInternalError,
  });
  return { registry, answer: part("wire", { answer }).answer };
}
