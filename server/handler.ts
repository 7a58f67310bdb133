/**
 * What answers a server's requests, and what the server can be told beside.
 *
 * @module
 */
import { tokenAuthenticator } from "./access/authentication.ts";
import { isSuperuser } from "./access/authorization.ts";
import { Dependents } from "./admission/garbage_collection.ts";
import { forbidden } from "./api_error.ts";
import { bootstrap } from "./bootstrap.ts";
import { compose, type Composition, type Lasting } from "./composition.ts";
import { controlHandler } from "../plugins/control/control.ts";
import { Journal } from "../plugins/journal/journal.ts";
import { serverObjects } from "./state/objects.ts";
import { storeSwitches } from "./state/snapshots.ts";
import { DIALECTS } from "./dialect.ts";
import { assembleFaults, benignVariants, mutants } from "../mutants/mod.ts";
import { serverFaults } from "../plugins/injected_faults/server_faults.ts";
import { seededFaults } from "../mutants/mutant_switch.ts";
import { HealthChecks, healthChecks } from "./health/checks.ts";
import { healthHandler } from "./health/health.ts";
import { refuse } from "./http/response.ts";
import type { Server, ServerOptions } from "./server.ts";
import type { Registry } from "./registry/contracts.ts";
import { AdjustableClock } from "./sources.ts";
import { MemoryStorage } from "./storage/memory_storage.ts";
import { FEATURE_GATES, switchFeatures } from "./api_versions/feature_gates.ts";
import { DEFAULT_RELEASE } from "./api_versions/api_version.ts";

/** What a handler is made from. */
export type HandlerOptions =
  & ServerOptions
  & Required<Pick<ServerOptions, "identities" | "dialect" | "sources" | "onInternalError">>
  & Pick<Registry, "stopped">;

/** What answers requests, and what can be told beside. */
export interface Handler extends Omit<Server, "url" | "port" | "identities" | "close"> {
  readonly handler: (request: Request) => Promise<Response>;
}

/** Puts the server together, with what it holds at its start. */
export async function createHandler(
  { identities, dialect: name, sources, stopped, onInternalError, ...options }: HandlerOptions,
): Promise<Handler> {
  const { release = DEFAULT_RELEASE, runtimeConfig = {}, featureGates = {} } = options;
  const { clock } = sources;
  const dialect = DIALECTS[name];
  const { enabled: features, warnings } = switchFeatures(featureGates, release, FEATURE_GATES);
  const { faults: rules, install, rulesOf } = serverFaults(options.rules ?? [], { clock, stopped });
  const store = new MemoryStorage({ clock });
  const journal = new Journal({
    size: options.journalSize,
    heads: options.journalHeads,
    tokens: identities.map(({ token }) => token),
    rulesOf,
  });
  const authenticate = tokenAuthenticator(identities);
  const health = new HealthChecks(
    healthChecks({ storage: store, stopped }, () => current.registry.definitions),
  );
  const lasting: Lasting = {
    ...{ dialect, sources, features, stopped, onInternalError, release, runtimeConfig },
    ...{ store, journal, authenticate, health: healthHandler(health) },
    tokenKey: sources.bytes(32),
    ...(options.garbageCollection !== false && { dependents: new Dependents() }),
  };
  const build = (ids: readonly string[]) => compose(assembleFaults(ids, install), lasting);
  let current: Composition = build(options.faults ?? []);
  // Faults begin with the first request: what a server starts with is as it should be.
  await bootstrap({ ...current.registry, storage: store });
  const switches = {
    faults: rules,
    // Requests under way and open watches stay with the server they came to.
    seededFaults: seededFaults(options.faults ?? [], (ids) => current = build(ids)),
    health,
    journal,
    store: await storeSwitches(store, () => current.registry),
    objects: serverObjects(store, () => current.registry),
  };
  const control = controlHandler({
    ...switches,
    stopped,
    knownFaults: [...mutants, ...benignVariants],
    now: () => clock.now(),
    ...(clock instanceof AdjustableClock && { advance: (time) => clock.advance(time) }),
  }, (request) => {
    // By no fault's leave: whoever switched one on must be able to switch it off.
    const user = authenticate(request);
    if (!isSuperuser(user)) throw forbidden(CONTROL, "", `${user.name} is no administrator`);
  });
  const answer = (request: Request) => current.answer(request);
  const handler = (request: Request): Promise<Response> =>
    control(request)?.catch((error) => refuse(error, request, dialect)) ?? answer(request);
  return { handler: options.control ? handler : answer, ...switches, warnings };
}

const CONTROL = { group: "", resource: "control" };
