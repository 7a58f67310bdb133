/**
 * Applies of one manager in several API versions.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, example } from "../../check.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { asObject, labelsOf, metadataOf } from "../../model/object.ts";
import { objectPath } from "../../resources/mod.ts";
import { typeIn, VERSIONED_TYPES, type VersionedType } from "../../resources/versioned_type.ts";
import type { Scope } from "../../scope.ts";
import { rejected, succeeded } from "../../session/objects.ts";
import { verify } from "../../verify.ts";
import { versionsOf } from "./discovery_documents.ts";
import { contentOfType, inVersion } from "./generated_content.ts";

const MANAGER = "plumbline-applier";

/** A label that the manager applies in one version, and no more in the other. */
const LABEL = "given-up";

/** Checks of applies. */
export const APPLIES: readonly Check[] = [
  example({
    id: "api-versions/applies",
    title: "An apply gives up what its manager applied in another API version",
    requirements: ["api-versions.one-applier"],
    missing: async (scope) => {
      for (const kind of VERSIONED_TYPES) {
        if ((await servedOf(scope, kind)).length > 1) return undefined;
      }
      return "no resource is served in two versions that the specification names";
    },
    run: async (scope) => {
      for (const kind of VERSIONED_TYPES) {
        const versions = await servedOf(scope, kind);
        for (const [one, other] of [versions, versions.toReversed()]) {
          if (one !== undefined && other !== undefined) await verifyPair(scope, kind, one, other);
        }
      }
    },
  }),
];

const servedOf = (scope: Scope, kind: VersionedType): Promise<readonly string[]> =>
  versionsOf(scope, typeIn(kind, "").group(scope.target.dialect), kind.resource);

async function verifyPair(
  scope: Scope,
  kind: VersionedType,
  one: string,
  other: string,
): Promise<void> {
  const name = scope.name(`applied in ${one}`);
  const [content] = fc.sample(contentOfType(kind), { numRuns: 1, seed: 1 });
  const apply = (version: string, labels: JsonObject) => {
    const type = typeIn(kind, version);
    const group = type.group(scope.target.dialect);
    const namespace = type.namespaced ? scope.namespaces[0] : undefined;
    return scope.send({
      method: "PATCH",
      path: objectPath(type, scope.target.dialect, { namespace, name }),
      query: { fieldManager: MANAGER },
      headers: { "content-type": "application/apply-patch+yaml" },
      body: {
        ...{ apiVersion: `${group}/${version}`, kind: type.kind },
        ...inVersion(content!, version),
        metadata: { name, labels: { ...scope.labels, ...labels } },
      },
    });
  };
  const first = await apply(one, { [LABEL]: "yes" });
  if (!succeeded(first)) {
    throw rejected(first, `an apply of ${kind.resource} in ${one} was rejected`);
  }
  scope.note(`${kind.resource} in ${one}, then ${other}`);
  const second = await apply(other, {});
  const object = asObject(second.json) ?? {};
  const { managedFields } = metadataOf(object);
  const own = (Array.isArray(managedFields) ? managedFields : []).filter((entry) =>
    asObject(entry)?.manager === MANAGER && asObject(entry)?.operation === "Apply"
  );
  verify("api-versions.one-applier", {
    holds: succeeded(second) && labelsOf(object)[LABEL] === undefined && own.length === 1,
    expected: `an apply in ${other} without the label that was applied in ${one}, and one entry`,
    actual: `${second.status}, the label ${labelsOf(object)[LABEL]}, ${own.length} entries`,
  });
}
