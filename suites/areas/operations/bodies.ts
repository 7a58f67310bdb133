/**
 * Checks of the bodies that writes require.
 *
 * @module
 */
import { combinations, enumerated } from "../../arbitraries/combinations.ts";
import { type Check, property } from "../../check.ts";
import type { Dialect } from "../../client/dialect.ts";
import type { HttpRequest, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import {
  apiVersion,
  hasStatus,
  namesOf,
  RESOURCE_TYPES,
  typeNamed,
  typesOf,
} from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { Existing, expectRejection, PATCHES, patchForms, type TargetPatchForm } from "./objects.ts";

/** A write whose bodies are tried one after the other. */
interface BodyCase {
  readonly resource: string;
  readonly write: "create" | "update" | TargetPatchForm;
  /** Writes `status`, where the type has it. */
  readonly ofStatus: boolean;
  /** Sends every other body, from the first or the second one on. */
  readonly from: 0 | 1;
}

/** The other types of the target whose kinds are sent, at most. */
const OTHERS = 6;

/** Texts that are no patch, by form; the first is no body at all. */
const NO_PATCH: Readonly<Record<TargetPatchForm, readonly string[]>> = {
  merge: ["", "[]", "null", '"text"', "1"],
  JSON: ["", "{}", '"text"', '[{"path":"/metadata/labels/changed","value":"yes"}]', "[1]"],
  strategic: ["", "[]", '"text"', "1"],
  apply: ["", "[]", '"text"'],
};

/** Checks of bodies. */
export const BODIES: readonly Check[] = [
  property<BodyCase>({
    id: "operations/bodies",
    title: "A write without a body, or with one of another kind, is rejected and changes nothing",
    requirements: [
      "operations.create-body",
      "operations.update-body",
      "operations.patch-body",
      "operations.apply-kind",
      "operations.patch-kind",
    ],
    ...enumerated((target) =>
      combinations<BodyCase>({
        resource: namesOf(target),
        write: ["create", "update", ...patchForms(target)],
        ofStatus: [false, true],
        from: [0, 1],
      }, 0).filter(({ resource, write, ofStatus }) =>
        !ofStatus || (hasStatus(typeNamed(target, resource)) && write !== "create")
      )
    ),
    run: async (scope, { resource, write, ofStatus, from }) => {
      scope.note(write);
      const existing = await Existing.create(scope, typeNamed(scope.target, resource));
      const isStatus = ofStatus && hasStatus(existing.type) && write !== "create";
      const path = isStatus ? `${existing.path()}/status` : existing.path();
      const requirement = write === "create" || write === "update"
        ? `operations.${write}-body` as const
        : "operations.patch-body";
      const about = write === "apply" ? "operations.apply-kind" : "operations.patch-kind";
      const requests = write === "create" || write === "update"
        ? wrongObjects(scope, existing, write, path).map((each) => [requirement, each] as const)
        : [
          ...wrongPatches(write, path).map((each) => [requirement, each] as const),
          ...otherKinds(existing, write, path).map((each) => [about, each] as const),
        ];
      for (const [violated, request] of requests.filter((_, at) => at % 2 === from)) {
        const what = `${request.method} of ${path} with ${JSON.stringify(request.body)}`;
        expectRejection(violated, await scope.send(request), what.slice(0, 300));
      }
      await existing.expectUnchanged(requirement, `invalid bodies of ${write}`);
    },
  }),
];

/** Returns patches that name another API version or kind. */
function otherKinds(existing: Existing, form: TargetPatchForm, path: string): HttpRequest[] {
  // This one may ignore both, which the path gives.
  if (form === "strategic") return [];
  const { type, scope: { target: { dialect } } } = existing;
  const versions = otherVersions(apiVersion(type, dialect), dialect)
    // A server may convert what another patch makes to an API version that it knows.
    .slice(form === "apply" ? 0 : 1)
    .map((other) => ({ apiVersion: other }));
  const { headers, body } = existing.patch(form);
  return [...versions, { kind: type.kind.toLowerCase() }, { kind: `${type.kind}List` }]
    .map((other) => ({
      method: "PATCH",
      path,
      headers: { ...headers },
      body: Array.isArray(body)
        ? [
          ...body,
          ...Object.entries(other).map(([key, value]) => ({
            op: "replace",
            path: `/${key}`,
            value,
          })),
        ]
        : { ...asObject(body), ...other },
      ...(form === "apply" && { query: { fieldManager: "plumbline-bodies", force: "true" } }),
    }));
}

function wrongPatches(form: TargetPatchForm, path: string): HttpRequest[] {
  return NO_PATCH[form].map((body) => ({
    method: "PATCH",
    path,
    body,
    headers: { "content-type": PATCHES[form].type },
    ...(form === "apply" && { query: { fieldManager: "plumbline-bodies" } }),
  }));
}

/** Returns spellings that are not the `apiVersion` of a type: of them servers may know the first. */
function otherVersions(own: string, { suffix }: Dialect): string[] {
  const [group, version] = own.includes("/") ? own.split("/") as [string, string] : ["", own];
  const prefix = group === "" ? "" : `${group}/`;
  return [
    `${prefix}v1beta1`,
    `${prefix}v2`,
    `${prefix}${version.toUpperCase()}`,
    `other.${suffix}/${version}`,
    ...(group === "" ? [] : [group, version, `${group.toUpperCase()}/${version}`]),
  ].filter((each) => each !== own);
}

/** Returns writes without a body, and with one of another kind or shape. */
function wrongObjects(
  scope: Scope,
  existing: Existing,
  write: "create" | "update",
  path: string,
): HttpRequest[] {
  const headers = { "content-type": "application/json" };
  const { dialect } = scope.target;
  const { type } = existing;
  const options = { name: write === "create" ? "another" : "object", labels: { changed: "yes" } };
  const object = scope.newObject(type, options);
  // The kinds of the specification are others, too, where the target does not serve them.
  const all = [...RESOURCE_TYPES, ...typesOf(scope.target).slice(0, OTHERS)];
  const kinds = new Map(all.map((each) => [each.kind, each]));
  const others = [...kinds.values()].filter(({ kind }) => kind !== type.kind);
  const bodies: readonly (JsonObject | string)[] = [
    "",
    "[]",
    '"text"',
    { ...object, kind: `${type.kind}List`, metadata: {}, items: [object] },
    { ...object, kind: type.kind.toLowerCase() },
    ...otherVersions(apiVersion(type, dialect), dialect).map((other) => ({
      ...object,
      apiVersion: other,
    })),
    // The kind of each other type, whose fields may be the same.
    ...others.map((other) => ({
      ...object,
      kind: other.kind,
      apiVersion: apiVersion(other, dialect),
    })),
    // A whole object of another type.
    { ...scope.newObject(others[2]!, options), metadata: object.metadata! },
  ];
  return bodies.map((body) =>
    write === "create"
      ? { method: "POST", path: existing.collection(), body, headers }
      : { method: "PUT", path, body, headers }
  );
}
