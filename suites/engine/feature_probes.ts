/**
 * Probes whether a target has a feature, with a few requests, by what they effect.
 *
 * @module
 */
import { collectionPath, objectPath, type ResourceType, typesOf } from "../resources/mod.ts";
import type { FeatureResult } from "@plumbline/reports/events";
import { Discard } from "../check.ts";
import type { Feature } from "../features.ts";
import { asObject } from "../model/object.ts";
import type { HttpResponse, JsonObject } from "../client/http_client.ts";
import type { ExecutionScope } from "./execution_scope.ts";
import { impersonates, validatesFields } from "./features.ts";
import type { Scopes } from "./scopes.ts";

/** The result of a probe. */
export interface Found {
  /**
   * A feature is absent if the target rejects it as such, and ignored if the target accepts the
   * request and does something else.
   */
  readonly found: FeatureResult["found"];
  /** The observation that decided. */
  readonly seen: string;
}

/** A probe; the scope removes whatever was created unexpectedly. */
type Probe = (scope: ExecutionScope, scopes: Scopes) => Promise<Found>;

/** The probes by feature. */
export const PROBES: Readonly<Record<Feature, Probe>> = {
  "server-side-apply": onAnyType(probeApply),
  "strategic-merge-patch": onAnyType(probeStrategicMerge),
  "dry-run": onAnyType(probeDryRun),
  "field-validation": async (_scope, scopes) =>
    await validatesFields(scopes)
      ? present("an unknown field gives an error or a warning")
      : absent("an unknown field is accepted with fieldValidation=Strict, without a warning"),
  "table": onAnyType((scope, type) => {
    const group = `meta.${scope.target.dialect.suffix}`;
    const isTable = ({ json }: HttpResponse) => asObject(json)?.kind === "Table";
    return probeForm(scope, type, `application/json;as=Table;v=v1;g=${group}`, isTable);
  }),
  "protobuf": onAnyType(async (scope, type) => {
    // A server may encode an empty list of a type whose objects it cannot encode.
    if (scope.target.types !== undefined) {
      await scope.create(type, scope.newObject(type, { name: "probe" }));
    }
    const media = `application/vnd.${scope.target.dialect.name}.protobuf`;
    return await probeForm(scope, type, media, ({ headers }) => typeOf(headers) === media);
  }),
  "yaml": onAnyType((scope, type) =>
    probeForm(scope, type, "application/yaml", ({ headers }) => typeOf(headers).includes("yaml"))
  ),
  "rbac": probeRbac,
  "reviews": probeReviews,
  "impersonation": async (_scope, scopes) =>
    await impersonates(scopes)
      ? present("a review with Impersonate-User is decided for that user")
      : absent(
        "the current identity may not impersonate users, or Impersonate-User is ignored. Grant it " +
          "the verb impersonate on users and groups, or give another user with --identity",
      ),
  "health": probeHealth,
};

function present(seen: string): Found {
  return { found: "present", seen };
}

function absent(seen: string): Found {
  return { found: "absent", seen };
}

function ignored(seen: string): Found {
  return { found: "ignored", seen };
}

function inconclusive(seen: string): Found {
  return { found: "inconclusive", seen };
}

/**
 * Probes one resource type after the other until one has the feature: a target that has it for some
 * types must have it for all, which the checks verify.
 */
function onAnyType(
  probe: (scope: ExecutionScope, type: ResourceType) => Promise<Found>,
): Probe {
  return async (scope) => {
    const without: { type: ResourceType; found: Found }[] = [];
    // What cannot be created cannot show what a feature does.
    const types = typesOf(scope.target).filter(({ unserved = [] }) => !unserved.includes("create"));
    if (types.length === 0) return inconclusive("no resource type to try");
    for (const type of types) {
      const found = await probe(scope, type).catch(unlessServed);
      if (found.found !== "present") {
        without.push({ type, found });
        // Types of the target's own, such as custom resources, may differ in what they support.
        if (scope.target.types !== undefined) {
          return { ...found, seen: `${found.seen} (${type.resource})` };
        }
        continue;
      }
      if (scope.target.types !== undefined && type !== types.at(-1)) continue;
      const other = without.map(({ type, found }) => `; for ${type.resource}: ${found.seen}`);
      return present(found.seen + other.join(""));
    }
    // A target that lacks the feature answers so for every type.
    const found = (word: Found["found"]) => without.find(({ found }) => found.found === word);
    return (found("inconclusive") ?? found("ignored") ?? without[0]!).found;
  };
}

/** Says nothing about a feature whose requests the target does not serve for a type. */
function unlessServed(error: unknown): Found {
  if (!(error instanceof Discard)) throw error;
  return inconclusive(error.message);
}

/** Applies an object: its new field must be there, and owned by the manager. */
async function probeApply(scope: ExecutionScope, type: ResourceType): Promise<Found> {
  const media = "application/apply-patch+yaml";
  const body = scope.newObject(type, { name: "apply", labels: { probe: "yes" } });
  const query = { fieldManager: "plumbline" };
  const first = await patch(scope, type, media, { body, query });
  // A target that applies to existing objects only has the feature, and violates it.
  const isMissing = first.status === 404 || first.status === 409;
  if (isMissing) await scope.create(type, scope.newObject(type, { name: "apply" }));
  const response = isMissing ? await patch(scope, type, media, { body, query }) : first;
  const seen = `${response.status} for a PATCH with ${media}`;
  if (response.status >= 500) return inconclusive(seen);
  if (response.status >= 300) return MISTAKES.has(response.status) ? absent(seen) : present(seen);
  const { managedFields = [], labels } = asObject(asObject(response.json)?.metadata) ?? {};
  const owners = Array.isArray(managedFields) ? managedFields.map(asObject) : [];
  if (owners.some((entry) => entry?.manager === "plumbline" && entry.operation === "Apply")) {
    return present(`${seen}, with its field manager`);
  }
  const effect = asObject(labels)?.probe === "yes" ? "without a field manager" : "without effect";
  return ignored(`${seen}, ${effect}`);
}

/** Statuses with which a target rejects a media type that it does not know, or any patch. */
const MISTAKES: ReadonlySet<number> = new Set([404, 405, 415, 501]);

/** Adds a label by a strategic merge patch. */
async function probeStrategicMerge(scope: ExecutionScope, type: ResourceType): Promise<Found> {
  await scope.create(type, scope.newObject(type, { name: "merge", labels: { first: "yes" } }));
  const media = "application/strategic-merge-patch+json";
  const { status, json } = await patch(scope, type, media, {
    body: { metadata: { name: scope.name("merge", type), labels: { probe: "yes" } } },
  });
  const seen = `${status} for a PATCH with ${media}`;
  if (status >= 500) return inconclusive(seen);
  if (status >= 300) return MISTAKES.has(status) ? absent(seen) : present(seen);
  const labels = asObject(asObject(asObject(json)?.metadata)?.labels);
  const merged = labels?.probe === "yes" && labels.first === "yes";
  // The specification does not name the media type: the checks report what it does.
  return present(merged ? seen : `${seen}, which did not merge the labels`);
}

function patch(
  scope: ExecutionScope,
  resource: ResourceType,
  type: string,
  { body, query = {} }: { body: JsonObject; query?: Record<string, string> },
): Promise<HttpResponse> {
  const name = asObject(body.metadata)?.name;
  return scope.send({
    method: "PATCH",
    path: objectPath(resource, scope.target.dialect, {
      namespace: scope.namespaces[0],
      name: String(name),
    }),
    headers: { "content-type": type },
    query,
    body,
  });
}

/** Creates an object in a dry run, and reads it. */
async function probeDryRun(scope: ExecutionScope, type: ResourceType): Promise<Found> {
  const object = scope.newObject(type, { name: "dry" });
  const { status } = await scope.create(type, object, { dryRun: "All" });
  const seen = `${status} for a POST with dryRun=All`;
  if (status === 400 || status === 422 || status === 501) return absent(seen);
  if (status >= 300) return inconclusive(seen);
  const path = objectPath(type, scope.target.dialect, {
    namespace: scope.namespaces[0],
    name: scope.name("dry", type),
  });
  const found = await scope.send({ method: "GET", path });
  return found.status === 200 ? ignored(`${seen}, which created the object`) : present(seen);
}

/** Reviews the access of the current identity and of an unknown user: both are decided. */
async function probeReviews(scope: ExecutionScope): Promise<Found> {
  const seen: string[] = [];
  const found: Found["found"][] = [];
  for (const kind of ["SelfSubjectAccessReview", "SubjectAccessReview"]) {
    const who = kind.startsWith("Self") ? {} : { user: `plumbline:${scope.id}` };
    const { status, json } = await review(scope, kind, who);
    const accepted = status < 300;
    if (accepted && typeof asObject(asObject(json)?.status)?.allowed === "boolean") {
      return present(`${status} for a ${kind}, with a decision`);
    }
    found.push(accepted ? "ignored" : MISTAKES.has(status) ? "absent" : "inconclusive");
    seen.push(`${status} for a ${kind}${accepted ? ", without a decision" : ""}`);
  }
  const worst = (["inconclusive", "ignored", "absent"] as const).find((word) =>
    found.includes(word)
  );
  return { found: worst!, seen: seen.join("; ") };
}

/** A path that nobody serves: always the same, so that a role can allow it. */
const UNSERVED = "/plumbline-unserved";

/** Asks for health: the response differs from that for a path that nobody serves. */
async function probeHealth(scope: ExecutionScope): Promise<Found> {
  const unserved = await scope.send({ method: "GET", path: UNSERVED });
  const seen: string[] = [];
  // A target that serves one of them has health endpoints, and must serve the other.
  for (const path of ["/readyz", "/livez"]) {
    const { status, text } = await scope.send({ method: "GET", path });
    const isAny = status === unserved.status && text === unserved.text.replaceAll(UNSERVED, path);
    if (status !== 404 && !isAny) return present(`${status} for ${path}`);
    seen.push(`${status} for ${path}${isAny ? ", as for any other path" : ""}`);
  }
  return absent(seen.join("; "));
}

/** Requests a list in one media type only. */
async function probeForm(
  scope: ExecutionScope,
  type: ResourceType,
  accept: string,
  isForm: (response: HttpResponse) => boolean,
): Promise<Found> {
  const response = await scope.send({
    method: "GET",
    path: collectionPath(type, scope.target.dialect, scope.namespaces[0]),
    query: { labelSelector: scope.selector, limit: "1" },
    headers: { accept },
  });
  const { status, headers } = response;
  if (status === 406) return absent(`406 for Accept: ${accept}`);
  if (status !== 200) return inconclusive(`${status} for Accept: ${accept}`);
  return isForm(response)
    ? present(`supported for Accept: ${accept}`)
    : absent(`${typeOf(headers)} in response to Accept: ${accept}`);
}

/**
 * Reviews the access of an unknown user without bindings. If it is allowed, roles decide nothing,
 * or they are evaluated wrongly: only a declaration of features excuses that.
 */
async function probeRbac(scope: ExecutionScope): Promise<Found> {
  const user = `plumbline:${scope.id}`;
  const response = await review(scope, "SubjectAccessReview", { user });
  const allowed = asObject(asObject(response.json)?.status)?.allowed;
  if (response.status >= 300 || typeof allowed !== "boolean") {
    return inconclusive(`${response.status} for a SubjectAccessReview`);
  }
  return allowed
    ? inconclusive("a user without any role binding may read secrets")
    : present("a user without any role binding may not read secrets");
}

function review(
  scope: ExecutionScope,
  kind: string,
  who: { user?: string },
): Promise<HttpResponse> {
  const group = `authorization.${scope.target.dialect.suffix}/v1`;
  const resourceAttributes = { verb: "get", resource: "secrets", namespace: scope.namespaces[0] };
  return scope.send({
    method: "POST",
    path: `/apis/${group}/${kind.toLowerCase()}s`,
    body: { apiVersion: group, kind, spec: { resourceAttributes, ...who } },
  });
}

/** Returns the media type of a response, without its parameters. */
function typeOf(headers: Headers): string {
  return (headers.get("content-type") ?? "nothing").split(";")[0]!.trim();
}
