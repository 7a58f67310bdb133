/**
 * Paths of groups, names of versions and discovery documents.
 *
 * @module
 */
import { type Check, Discard, example } from "../../check.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import { isLessStable, stabilityOf } from "./model/stability.ts";
import {
  apiVersion,
  collectionPath,
  hasStatus,
  isSpecified,
  objectPath,
  typesOf,
} from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { everyType } from "../../session/every_type.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import {
  type Configuration,
  pathOfVersion,
  servedGroups,
  servedResources,
  versionsOf,
  versionsOfGroup,
} from "./discovery_documents.ts";
import { rejected } from "../../session/objects.ts";
import { recordViolation, skip, verify } from "../../verify.ts";

/** The seven operations of a resource type, and watch. */
const VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];

/** The operations of a status. */
const STATUS_VERBS = ["get", "update", "patch"];

/** Versions that a group may have. */
const VERSIONS = ["v1", "v1beta1", "v1beta2", "v1beta3", "v1alpha1", "v2", "v2beta1"];

/** Checks of groups, versions and discovery. */
export const DISCOVERY: readonly Check[] = [
  example({
    id: "api-versions/group-paths",
    title:
      "The core group is served at `/api/v1`, named groups below `/apis`, and objects have the matching `apiVersion`",
    requirements: [
      "api-versions.core-group-place",
      "api-versions.named-group-place",
      "api-versions.core-api-version",
      "api-versions.named-api-version",
    ],
    run: async (scope) => {
      const { dialect } = scope.target;
      await everyType(scope, typesOf(scope.target), async (type) => {
        const word = type.group(dialect) === "" ? "core" : "named";
        const path = collectionPath(type, dialect, scope.namespaces[0]);
        const query = { labelSelector: scope.selector };
        const list = await scope.send({ method: "GET", path, query });
        if (list.status === 403) {
          throw new Discard("the current identity may not list all resource types");
        }
        const isServed = verify(`api-versions.${word}-group-place`, {
          holds: list.status === 200,
          expected: `a list at ${path}`,
          actual: describeResponse(list),
        });
        if (!isServed) {
          return skip(`the API version of ${type.resource}`);
        }
        const everywhere = collectionPath(type, dialect);
        const all = await scope.send({ method: "GET", path: everywhere, query });
        verify(`api-versions.${word}-group-place`, {
          holds: all.status === 200 || all.status === 403,
          expected: `a list at ${everywhere}`,
          actual: describeResponse(all),
        });
        const created = await scope.create(type, scope.newObject(type));
        if (created.status >= 300) {
          throw rejected(created, "no object could be created");
        }
        const expected = `${apiVersion(type, dialect)} ${apiVersion(type, dialect)}`;
        const actual = [list, created].map(({ json }) => asObject(json)?.apiVersion).join(" ");
        verify(`api-versions.${word}-api-version`, { expected, actual });
      });
    },
  }),
  example({
    id: "api-versions/reachable",
    title: "An object can be read in every API version in which its resource is served",
    requirements: [
      "api-versions.reachable-in-every-version",
      "api-versions.response-in-requested-version",
    ],
    run: async (scope) => {
      const { dialect } = scope.target;
      await everyType(scope, typesOf(scope.target), async (type) => {
        const group = type.group(dialect);
        const created = await scope.create(type, scope.newObject(type));
        if (created.status >= 300) {
          throw rejected(created, "no object could be created");
        }
        const uid = asObject(asObject(created.json)?.metadata)?.uid;
        const listed = await versionsOf(scope, group, type.plural ?? type.resource);
        for (const version of listed.length > 0 ? listed : [type.version]) {
          const namespace = type.namespaced ? scope.namespaces[0] : undefined;
          const key = { namespace, name: scope.name("object", type) };
          const path = objectPath({ ...type, version }, dialect, key);
          const read = await scope.send({ method: "GET", path });
          const body = asObject(read.json);
          const isReached = verify("api-versions.reachable-in-every-version", {
            holds: read.status === 200 && asObject(body?.metadata)?.uid === uid,
            expected: `the object at ${path}`,
            actual: describeResponse(read),
          });
          if (!isReached) {
            skip(`the API version of the response at ${path}`);
            continue;
          }
          const expected = apiVersion({ ...type, version }, dialect);
          verify("api-versions.response-in-requested-version", {
            expected,
            actual: body?.apiVersion,
          });
        }
      });
    },
  }),
  example({
    id: "api-versions/names",
    title: "The names of the API versions show their stability",
    requirements: ["api-versions.names-show-stability"],
    run: async (scope) => {
      const groups = await specifiedGroups(scope);
      for (const { name, versions } of groups) {
        const odd = versions.find((version) => stabilityOf(version) === undefined);
        verify("api-versions.names-show-stability", {
          holds: odd === undefined,
          expected: "v1, v1beta1 or v1alpha1",
          actual: `${name}/${odd}`,
        });
      }
    },
  }),
  example({
    id: "api-versions/preferred",
    title: "The preferred version of a group is listed, and none is more stable",
    requirements: ["api-versions.preferred-is-listed", "api-versions.preferred-is-most-stable"],
    run: async (scope) => {
      for (const { name, versions, preferred } of await specifiedGroups(scope)) {
        if (preferred === undefined || !versions.includes(preferred)) {
          const facts = { expected: `${name}: one of ${versions}`, actual: `${preferred}` };
          recordViolation("api-versions.preferred-is-listed", facts);
          continue;
        }
        const better = versions.find((version) => isLessStable(preferred, version));
        verify("api-versions.preferred-is-most-stable", {
          holds: better === undefined,
          expected: `${name}/${better}`,
          actual: preferred,
        });
      }
    },
  }),
  example({
    id: "api-versions/discovery",
    title: "Every listed API version and resource is served with the listed kind and scope",
    requirements: [
      "api-versions.listed-versions-served",
      "api-versions.listed-resources-served",
      "api-versions.types-listed",
    ],
    run: async (scope) => {
      const groups = await specifiedGroups(scope);
      const listed = [
        ...hasCore(scope) ? ["v1"] : [],
        ...groups.flatMap(({ name, versions }) => versions.map((version) => `${name}/${version}`)),
      ];
      for (const groupVersion of listed) await verifyListed(scope, groupVersion);
      for (const type of typesOf(scope.target).filter(isSpecified)) {
        const resources = await servedResources(scope, apiVersion(type, scope.target.dialect));
        const found = resources?.find(({ name }) => name === type.resource);
        const verbs = VERBS.filter((verb) => found?.verbs.includes(verb));
        const actual = `${found?.kind} ${found?.namespaced} ${verbs}`;
        const expected = `${type.kind} ${type.namespaced} ${VERBS}`;
        verify("api-versions.types-listed", { expected, actual });
        if (!hasStatus(type)) continue;
        const status = resources?.find(({ name }) => name === `${type.resource}/status`);
        const allowed = STATUS_VERBS.filter((verb) => status?.verbs.includes(verb));
        verify("api-versions.types-listed", {
          expected: `${type.resource}/status: ${type.kind} ${type.namespaced} ${STATUS_VERBS}`,
          actual: `${status?.name}: ${status?.kind} ${status?.namespaced} ${allowed}`,
        });
      }
    },
  }),
  example({
    id: "api-versions/unlisted",
    title: "No API version answers that discovery does not list",
    requirements: ["api-versions.unlisted-not-served"],
    run: async (scope) => {
      const { suffix } = scope.target.dialect;
      const groups = await specifiedGroups(scope);
      const reviews = [
        { group: `authorization.${suffix}`, resource: "selfsubjectaccessreviews" },
        { group: `authentication.${suffix}`, resource: "selfsubjectreviews" },
      ].map((each) => ({ ...each, method: "POST" as const }));
      const lists = typesOf(scope.target).map((type) => ({
        group: type.group(scope.target.dialect),
        resource: type.plural ?? type.resource,
        method: "GET" as const,
      }));
      const core = await versionsOfGroup(scope, "");
      for (const { group, resource, method } of [...lists, ...reviews]) {
        const listed = group === "" ? core : groups.find(({ name }) => name === group)?.versions;
        for (const version of VERSIONS.filter((each) => listed && !listed.includes(each))) {
          const groupVersion = group === "" ? version : `${group}/${version}`;
          const path = `${pathOfVersion(groupVersion)}/${resource}`;
          const kind = resource === "selfsubjectreviews"
            ? "SelfSubjectReview"
            : "SelfSubjectAccessReview";
          const resourceAttributes = { verb: "get", resource: "secrets" };
          const response = await scope.send({
            method,
            path,
            ...(method === "GET" && { query: { labelSelector: scope.selector } }),
            ...(method === "POST" && {
              body: { apiVersion: groupVersion, kind, spec: { resourceAttributes } },
            }),
          });
          verify("api-versions.unlisted-not-served", {
            holds: response.status >= 400,
            expected: "an error",
            actual: describeResponse(response),
          });
        }
      }
    },
  }),
  example({
    id: "api-versions/discovery-documents",
    title: "Discovery has a document for the release, the groups, each group and each API version",
    requirements: ["api-versions.discovery-documents", "api-versions.release-reported"],
    run: async (scope) => {
      const { gitVersion } = await documentAt(scope, "/version");
      verify("api-versions.release-reported", {
        holds: /^v\d+\.\d+\.\d+/.test(`${gitVersion}`),
        expected: "a gitVersion at /version",
        actual: `${gitVersion}`,
      });
      const { dialect } = scope.target;
      const types = typesOf(scope.target);
      const groupVersions = new Set(types.map((type) => apiVersion(type, dialect)));
      const groups = [...groupVersions].map((each) => each.split("/")).filter(({ length }) =>
        length > 1
      )
        .map(([group]) => group!);
      if (hasCore(scope)) {
        await expectDocument(
          scope,
          "/api",
          { kind: "APIVersions" },
          ({ versions }) => namesOf(versions).includes("v1"),
        );
      }
      await expectDocument(
        scope,
        "/apis",
        { kind: "APIGroupList" },
        (list) => groups.every((group) => namesOf(list.groups).includes(group)),
      );
      for (const group of groups) {
        await expectDocument(scope, `/apis/${group}`, { kind: "APIGroup", name: group });
      }
      for (const groupVersion of groupVersions) {
        const path = pathOfVersion(groupVersion);
        await expectDocument(scope, path, { kind: "APIResourceList", groupVersion });
      }
    },
  }),
  example({
    id: "api-versions/other-version-rejected",
    title: "An object whose `apiVersion` differs from the request path is rejected",
    requirements: ["api-versions.object-of-another-version-rejected"],
    run: async (scope) => {
      await everyType(scope, typesOf(scope.target), async (type) => {
        for (const other of ["plumbline.invalid/v1", `${type.group(scope.target.dialect)}/v77`]) {
          const body = { ...scope.newObject(type), apiVersion: other.replace(/^\//, "") };
          const response = await scope.create(type, body);
          expectError("api-versions.object-of-another-version-rejected", response);
        }
      });
    },
  }),
];

/**
 * Reads a document of discovery; an object without fields if there is none.
 *
 * @throws {Discard} if the current identity may not read it
 */
async function documentAt(scope: Scope, path: string): Promise<JsonObject> {
  const { status, json } = await scope.send({ method: "GET", path });
  if (status === 403) throw new Discard(`the current identity may not read ${path}`);
  return status === 200 ? asObject(json) ?? {} : {};
}

/** Verifies that the document has these fields and is as it should be. */
async function expectDocument(
  scope: Scope,
  path: string,
  fields: Readonly<Record<string, string>>,
  isRight: (document: JsonObject) => boolean = () => true,
): Promise<void> {
  const document = await documentAt(scope, path);
  const has = Object.entries(fields).every(([name, value]) => document[name] === value);
  verify("api-versions.discovery-documents", {
    holds: has && isRight(document),
    expected: `${JSON.stringify(fields)} at ${path}, with all that the specification names`,
    actual: JSON.stringify(document),
  });
}

/** Returns the texts of a list, and the names of its objects. */
function namesOf(list: Json | undefined): string[] {
  return (Array.isArray(list) ? list : []).map((each) => `${asObject(each)?.name ?? each}`);
}

/** Returns true if a type of the run is in the core group. */
function hasCore({ target }: Scope): boolean {
  return typesOf(target).some(({ group }) => group(target.dialect) === "");
}

/** Returns the served groups that the specification names, and those of the types of the run. */
export async function specifiedGroups(scope: Scope, configuration: Configuration = {}) {
  const { suffix } = scope.target.dialect;
  const names = [
    "apps",
    ...["rbac.authorization", "authorization", "authentication", "storage", "flowcontrol.apiserver"]
      .map((name) => `${name}.${suffix}`),
    ...typesOf(scope.target).map((type) => type.group(scope.target.dialect)),
  ];
  const groups = (await servedGroups(scope, configuration)).filter(({ name }) =>
    names.includes(name)
  );
  if (groups.length === 0) throw new Discard("the target lists none of the specified groups");
  return groups;
}

/** Reads every list that the document of an API version names. */
async function verifyListed(scope: Scope, groupVersion: string): Promise<void> {
  const resources = await servedResources(scope, groupVersion);
  if (resources === undefined) {
    const facts = { expected: `the resources of ${groupVersion}`, actual: "none" };
    return recordViolation("api-versions.listed-versions-served", facts);
  }
  for (const { name, kind, verbs } of resources) {
    if (name.includes("/") || !verbs.includes("list")) continue;
    const path = `${pathOfVersion(groupVersion)}/${name}`;
    const query = { limit: "1", labelSelector: scope.selector };
    const { status, json } = await scope.send({ method: "GET", path, query });
    const body = asObject(json);
    const actual = `${status} ${body?.apiVersion} ${body?.kind}`;
    verify("api-versions.listed-resources-served", {
      holds: status === 403 || actual === `200 ${groupVersion} ${kind}List`,
      expected: `200 ${groupVersion} ${kind}List`,
      actual,
    });
  }
}
