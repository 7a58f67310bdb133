/**
 * Corruptions of roles, bindings, reviews and impersonation.
 *
 * @module
 */
import type { HttpRequest, Json } from "../client/http_client.ts";

type JsonObject = { [key: string]: Json };

/** Changes the rules of every role that is made or changed. */
export function withRules(
  change: (rule: JsonObject) => JsonObject,
): (request: HttpRequest) => HttpRequest {
  return (request) => {
    const body = bodyOf(request);
    if (!Array.isArray(body?.rules)) return request;
    return {
      ...request,
      body: { ...body, rules: body.rules.map((rule) => change(rule as JsonObject)) },
    };
  };
}

/** Changes the subjects of every binding that is made. */
export function withSubjects(
  change: (subject: JsonObject) => JsonObject,
): (request: HttpRequest) => HttpRequest {
  return (request) => {
    const body = bodyOf(request);
    if (!Array.isArray(body?.subjects)) return request;
    const subjects = body.subjects.map((subject) => change(subject as JsonObject));
    return { ...request, body: { ...body, subjects } };
  };
}

/** Changes the spec of every subject review. */
export function withSpec(
  change: (spec: JsonObject) => JsonObject,
): (request: HttpRequest) => HttpRequest {
  return (request) => {
    const body = bodyOf(request);
    if (!request.path.endsWith("/subjectaccessreviews") || isProbe(request)) return request;
    return { ...request, body: { ...body, spec: change(body!.spec as JsonObject) } };
  };
}

/** Changes what every subject review asks about; `last` is the namespace last named by one. */
export function withAttributes(
  change: (attributes: JsonObject, last: string) => JsonObject,
): (request: HttpRequest) => HttpRequest {
  let last = "";
  return withSpec((spec) => {
    const attributes = spec.resourceAttributes as JsonObject;
    if (attributes.namespace) last = `${attributes.namespace}`;
    return { ...spec, resourceAttributes: change(attributes, last) };
  });
}

/** A rule whose resources are other ones. */
export function withResources(rule: JsonObject, change: (name: string) => string): JsonObject {
  if (!Array.isArray(rule.resources)) return rule;
  return { ...rule, resources: rule.resources.map((name) => change(`${name}`)) };
}

/** A rule whose paths are other ones. */
export function withPaths(rule: JsonObject, change: (path: string) => string): JsonObject {
  if (!Array.isArray(rule.nonResourceURLs)) return rule;
  return { ...rule, nonResourceURLs: rule.nonResourceURLs.map((path) => change(`${path}`)) };
}

/** A list of words with others in the place of one. */
export function instead(words: Json | undefined, word: string, ...others: string[]): Json[] {
  return (words as string[]).flatMap((each) => each === word ? others : [each]);
}

/** A binding in a namespace, of a cluster role, is made one of the whole cluster. */
export function everywhere(request: HttpRequest): HttpRequest {
  const body = bodyOf(request);
  const reference = body?.roleRef as JsonObject | undefined;
  if (body?.kind !== "RoleBinding" || reference?.kind !== "ClusterRole") return request;
  const { namespace: _namespace, ...metadata } = body.metadata as JsonObject;
  const path = request.path.replace(/namespaces\/[^/]+\/rolebindings/, "clusterrolebindings");
  return { ...request, path, body: { ...body, kind: "ClusterRoleBinding", metadata } };
}

/** Answers deletions of bindings without executing them. */
export function keepBindings(request: HttpRequest): HttpRequest {
  return request.method === "DELETE" && /rolebindings\//.test(request.path)
    ? reading(request)
    : request;
}

/** Returns a request that reads the object of a write. */
export function reading({ path, identity }: HttpRequest): HttpRequest {
  return { method: "GET", path, ...(identity !== undefined && { identity }) };
}

/** Removes impersonation from a request, except from the probe of the engine. */
export function asOneself(request: HttpRequest): HttpRequest {
  if (
    isProbe(request) && request.path.endsWith("/selfsubjectaccessreviews") && !actsAlone(request)
  ) return request;
  const headers = Object.entries(request.headers ?? {}).filter(([name]) =>
    !/^impersonate/.test(name)
  );
  return { ...request, headers: Object.fromEntries(headers) };
}

/** The runner asks about strangers and secrets in general, to see what the target has. */
export function isProbe(request: HttpRequest): boolean {
  const spec = bodyOf(request)?.spec as JsonObject | undefined;
  const user = `${request.headers?.["impersonate-user"] ?? spec?.user}`;
  const attributes = spec?.resourceAttributes as JsonObject | undefined;
  return /^plumbline:[^:]+(:stranger)?$/.test(user) && attributes?.group === undefined;
}

const actsAlone = (request: HttpRequest) => request.headers?.["impersonate-user"] === undefined;

/** Returns true if an impersonated user writes a secret, other than as a dry run. */
export function isRealWrite(request: HttpRequest): boolean {
  return request.method !== "GET" && request.query?.dryRun === undefined &&
    request.headers?.["impersonate-user"] !== undefined && request.path.includes("/secrets");
}

/** A review without any reason or error. */
export function withoutReport(_ask: HttpRequest, body: JsonObject): JsonObject {
  const status = body.status as JsonObject | undefined;
  return status?.allowed === undefined ? body : { ...body, status: { allowed: status.allowed } };
}

/** Returns what reports a missing role in the first review, and nothing in later ones. */
export function withLateRole(): (request: HttpRequest, body: JsonObject) => JsonObject {
  let reviews = 0;
  return (request, body) => {
    const status = body.status as JsonObject | undefined;
    if (status?.allowed === undefined || isProbe(request) || reviews++ > 0) {
      return withoutReport(request, body);
    }
    return { ...body, status: { allowed: false, evaluationError: "the role was not found" } };
  };
}

/** Returns a review for another user. */
export function withUser(body: JsonObject, change: JsonObject): JsonObject {
  const status = body.status as JsonObject | undefined;
  const userInfo = status?.userInfo as JsonObject | undefined;
  return userInfo ? { ...body, status: { userInfo: { ...userInfo, ...change } } } : body;
}

/** The headers of a request without one of them. */
export function withoutHeader({ headers = {} }: HttpRequest, name: string) {
  return Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
}

function bodyOf({ body }: HttpRequest): JsonObject | undefined {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? body : undefined;
}
