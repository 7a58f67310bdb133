/**
 * What is served, by which names, and how that is told.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import { asObject } from "../../model/object.ts";
import { isLessStable, stabilityOf } from "./model/stability.ts";
import { apiVersion, collectionPath, objectPath, RESOURCE_TYPES } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { describeAnswer, expectRefusal } from "../../session/violation.ts";
import { pathOfVersion, servedGroups, servedResources, versionsOf } from "./served.ts";

/** Seven operations, and watch. */
const VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"];

/** Checks of what is served. */
export const DISCOVERY: readonly Check[] = [
  example({
    id: "api-versions/places",
    title: "The core group is at /api/v1, others below /apis, and objects say which they are of",
    requirements: [
      "api-versions.core-group-place",
      "api-versions.named-group-place",
      "api-versions.core-api-version",
      "api-versions.named-api-version",
    ],
    level: "must",
    run: async (scope) => {
      const { dialect } = scope.target;
      for (const type of RESOURCE_TYPES) {
        const word = type.group(dialect) === "" ? "core" : "named";
        const path = collectionPath(type, dialect, scope.namespaces[0]);
        const query = { labelSelector: scope.selector };
        const list = await scope.send({ method: "GET", path, query });
        if (list.status === 403) throw new Discard("who asks may not list all types");
        if (list.status !== 200) {
          const facts = { expected: `a list at ${path}`, actual: describeAnswer(list) };
          throw new Violation(`api-versions.${word}-group-place`, facts);
        }
        const everywhere = collectionPath(type, dialect);
        const all = await scope.send({ method: "GET", path: everywhere, query });
        if (all.status !== 200 && all.status !== 403) {
          const facts = { expected: `a list at ${everywhere}`, actual: describeAnswer(all) };
          throw new Violation(`api-versions.${word}-group-place`, facts);
        }
        const made = await scope.create(type, scope.make(type));
        if (made.status >= 300) throw new Discard(`nothing could be made: ${made.status}`);
        const due = `${apiVersion(type, dialect)} ${apiVersion(type, dialect)}`;
        const actual = [list, made].map(({ json }) => asObject(json)?.apiVersion).join(" ");
        if (actual === due) continue;
        const facts = { expected: due, actual };
        throw new Violation(`api-versions.${word}-api-version`, facts);
      }
    },
  }),
  example({
    id: "api-versions/reachable",
    title: "An object is there in every version in which its resource is served",
    requirements: [
      "api-versions.reachable-in-every-version",
      "api-versions.answered-in-the-version-asked",
    ],
    level: "must",
    run: async (scope) => {
      const { dialect } = scope.target;
      for (const type of RESOURCE_TYPES) {
        const group = type.group(dialect);
        const made = await scope.create(type, scope.make(type));
        if (made.status >= 300) throw new Discard(`nothing could be made: ${made.status}`);
        const uid = asObject(asObject(made.json)?.metadata)?.uid;
        for (const version of await versionsOf(scope, group, type.resource)) {
          const namespace = type.namespaced ? scope.namespaces[0] : undefined;
          const key = { namespace, name: scope.name("object") };
          const path = objectPath({ ...type, version }, dialect, key);
          const read = await scope.send({ method: "GET", path });
          const body = asObject(read.json);
          if (read.status !== 200 || asObject(body?.metadata)?.uid !== uid) {
            const facts = { expected: `the object at ${path}`, actual: describeAnswer(read) };
            throw new Violation("api-versions.reachable-in-every-version", facts);
          }
          const expected = apiVersion({ ...type, version }, dialect);
          if (body?.apiVersion === expected) continue;
          const facts = { expected, actual: `${body?.apiVersion}` };
          throw new Violation("api-versions.answered-in-the-version-asked", facts);
        }
      }
    },
  }),
  example({
    id: "api-versions/names",
    title: "The versions of the interface's groups are named after their stability",
    requirements: ["api-versions.names-tell-stability"],
    level: "must",
    run: async (scope) => {
      const groups = await groupsOfInterface(scope);
      for (const { name, versions } of groups) {
        const odd = versions.find((version) => stabilityOf(version) === undefined);
        if (odd === undefined) continue;
        const facts = { expected: "v1, v1beta1 or v1alpha1", actual: `${name}/${odd}` };
        throw new Violation("api-versions.names-tell-stability", facts);
      }
    },
  }),
  example({
    id: "api-versions/preferred",
    title: "The preferred version of a group is served, and none is more stable",
    requirements: ["api-versions.preferred-is-listed", "api-versions.preferred-is-most-stable"],
    level: "convention",
    run: async (scope) => {
      for (const { name, versions, preferred } of await groupsOfInterface(scope)) {
        if (preferred === undefined || !versions.includes(preferred)) {
          const facts = { expected: `${name}: one of ${versions}`, actual: `${preferred}` };
          throw new Violation("api-versions.preferred-is-listed", facts);
        }
        const better = versions.find((version) => isLessStable(preferred, version));
        if (better === undefined) continue;
        const facts = { expected: `${name}/${better}`, actual: preferred };
        throw new Violation("api-versions.preferred-is-most-stable", facts);
      }
    },
  }),
  example({
    id: "api-versions/discovery",
    title: "What is listed is served, under the kind and in the place the list tells",
    requirements: [
      "api-versions.listed-versions-served",
      "api-versions.listed-resources-served",
      "api-versions.types-listed",
    ],
    level: "convention",
    run: async (scope) => {
      const groups = await groupsOfInterface(scope);
      const listed = [
        "v1",
        ...groups.flatMap(({ name, versions }) => versions.map((version) => `${name}/${version}`)),
      ];
      for (const groupVersion of listed) await holdListed(scope, groupVersion);
      for (const type of RESOURCE_TYPES) {
        const resources = await servedResources(scope, apiVersion(type, scope.target.dialect));
        const found = resources?.find(({ name }) => name === type.resource);
        const verbs = VERBS.filter((verb) => found?.verbs.includes(verb));
        const actual = `${found?.kind} ${found?.namespaced} ${verbs}`;
        const expected = `${type.kind} ${type.namespaced} ${VERBS}`;
        if (actual === expected) continue;
        const facts = { expected, actual };
        throw new Violation("api-versions.types-listed", facts);
      }
    },
  }),
  example({
    id: "api-versions/other-version-rejected",
    title: "An object of another version than its path is refused",
    requirements: ["api-versions.object-of-another-version-rejected"],
    level: "convention",
    run: async (scope) => {
      for (const type of RESOURCE_TYPES) {
        for (const other of ["plumbline.invalid/v1", `${type.group(scope.target.dialect)}/v77`]) {
          const body = { ...scope.make(type), apiVersion: other.replace(/^\//, "") };
          const answer = await scope.create(type, body);
          expectRefusal("api-versions.object-of-another-version-rejected", answer);
        }
      }
    },
  }),
];

/** The groups the interface names that are served; others may be anybody's. */
export async function groupsOfInterface(scope: Scope) {
  const { suffix } = scope.target.dialect;
  const names = [
    "apps",
    ...["rbac.authorization", "authorization", "authentication", "storage", "flowcontrol.apiserver"]
      .map((name) => `${name}.${suffix}`),
  ];
  const groups = (await servedGroups(scope)).filter(({ name }) => names.includes(name));
  if (groups.length === 0) throw new Discard("the target lists no groups");
  return groups;
}

/** Asks for every list that a version says it has. */
async function holdListed(scope: Scope, groupVersion: string): Promise<void> {
  const resources = await servedResources(scope, groupVersion);
  if (resources === undefined) {
    const facts = { expected: `the resources of ${groupVersion}`, actual: "none" };
    throw new Violation("api-versions.listed-versions-served", facts);
  }
  for (const { name, kind, verbs } of resources) {
    if (name.includes("/") || !verbs.includes("list")) continue;
    const path = `${pathOfVersion(groupVersion)}/${name}`;
    const query = { limit: "1", labelSelector: scope.selector };
    const { status, json } = await scope.send({ method: "GET", path, query });
    const body = asObject(json);
    const actual = `${status} ${body?.apiVersion} ${body?.kind}`;
    if (status === 403 || actual === `200 ${groupVersion} ${kind}List`) continue;
    const facts = { expected: `200 ${groupVersion} ${kind}List`, actual };
    throw new Violation("api-versions.listed-resources-served", facts);
  }
}
