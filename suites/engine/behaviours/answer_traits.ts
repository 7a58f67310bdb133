/**
 * Traits of single responses: their status, media type, kind, metadata and items.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject, keyOf, metadataOf } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";
import { levels } from "./wording.ts";

/** Metadata that each object has, or objects of some types. */
const METADATA = ["name", "uid", "resourceVersion", "creationTimestamp", "generation"] as const;

const TIMES = ["creationTimestamp", "deletionTimestamp"] as const;

/** The end of an error whose message gives no reason. */
const NO_REASON = /: (the )?request is (not supported|unsupported|invalid|malformed)$/;

const isTime = (value: Json | undefined): boolean =>
  value === undefined || value === null ||
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(value));

/** Returns what a response shows, each as texts from general to specific. */
export function answerTraits(one: Seen): string[][] {
  const texts = one.status >= 400 ? errorTexts(one) : one.place ? successTexts(one) : [
    `is answered with ${one.status} and ${one.mediaType || "no Content-Type"}`,
  ];
  if (one.place === undefined) {
    const path = one.path.replaceAll(/[\w-]*\d{3,}[\w-]*/g, "…");
    return texts.map((text) => [`${one.method} ${path} ${text}`]);
  }
  const traits = texts.map((text) => {
    const all = levels(one, text);
    // Of an error without a reason the request says more.
    return NO_REASON.test(text) ? all.filter((each) => !/^A (write|read) /.test(each)) : all;
  });
  if (one.status >= 400 || isAccepted(one)) return traits;
  // In whichever way the request accepts others.
  const specific = levels(one, `is answered as ${one.mediaType}, which it does not accept`);
  // A media type that no server of this API has is wrong in every response.
  const isOther = !/json|yaml|(kubernetes|svc)\.protobuf/.test(one.mediaType);
  const always = `A response is ${one.mediaType}, which the request does not accept`;
  return [...traits, isOther ? [always, ...specific] : specific];
}

/** Returns true if the media type of a response is one that the request names. */
function isAccepted({ accept, mediaType }: Seen): boolean {
  return (accept || "application/json").includes(mediaType);
}

/** Returns the words for an error, without what differs from case to case. */
function errorTexts({ status, answer, place, mediaType }: Seen): string[] {
  const { reason = "", message = "" } = answer ?? {};
  // That an error has no Status says nothing of why it is one.
  if (["", "text/plain"].includes(mediaType)) return [];
  if (answer?.kind !== "Status") return [`is answered with ${status} as ${mediaType}`];
  const words = String(message).slice(0, 300)
    .replaceAll(/"[^"]*"|\{.*\}|[\w./-]*\d{2,}[\w./-]*/g, "…")
    .replaceAll(place?.resource || "…", "…")
    .replaceAll(/\b[A-Z]\w+\.[\w.]+|\b…\.[\w.]+/g, "…");
  return [`is answered with ${status} ${reason}: ${words}`];
}

function successTexts(one: Seen): string[] {
  const { status, answer, accept, mediaType, verb, place, query } = one;
  const asks = accept === "" ? "" : `that accepts ${accept} `;
  const texts = [
    ...status === (verb === "create" ? 201 : 200) ? [] : [`is answered with ${status}`],
    ...isAccepted(one) ? [] : [`${asks}is answered as ${mediaType}`],
  ];
  if (answer === undefined || verb === "watch") return texts;
  const isKind = typeof answer.kind === "string";
  if (!isKind) texts.push(`${asks}is answered without a kind`);
  const kind = String(answer.kind);
  // A deletion may be answered with either.
  if (verb.startsWith("delete") && kind === "Status") return texts;
  if (accept.includes(`as=${kind.replace(/List$/, "")}`)) return texts;
  const singular = kind.toLowerCase().replace(/list$/, "").replace(/y$/, "");
  if (isKind && !place!.resource.startsWith(singular)) {
    return [...texts, `${asks}is answered with a ${kind}`];
  }
  if (isKind && answer.apiVersion !== place!.apiVersion) {
    texts.push("has another apiVersion than its path");
  }
  if (Array.isArray(answer.items)) return [...texts, ...listTexts(answer, query)];
  return [
    ...texts,
    ...missing(answer, one).map((field) => `is answered without metadata.${field}`),
    ...TIMES.filter((field) => !isTime(metadataOf(answer)[field]))
      .map((field) => `is answered with a metadata.${field} in another form`),
  ];
}

function missing(object: JsonObject, { place }: Seen): string[] {
  // A review is not stored: it has no name.
  if (/reviews$/.test(place!.resource)) return [];
  const metadata = metadataOf(object);
  return [...METADATA, ...place!.namespace ? ["namespace"] : []]
    .filter((field) => (metadata[field] ?? "") === "");
}

function listTexts(answer: JsonObject, query: URLSearchParams): string[] {
  const items = (answer.items as unknown[]).map((item) => asObject(item as JsonObject) ?? {});
  const { resourceVersion = "", continue: next = "", remainingItemCount } = metadataOf(answer);
  const limit = Number(query.get("limit"));
  const keys = items.map(keyOf);
  return [
    ...resourceVersion === "" ? ["has no resourceVersion"] : [],
    ...resourceVersion === "0" ? ["has the resourceVersion 0"] : [],
    ...next !== "" && !(limit > 0) ? ["has a continue token without a limit"] : [],
    ...remainingItemCount !== undefined && next === "" ? ["has remainingItemCount at its end"] : [],
    ...limit > 0 && items.length > limit ? ["has more items than its limit"] : [],
    ...limit > 0 && next !== "" && items.length < limit ? ["has fewer items than its limit"] : [],
    ...new Set(keys).size === keys.length ? [] : ["has an item twice"],
    ...TIMES.filter((field) => !items.every((item) => isTime(metadataOf(item)[field])))
      .map((field) => `has an item with a metadata.${field} in another form`),
  ];
}
