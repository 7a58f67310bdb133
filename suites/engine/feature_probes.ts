/**
 * Probes whether a target has a feature, with one or two requests that persist nothing.
 *
 * @module
 */
import { collectionPath, objectPath, RESOURCE_TYPES, type ResourceType } from "../resources/mod.ts";
import type { Feature } from "../features.ts";
import { asObject } from "../model/object.ts";
import type { HttpResponse, Json } from "../client/http_client.ts";
import type { ExecutionScope } from "./execution_scope.ts";
import { impersonates, validatesFields } from "./features.ts";
import type { Scopes } from "./scopes.ts";

/** The result of a probe. */
export interface Found {
  /** A feature is absent only if the target rejects it as such, or ignores it. */
  readonly found: "present" | "absent" | "inconclusive";
  /** The observation that decided. */
  readonly seen: string;
}

/** A probe; the scope removes whatever was created unexpectedly. */
type Probe = (scope: ExecutionScope, scopes: Scopes) => Promise<Found>;

/** The probes by feature. */
export const PROBES: Readonly<Record<Feature, Probe>> = {
  "server-side-apply": onAnyType((scope, type) =>
    probePatch(scope, type, "application/apply-patch+yaml", {
      body: scope.newObject(type, { name: "probe" }),
      query: { dryRun: "All", fieldManager: "plumbline" },
    })
  ),
  "strategic-merge-patch": onAnyType((scope, type) =>
    probePatch(scope, type, "application/strategic-merge-patch+json", {
      body: { metadata: { labels: { probe: "yes" } } },
      query: { dryRun: "All" },
    })
  ),
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
  "protobuf": onAnyType((scope, type) => {
    const media = `application/vnd.${scope.target.dialect.name}.protobuf`;
    return probeForm(scope, type, media, ({ headers }) => typeOf(headers) === media);
  }),
  "yaml": onAnyType((scope, type) =>
    probeForm(scope, type, "application/yaml", ({ headers }) => !typeOf(headers).endsWith("json"))
  ),
  "rbac": probeRbac,
  "reviews": async (scope) => {
    const seen: string[] = [];
    for (const kind of ["SelfSubjectAccessReview", "SubjectAccessReview"]) {
      const { status } = await review(
        scope,
        kind,
        kind.startsWith("Self") ? {} : {
          user: `plumbline:${scope.id}`,
        },
      );
      seen.push(`${status} for a ${kind}`);
      if (status !== 404 && status !== 405) return present(seen.join("; "));
    }
    return absent(seen.join("; "));
  },
  "impersonation": async (_scope, scopes) =>
    await impersonates(scopes)
      ? present("a review with Impersonate-User is decided for that user")
      : absent(
        "the current identity may not impersonate users, or Impersonate-User is ignored. Grant it " +
          "the verb impersonate on users and groups, or give another user with --identity",
      ),
  "health": async (scope) => {
    // A target that serves one of them has health endpoints, and must serve the other.
    for (const path of ["/readyz", "/livez"]) {
      const { status } = await scope.send({ method: "GET", path });
      if (status !== 404) return present(`${status} for ${path}`);
    }
    return absent("404 for /readyz and /livez");
  },
};

function present(seen: string): Found {
  return { found: "present", seen };
}

function absent(seen: string): Found {
  return { found: "absent", seen };
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
    for (const type of RESOURCE_TYPES) {
      const found = await probe(scope, type);
      if (found.found !== "present") {
        without.push({ type, found });
        continue;
      }
      const other = without.map(({ type, found }) => `; for ${type.resource}: ${found.seen}`);
      return present(found.seen + other.join(""));
    }
    // A target that lacks the feature answers so for every type.
    return (without.find(({ found }) => found.found === "inconclusive") ?? without[0]!).found;
  };
}

/** Patches a missing object: an unsupported media type is rejected before the object is read. */
async function probePatch(
  scope: ExecutionScope,
  resource: ResourceType,
  type: string,
  { body, query }: { body: Json; query: Record<string, string> },
): Promise<Found> {
  const { status } = await scope.send({
    method: "PATCH",
    path: objectPath(resource, scope.target.dialect, {
      namespace: scope.namespaces[0],
      name: scope.name("probe"),
    }),
    headers: { "content-type": type },
    query,
    body,
  });
  const seen = `${status} for a PATCH with ${type}`;
  return status === 415 || status === 405 ? absent(seen) : present(seen);
}

/**
 * Only a target that rejects the parameter lacks the feature: one that persists the write
 * violates it, and fails the checks.
 */
async function probeDryRun(scope: ExecutionScope, type: ResourceType): Promise<Found> {
  const object = scope.newObject(type, { name: "probe" });
  const { status } = await scope.create(type, object, { dryRun: "All" });
  const seen = `${status} for a POST with dryRun=All`;
  if (status < 300) return present(seen);
  return status === 400 || status === 422 || status === 501 ? absent(seen) : inconclusive(seen);
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
