/**
 * Traits that no right server has: what responses show that contradicts the request, or the responses
 * before, whatever requirement a check is about.
 *
 * @module
 */
import type { Json, JsonObject } from "../../client/http_client.ts";
import { canonical } from "../../client/canonical_json.ts";
import { isUnknownField } from "../../model/field_injection.ts";
import { asObject, metadataOf, nameOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";
import { skippingWatches } from "./skipped_changes.ts";
import { BEHAVIOURS } from "./table.ts";
import { unnamedFields } from "./unnamed_fields.ts";
import { actOf, levels } from "./wording.ts";

/** What one exchange shows. */
export interface Fault {
  /** The index of the exchange. */
  readonly at: number;
  /** From general to specific. */
  readonly texts: readonly string[];
  /** True for what is wrong with a response and changes no state: nothing follows from it. */
  readonly isLocal?: true;
  /** True for what a behaviour of the table shows. */
  readonly isBehaviour?: true;
  /** True for what is wrong with one field, whichever that is. */
  readonly isOfField?: true;
}

/** Returns what exchanges show that no right server does. */
export function faultsOf(seen: readonly Seen[]): Fault[] {
  const places = seen.flatMap((one, at) => one.place?.isIrregular === false ? [{ one, at }] : []);
  return [
    ...places.flatMap(({ one, at }) => [
      ...kept(one).map((texts) => ({ at, texts })),
      ...misanswered(one).map((texts) => ({ at, texts, isLocal: true as const })),
      ...unnamed(one).map((texts) => ({
        at,
        texts,
        isLocal: true as const,
        isOfField: true as const,
      })),
    ]),
    ...overwritten(places),
    ...createdTwice(places),
    ...undecided(places),
    ...deletedNothing(places),
    ...skippingWatches(seen).map((at) => ({
      at,
      texts: [SKIPS, `${SKIPS}: ${seen[at]!.place!.resource}`],
      isLocal: true as const,
    })),
    ...behaving(seen),
  ];
}

const SKIPS = "A watch skips a change of an object, and sends later ones";

/** An exchange that is about objects, and its index. */
interface Placed {
  readonly one: Seen;
  readonly at: number;
}

/** The ids of behaviours that are allowed, that say nothing of why they show, or that are faults already. */
const NO_FAULTS = /5xx|202|^no resourceVersion |^errors |^an outdated /;

/** Returns the behaviours of the table that show. */
function behaving(seen: readonly Seen[]): Fault[] {
  return BEHAVIOURS.filter(({ refusal, id, isTrialOnly = false }) =>
    refusal === undefined && !isTrialOnly && !NO_FAULTS.test(id)
  )
    .flatMap(({ name, shows }) =>
      shows(seen).map((one) => ({
        at: seen.indexOf(one),
        texts: [name, `${name}: ${actOf(one)}`],
        isBehaviour: true as const,
      }))
    );
}

/** The statuses of requests that succeed; others are as wrong as a redirection. */
const SUCCESS: Readonly<Record<string, readonly number[]>> = {
  create: [200, 201, 202],
  update: [200, 201],
  patch: [200, 201],
  apply: [200, 201],
  delete: [200, 202],
  deletecollection: [200, 202],
};

/** Returns whether a request is answered with a status that no such request has. */
function misanswered(one: Seen): string[][] {
  const { status, verb, place } = one;
  const isOther = status < 400 && !(SUCCESS[verb] ?? [200]).includes(status);
  // What is gone is a state of the collection, and no object.
  const isGone = status === 410 && place!.name !== "" && verb !== "watch";
  return isOther || isGone ? [levels(one, `is answered with ${status}`)] : [];
}

/** Returns whether an object has a field that its type does not have. */
function kept(one: Seen): string[][] {
  const objects = [...objectsIn(one.answer), ...one.events.map(({ object }) => object)];
  if (one.status >= 300 || !objects.some(hasUnknownField)) return [];
  return [["An unknown field is kept", ...levels(one, "shows an unknown field")]];
}

/** Returns whether a write drops unknown fields that nothing names. */
function unnamed(one: Seen): readonly string[][] {
  const texts = unnamedFields(one);
  return texts.length > 0 ? [texts] : [];
}

/** Returns the writes that name a resourceVersion which another write has replaced, and succeed. */
function overwritten(places: readonly Placed[]): Fault[] {
  const stated = places.filter(({ one }) => isChange(one) && statedVersion(one) !== undefined)
    .filter(({ one }) => one.answer && resourceVersionOf(one.answer) !== statedVersion(one));
  const text = "with a resourceVersion that is not the current one is accepted";
  return [
    ...Map.groupBy(stated, ({ one }) => `${one.place!.resource} ${one.path} ${statedVersion(one)}`)
      .values(),
  ].filter(({ length }) => length > 1).flat().map(({ one, at }) => ({
    at,
    texts: levels(one, text),
  }));
}

function statedVersion({ body }: Seen): string | undefined {
  const stated = body && metadataOf(body).resourceVersion;
  return typeof stated === "string" && stated !== "" ? stated : undefined;
}

/** Returns the creates of one name between which nothing deleted the object. */
function createdTwice(places: readonly Placed[]): Fault[] {
  const created = places.filter(({ one }) => one.verb === "create" && isChange(one));
  const nameIn = ({ path, answer }: Seen) => `${path}/${nameOf(answer ?? {})}`;
  return [...Map.groupBy(created, ({ one }) => nameIn(one)).values()].flatMap((same) =>
    same.flatMap(({ one, at }, index) => {
      const before = same[index - 1];
      const isDeleted = before === undefined || uidOf(one.answer!) === uidOf(before.one.answer!) ||
        places.some((other) =>
          // A write can remove the last finalizer of an object that is being deleted.
          other.one.place!.resource === one.place!.resource && other.one.method !== "POST" &&
          other.one.method !== "GET" && other.at > before.at - CONCURRENT &&
          other.at < at + CONCURRENT
        );
      const text = "with the name of an existing object is accepted";
      return isDeleted ? [] : [{ at, texts: levels(one, text) }];
    })
  );
}

/** Returns the deletions that succeed although no object of the name can exist. */
function deletedNothing(places: readonly Placed[]): Fault[] {
  return places.flatMap(({ one, at }, index) => {
    if (one.verb !== "delete" || one.status >= 300 || !one.isAlone) return [];
    const before = places.slice(0, index).filter((other) =>
      other.one.place!.resource === one.place!.resource
    ).map((other) => other.one);
    const last = before.findLast(({ path, method }) => path === one.path || method !== "GET");
    const isMissing = last?.verb === "get" && last.path === one.path && last.status === 404 &&
      last.isAlone && last.identity === one.identity;
    // The names of a case are its own.
    const isOwn = OF_CASE.test(one.place!.name);
    const isNew = isOwn && !before.some((other) => mentions(other, one.place!.name));
    const text = "A DELETE of an object that does not exist succeeds";
    const texts = [text, `${text}: ${one.place!.resource}`];
    return isMissing || isNew ? [{ at, texts, isLocal: true }] : [];
  });
}

/** The names that runs give to objects. */
const OF_CASE = /^p[re]*[0-9a-f]{6,}-/;

/** Returns true if a request or its response names an object. */
function mentions({ path, body, answer, events }: Seen, name: string): boolean {
  return path.includes(name) || JSON.stringify([body, answer, events]).includes(name);
}

/** Returns the reviews that decide otherwise than the same review before, with no write in between. */
function undecided(places: readonly Placed[]): Fault[] {
  const decisions = new Map<string, Json | undefined>();
  const found: Fault[] = [];
  for (const { one, at } of places) {
    const isReview = one.method === "POST" && /reviews$/.test(one.place!.resource);
    if (!isReview && one.method !== "GET") decisions.clear();
    const allowed = asObject(one.answer?.status ?? null)?.allowed;
    if (!isReview || one.body?.spec === undefined || typeof allowed !== "boolean") continue;
    const key = canonical([one.path, one.identity, one.body.spec]);
    const before = decisions.get(key) ?? allowed;
    decisions.set(key, allowed);
    if (before === allowed || !one.isAlone) continue;
    const text = "The same review is answered otherwise, with no write in between";
    found.push({ at, texts: [text, `${text}: ${one.place!.resource}`] });
  }
  return found;
}

/** The distance of requests that may have been under way at the same time. */
const CONCURRENT = 10;

/** Returns true for a write that changed something. */
function isChange({ method, status, query, body, answer }: Seen): boolean {
  return method !== "GET" && method !== "DELETE" && status < 300 && !query.has("dryRun") &&
    body?.dryRun === undefined && answer !== undefined && uidOf(answer) !== undefined;
}

/** Returns the objects of a response. */
function objectsIn(answer: JsonObject | undefined): JsonObject[] {
  if (answer === undefined) return [];
  const inside = (list: Json | undefined) =>
    Array.isArray(list) ? list.map((each) => asObject(each) ?? {}) : undefined;
  const rows = inside(answer.rows)?.map((row) => asObject(row.object) ?? {});
  return inside(answer.items) ?? rows ?? [answer];
}

/** Returns true if a value, or one within it, has a field that no type has. */
function hasUnknownField(value: Json): boolean {
  if (Array.isArray(value)) return value.some(hasUnknownField);
  const object = asObject(value);
  return object !== undefined && Object.entries(object).some(([key, each]) =>
    // Their fields are the keys of maps, as paths.
    key !== "managedFields" && (isUnknownField(key) || hasUnknownField(each))
  );
}
