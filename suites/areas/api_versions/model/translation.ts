/**
 * Translates objects between API versions: they are the same, except for one renamed field (chapter
 * "Versioning", scheduled removals).
 *
 * @module
 */
import type { JsonObject } from "../../../client/http_client.ts";
import { asObject } from "../../../model/object.ts";

/** Returns the field name of a priority level's shares in a version of the flow-control group. */
export function sharesName(version: string): string {
  return version === "v1beta1" || version === "v1beta2"
    ? "assuredConcurrencyShares"
    : "nominalConcurrencyShares";
}

/** Returns an object without its apiVersion, metadata and status. */
export function translatedContent(object: JsonObject): JsonObject {
  const { apiVersion: _version, metadata: _metadata, status: _status, ...content } = object;
  return content;
}

/** Returns the content of an object in another API version. */
export function translated(content: JsonObject, from: string, to: string): JsonObject {
  const spec = asObject(content.spec);
  const limited = asObject(spec?.limited);
  if (content.kind !== "PriorityLevelConfiguration" || limited === undefined) return content;
  const renamed = Object.entries(limited).map(([field, value]) =>
    [field === sharesName(from) ? sharesName(to) : field, value] as const
  );
  return { ...content, spec: { ...spec, limited: Object.fromEntries(renamed) } };
}

/** Returns the metadata that is the same in all API versions of an object. */
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
