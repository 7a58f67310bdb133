/**
 * The parts of a response that a dry-run request and the real one must have in common.
 *
 * @module
 */
import type { HttpResponse, Json } from "../../../client/http_client.ts";
import { canonical } from "../../../model/content.ts";
import { asObject, metadataOf } from "../../../model/object.ts";

/** Metadata that the server generates for each request. */
const GENERATED = [
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "deletionTimestamp",
  "managedFields",
  "selfLink",
];

/**
 * Returns the comparable parts of a response as a text: of an error the reason and code of its Status, of
 * an object all that is not generated, of a Status or a list the kind.
 */
export function comparable({ json, status }: Pick<HttpResponse, "json" | "status">): string {
  const body = asObject(json);
  if (body === undefined) return canonical(json ?? null);
  if (status >= 300) return canonical({ reason: body.reason ?? null, code: body.code ?? null });
  if (body.kind === "Status" || Array.isArray(body.items)) return String(body.kind);
  const metadata = metadataOf(body);
  const text = withoutNewTimes(
    canonical({ ...body, metadata: withoutGenerated(metadata) }),
    Date.parse(String(metadata.creationTimestamp)),
  );
  // Other fields may repeat what is generated.
  const repeated = "generateName" in metadata ? [metadata.uid, metadata.name] : [metadata.uid];
  return repeated.reduce(
    (rest: string, value) =>
      typeof value === "string" && value.length > 1 ? rest.replaceAll(value, "{generated}") : rest,
    text,
  );
}

/** A time as `canonical` writes it. */
const TIME = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g;

/**
 * Replaces the times since the object was created, such as those of its conditions: between the two
 * requests another second may have begun.
 */
function withoutNewTimes(text: string, created: number): string {
  return text.replaceAll(TIME, (time) => Date.parse(JSON.parse(time)) >= created ? "{now}" : time);
}

function withoutGenerated(metadata: { [key: string]: Json }): { [key: string]: Json } {
  const generated = "generateName" in metadata ? [...GENERATED, "name"] : GENERATED;
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !generated.includes(key)));
}
