/**
 * The fields that a write is answered without, or with another value than it sends; and those that it does
 * not name, and that have another value than before, or are new.
 *
 * @module
 */
import { documentsOf } from "./answered_versions.ts";
import type { Exchange } from "./events.ts";
import { type Json, membersOf } from "./json.ts";
import { isWatch } from "./key_requests.ts";

/** Fields that a server writes. */
const OF_SERVER = /resourceVersion|generation|Timestamp|uid|managedFields|selfLink/;

/** Members of objects that are named by clients. */
const OF_CLIENT = /^(data|stringData|metadata\.(?:labels|annotations))\..*/;

/** The most fields that one mistake changes beside those that a write names. */
const MOST = 2;

/** Returns true for a write of an object that succeeded. */
export function isStoredWrite({ method, status }: Exchange): boolean {
  return ["POST", "PUT", "PATCH"].includes(method) && status < 300;
}

/** Returns the paths of such fields of a write, given the exchanges of its case. */
export function writtenOtherwise(write: Exchange, exchange: readonly Exchange[]): string[] {
  const [answer] = documentsOf(write.responseBody);
  if (answer === undefined) return [];
  const named = namedBy(write);
  const before = stateBefore(write, exchange, answer as Json);
  const beside = before === undefined || write.method === "POST" || named === undefined ? [] : [
    // What nobody applies any more is removed, and what an update does not name.
    ...write.method === "PATCH" ? differing(before, answer as Json, [], { isKept: true }) : [],
    ...addedTo(before, answer as Json, []),
  ].filter((path) => !named.some((one) => isWithin(path, one) || isWithin(one, path)));
  const [sent] = isJsonPatch(write) ? [] : documentsOf(write.requestBody ?? "");
  const isObject = sent !== undefined && answer.kind === (sent.kind ?? answer.kind);
  return [
    ...isObject ? differing(sent as Json, answer as Json, []) : [],
    ...beside.length <= MOST ? beside : [],
  ];
}

/**
 * Returns the paths of the fields of a value that another one does not have as they are.
 *
 * @param options.isKept True to pass over fields that the other one lacks.
 * @param options.isWhole True to compare the fields that a server writes, too.
 */
export function differing(
  sent: Json,
  found: Json | undefined,
  path: readonly string[],
  options: { readonly isKept?: boolean; readonly isWhole?: boolean } = {},
): string[] {
  const isEmpty = sent === null || sent === "" || Array.isArray(sent) && sent.length === 0;
  const isOfServer = path.some((name) => OF_SERVER.test(name));
  if (isEmpty || isOfServer && !options.isWhole) return [];
  if (options.isKept && found === undefined) return [];
  const [members, others] = [membersOf(sent), membersOf(found)];
  if (members !== undefined && (others !== undefined || Object.keys(members).length === 0)) {
    return Object.entries(members).flatMap(([name, value]) =>
      differing(value, others?.[name], [...path, name], options)
    );
  }
  if (Array.isArray(sent) && Array.isArray(found) && sent.length === found.length) {
    return sent.flatMap((item, at) => differing(item, found[at], path, options));
  }
  const isSame = JSON.stringify(sent) === JSON.stringify(found);
  return isSame ? [] : [path.join(".").replace(OF_CLIENT, "$1.*")];
}

/** Returns the paths of the fields that an object has after an update or patch that does not name them. */
export function addedBy(write: Exchange, exchange: readonly Exchange[]): string[] {
  const [answer] = write.method === "POST" ? [] : documentsOf(write.responseBody);
  const before = answer && stateBefore(write, exchange, answer as Json);
  return before === undefined ? [] : withoutNamed(addedTo(before, answer as Json, []), write);
}

/** Returns the paths of those fields that a write does not name; none if it cannot be read. */
function withoutNamed(paths: readonly string[], write: Exchange): string[] {
  const named = namedBy(write);
  if (named === undefined) return [];
  return paths.filter((path) => !named.some((one) => isWithin(path, one) || isWithin(one, path)));
}

/**
 * Returns the paths of the members that an object has, and had not before. Beside one that has changed they
 * may be its defaults.
 */
function addedTo(before: Json, found: Json, path: readonly string[]): string[] {
  const [had, has] = [membersOf(before), membersOf(found)];
  if (had === undefined || has === undefined) return [];
  const isSame = (name: string) => JSON.stringify(had[name]) === JSON.stringify(has[name]);
  const mayBeDefaults = path.length > 0 && Object.keys(had).some((name) => !isSame(name));
  return Object.entries(has).flatMap(([name, value]) => {
    const own = [...path, name];
    if (OF_SERVER.test(name) || own[0] === "status") return [];
    if (had[name] !== undefined) return addedTo(had[name], value, own);
    return mayBeDefaults ? [] : [own.join(".").replace(OF_CLIENT, "$1.*")];
  });
}

/**
 * Returns true if a refused update or merge patch has an effect: what a later read of its object shows in
 * other fields than before is what it sent.
 */
export function hasEffect(write: Exchange, exchange: readonly Exchange[]): boolean {
  const [sent] = isJsonPatch(write) ? [] : documentsOf(write.requestBody ?? "");
  if (sent === undefined || !["PUT", "PATCH"].includes(write.method)) return false;
  const [path] = write.path.split("?");
  const after = exchange.slice(exchange.indexOf(write) + 1);
  const isRead = (one: Exchange) => one.method === "GET" && one.status === 200 && one.path === path;
  const next = after.find((one) => isRead(one) || isStoredWrite(one));
  // What is accepted before the read may have sent the same.
  const read = next && isRead(next) ? next : undefined;
  const [found] = read === undefined ? [] : documentsOf(read.responseBody);
  const before = found && stateBefore(write, exchange, found as Json);
  if (before === undefined) return false;
  const changed = differing(found as Json, before, []);
  const unsent = differing(found as Json, sent as Json, []);
  return changed.length > 0 && changed.every((path) => !unsent.includes(path));
}

/** Returns the paths of the fields that a write names; undefined for a body that cannot be read. */
function namedBy(write: Exchange): string[] | undefined {
  try {
    const sent: Json = JSON.parse(write.requestBody ?? "");
    if (!isJsonPatch(write)) return leavesOf(sent, []);
    const operations = Array.isArray(sent) ? sent : [];
    return operations.flatMap((one) => {
      const { path, from } = membersOf(one) ?? {};
      return [path, from].filter((each) => typeof each === "string").map((pointer) =>
        pointer.slice(1).split("/").filter((name) => !/^(\d+|-)$/.test(name)).join(".")
          .replace(OF_CLIENT, "$1.*")
      );
    });
  } catch {
    return undefined;
  }
}

function leavesOf(value: Json, path: readonly string[]): string[] {
  const members = Object.entries(membersOf(value) ?? {});
  // An empty patch names nothing.
  return members.length === 0 && path.length > 0
    ? [path.join(".").replace(OF_CLIENT, "$1.*")]
    : members.flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
}

function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}.`) || other === "";
}

/** Returns the object of a write as the last response before it showed it, if it did. */
function stateBefore(
  write: Exchange,
  exchange: readonly Exchange[],
  answer: Json,
): Json | undefined {
  const uidOf = (value: unknown) => membersOf(membersOf(value)?.metadata)?.uid;
  const before = exchange.slice(0, exchange.indexOf(write)).filter((one) =>
    // Of the requests of several clients, the order is not known.
    one.status < 300 && one.client === undefined && !one.path.includes("dryRun=") && !isWatch(one)
  );
  const shown = before.flatMap(({ responseBody }) => documentsOf(responseBody) as Json[]);
  return shown.findLast((one) => uidOf(one) !== undefined && uidOf(one) === uidOf(answer));
}

function isJsonPatch({ requestHeaders }: Exchange): boolean {
  return /json-patch/.test(requestHeaders["content-type"] ?? "");
}
