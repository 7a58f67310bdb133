/**
 * `Warning` headers of deprecated API versions.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, example } from "../../check.ts";
import { SCHEDULE, type Scheduled } from "./model/schedule.ts";
import { isWellFormed, warningsOf } from "./model/warning.ts";
import { collectionPath, resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse } from "../../session/violation.ts";
import type { HttpRequest, HttpResponse, Json } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import { contentOfType, inVersion } from "./generated_content.ts";
import { typeIn, VERSIONED_TYPES } from "../../resources/versioned_type.ts";
import { idsOfFamily } from "../../requirement.ts";
import { WARNED_REQUESTS } from "./requirements.ts";
import { deprecatedRows, missingDeprecated, pathOfRow } from "./served_versions.ts";
import { skip, verify } from "../../verify.ts";

type WarnedRequest = keyof typeof WARNED_REQUESTS;

/** Checks of warnings. */
export const WARNINGS: readonly Check[] = [
  example({
    id: "api-versions/deprecated",
    version: 2,
    title: "Requests to deprecated API versions have a `Warning` header, for every verb and form",
    requirements: [
      "api-versions.deprecated-errors-warn",
      ...idsOfFamily("api-versions.deprecated-*-warns", WARNED_REQUESTS),
      "api-versions.deprecated-still-answers",
      "api-versions.warning-well-formed",
    ],
    missing: missingDeprecated,
    run: async (scope) => {
      for (const row of await deprecatedRows(scope)) await verifyWarnings(scope, row);
    },
  }),
  example({
    id: "api-versions/current",
    title: "Requests to API versions that replace deprecated ones have no `Warning` header",
    requirements: ["api-versions.current-does-not-warn"],
    missing: missingDeprecated,
    run: async (scope) => {
      const deprecated = await deprecatedRows(scope);
      const current = SCHEDULE.filter((row) =>
        deprecated.some((old) => old.resource === row.resource && old.version !== row.version)
      );
      const query = { labelSelector: scope.selector };
      // A server may send warnings that have nothing to do with API versions.
      const path = collectionPath(
        resourceType("secrets"),
        scope.target.dialect,
        scope.namespaces[0],
      );
      const others = (await scope.send({ method: "GET", path, query })).headers.get("warning");
      for (const row of current) {
        const response = await scope.send({ method: "GET", path: pathOfRow(scope, row), query });
        const warning = response.headers.get("warning");
        verify("api-versions.current-does-not-warn", {
          holds: response.status >= 300 || warning === null || warning === others,
          expected: `no warning for ${row.version}`,
          actual: warning,
        });
      }
    },
  }),
];

async function verifyWarnings(scope: Scope, row: Scheduled): Promise<void> {
  const kind = VERSIONED_TYPES.find(({ resource }) => resource === row.resource)!;
  const type = typeIn(kind, row.version);
  const collection = pathOfRow(scope, row);
  const path = `${collection}/${scope.name("object")}`;
  // Any content will do; this is always the same.
  const [content] = fc.sample(contentOfType(kind), { numRuns: 1, seed: 1 });
  const body = { ...scope.newObject(type), ...inVersion(content!, row.version) };
  const query = { labelSelector: scope.selector };
  const expect = (verb: WarnedRequest, response: HttpResponse) =>
    verifyWarning(row, verb, response);
  const requests: readonly (readonly [WarnedRequest, HttpRequest])[] = [
    ["create", { method: "POST", path: collection, body }],
    ["get", { method: "GET", path }],
    ["list", { method: "GET", path: collection, query }],
    ["update", { method: "PUT", path, body }],
    ["patch", {
      method: "PATCH",
      path,
      headers: { "content-type": "application/merge-patch+json" },
      body: { metadata: { labels: { changed: "yes" } } },
    }],
    ["delete", { method: "DELETE", path, query: { dryRun: "All" } }],
    ["deletecollection", { method: "DELETE", path: collection, query }],
  ];
  const { name, suffix } = scope.target.dialect;
  const forms = [
    `application/json;as=Table;g=meta.${suffix};v=v1`,
    `application/vnd.${name}.protobuf`,
    "application/yaml",
  ].map((accept) => ({ accept: `${accept}, application/json` }));
  const inForms = forms.flatMap((headers): (readonly [WarnedRequest, HttpRequest])[] => [
    ["get", { method: "GET", path, headers }],
    ["list", { method: "GET", path: collection, query, headers }],
  ]);
  const isDone = ([verb]: readonly [WarnedRequest, HttpRequest]) => verb === "deletecollection";
  const variants = requests.filter(([verb]) => verb !== "watch").flatMap(variantsOf);
  const all = requests.toSpliced(3, 0, ...inForms);
  const more = [...variants, ...ofStatus(row, path)];
  for (const [verb, request] of all.toSpliced(all.findIndex(isDone), 0, ...more)) {
    const response = await scope.send(
      verb === "update" ? await withCurrentBody(scope, path, request) : request,
    );
    // A server need not have the subresource.
    if (request.path.endsWith("/status") && [404, 405].includes(response.status)) continue;
    if (response.status === 403) {
      throw new Discard(`the current identity may not ${verb} ${row.resource}`);
    }
    expect(verb, response);
  }
  await verifyErrors(scope, row, requests);
  await verifyPages(scope, row, { method: "GET", path: collection });
  const stream = await scope.watch({ path: collection, query: { ...query, timeoutSeconds: "1" } });
  await stream.close();
  expect("watch", stream.response);
}

/** Parameters of each request beside which a server warns, too; writes with them are dry runs. */
const PARAMETERS: Readonly<Record<WarnedRequest, readonly Readonly<Record<string, string>>[]>> = {
  get: [{ pretty: "true" }],
  list: [{ resourceVersion: "0" }, { limit: "500", pretty: "true" }, { watch: "0" }],
  watch: [],
  create: [{}, { pretty: "true" }, { fieldManager: "plumbline", fieldValidation: "Ignore" }],
  update: [{}, { fieldManager: "plumbline", fieldValidation: "Strict" }],
  patch: [{}, { fieldManager: "plumbline", fieldValidation: "Warn" }],
  delete: [{ propagationPolicy: "Background" }, { gracePeriodSeconds: "0", pretty: "true" }],
  deletecollection: [{}, { limit: "1" }, { propagationPolicy: "Orphan" }],
};

/** Returns a request with each of its parameters, and a patch in each of its forms. */
function variantsOf(
  [verb, request]: readonly [WarnedRequest, HttpRequest],
): readonly (readonly [WarnedRequest, HttpRequest])[] {
  const isRead = verb === "get" || verb === "list";
  const dry = isRead ? {} : { dryRun: "All" };
  const { path } = request;
  // The object is there already.
  const another = verb === "create" ? { body: renamed(request.body) } : {};
  const sent = PARAMETERS[verb].map((parameters) =>
    [verb, { ...request, ...another, query: { ...request.query, ...dry, ...parameters } }] as const
  );
  if (verb !== "patch") return sent;
  const forms: readonly (readonly [string, Json])[] = [
    ["strategic-merge-patch+json", { metadata: { labels: { changed: "again" } } }],
    ["json-patch+json", [{ op: "add", path: "/metadata/labels/changed", value: "often" }]],
  ];
  return [
    ...sent,
    ...forms.map(([form, body]) => {
      const headers = { "content-type": `application/${form}` };
      return [verb, { method: "PATCH", path, query: dry, headers, body }] as const;
    }),
  ];
}

/** Returns the requests to the status of an object. */
function ofStatus(
  { resource }: Scheduled,
  path: string,
): readonly (readonly [WarnedRequest, HttpRequest])[] {
  if (resource === "csistoragecapacities") return [];
  const status = `${path}/status`;
  const dry = { dryRun: "All" };
  const headers = { "content-type": "application/merge-patch+json" };
  return [
    ["get", { method: "GET", path: status }],
    ["update", { method: "PUT", path: status, query: dry }],
    ["patch", { method: "PATCH", path: status, query: dry, headers, body: { status: {} } }],
  ];
}

function renamed(body: HttpRequest["body"]): Json {
  const object = asObject(body as Json) ?? {};
  const metadata = asObject(object.metadata) ?? {};
  return { ...object, metadata: { ...metadata, name: `${metadata.name}-2` } };
}

/** Verifies the warnings of the pages of a list: servers have objects of the deprecated types. */
async function verifyPages(scope: Scope, row: Scheduled, request: HttpRequest): Promise<void> {
  let token: string | undefined;
  for (let page = 0; page < 2; page++) {
    const response = await scope.send({ ...request, query: { limit: "1", continue: token } });
    verifyWarning(row, "list", response);
    const metadata = asObject(asObject(response.json)?.metadata);
    if (typeof metadata?.continue !== "string" || metadata.continue === "") return;
    token = metadata.continue;
  }
}

/** Verifies the warnings of requests that are wrong: for a missing object, or malformed. */
async function verifyErrors(
  scope: Scope,
  { resource, version }: Scheduled,
  requests: readonly (readonly [WarnedRequest, HttpRequest])[],
): Promise<void> {
  for (const [verb, request] of requests) {
    const { path, query } = request;
    const wrong = verb === "create" || verb === "update"
      ? { ...request, body: "{" }
      : verb === "list" || verb === "deletecollection"
      ? { ...request, query: { ...query, limit: "x" } }
      : { ...request, path: path.replace(scope.name("object"), scope.name("missing")) };
    const response = await scope.send(wrong);
    // What is wrong with the headers is found before the version is.
    if (![400, 404].includes(response.status)) continue;
    verify("api-versions.deprecated-errors-warn", {
      holds: warningsOf(response.headers.get("warning")).length !== 0,
      expected: `a warning: ${response.status} of a ${verb} of ${resource} in ${version}`,
      actual: "none",
    });
  }
}

/** Returns the update with the current object, as some kinds need its resourceVersion. */
async function withCurrentBody(
  scope: Scope,
  path: string,
  request: HttpRequest,
): Promise<HttpRequest> {
  const { json } = await scope.send({ method: "GET", path });
  return json === undefined ? request : { ...request, body: json };
}

function verifyWarning(
  { resource, version }: Scheduled,
  verb: WarnedRequest,
  response: HttpResponse,
): void {
  const what = `${verb} of ${resource} in ${version}`;
  // Another client, such as a controller, may have written the object in the meantime.
  const isAnswered = verify("api-versions.deprecated-still-answers", {
    holds: response.status < 300 || response.status === 409,
    expected: `a success: ${what}`,
    actual: describeResponse(response),
  });
  if (!isAnswered) return skip(`the warning of a ${what}`);
  const warnings = warningsOf(response.headers.get("warning"));
  verify(`api-versions.deprecated-${verb}-warns`, {
    holds: warnings.length !== 0,
    expected: `a warning: ${what}`,
    actual: "none",
  });
  const odd = warnings.find((warning) => !isWellFormed(warning));
  verify("api-versions.warning-well-formed", {
    holds: odd === undefined,
    expected: 'a code, an agent and a text, as 299 - "text"',
    actual: odd,
  });
}
