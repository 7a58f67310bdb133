/**
 * What of an answer a dry request and a real one must have in common.
 *
 * @module
 */
import type { HttpResponse, Json } from "../../../client/http_client.ts";
import { canonical } from "../../../model/content.ts";
import { asObject, metadataOf } from "../../../model/object.ts";

/** Metadata that the server makes up, anew for each request. */
const GENERATED = [
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "deletionTimestamp",
  "managedFields",
  "selfLink",
];

/**
 * The answer as a text: equal texts are alike. Of a refusal that is its Status' reason and code; of
 * an object what is not generated; of a Status or a list its kind.
 */
export function comparable({ json, status }: Pick<HttpResponse, "json" | "status">): string {
  const body = asObject(json);
  if (body === undefined) return canonical(json ?? null);
  if (status >= 300) return canonical({ reason: body.reason ?? null, code: body.code ?? null });
  if (body.kind === "Status" || Array.isArray(body.items)) return String(body.kind);
  return canonical({ ...body, metadata: withoutGenerated(metadataOf(body)) });
}

function withoutGenerated(metadata: { [key: string]: Json }): { [key: string]: Json } {
  const generated = "generateName" in metadata ? [...GENERATED, "name"] : GENERATED;
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !generated.includes(key)));
}
