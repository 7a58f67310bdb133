/**
 * What an object of one version is in another one: the same, but for the field that is renamed
 * (interface, "Versioning", scheduled removals).
 *
 * @module
 */
import type { JsonObject } from "../../../client/http_client.ts";
import { asObject } from "../../../model/object.ts";

/** The name of a priority level's shares in a version of the flow-control group. */
export function sharesName(version: string): string {
  return version === "v1beta1" || version === "v1beta2"
    ? "assuredConcurrencyShares"
    : "nominalConcurrencyShares";
}

/** The content of an object: all but its version and what the server says of itself. */
export function contentOf(object: JsonObject): JsonObject {
  const { apiVersion: _version, metadata: _metadata, status: _status, ...content } = object;
  return content;
}

/** The content of an object as another version has it. */
export function translated(content: JsonObject, from: string, to: string): JsonObject {
  const spec = asObject(content.spec);
  const limited = asObject(spec?.limited);
  if (content.kind !== "PriorityLevelConfiguration" || limited === undefined) return content;
  const renamed = Object.entries(limited).map(([field, value]) =>
    [field === sharesName(from) ? sharesName(to) : field, value] as const
  );
  return { ...content, spec: { ...spec, limited: Object.fromEntries(renamed) } };
}

/** What of the metadata two versions of one object share. */
export function sharedMetadata(object: JsonObject): JsonObject {
  const { name, namespace, uid, creationTimestamp, labels, annotations } =
    asObject(object.metadata) ?? {};
  return {
    name: name ?? null,
    namespace: namespace ?? null,
    uid: uid ?? null,
    creationTimestamp: creationTimestamp ?? null,
    labels: labels ?? null,
    annotations: annotations ?? null,
  };
}
