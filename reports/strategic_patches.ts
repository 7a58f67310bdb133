/**
 * Strategic merge patches that a server applies as plain merge patches: it replaces the lists that it is
 * to merge, and keeps or drops the directives.
 *
 * @module
 */
import { documentsOf } from "./answered_versions.ts";
import type { Failure } from "./events.ts";
import { membersOf } from "./json.ts";
import { demandsRejection } from "./likeness.ts";

type Members = Readonly<Record<string, unknown>>;

/** Fields of the metadata that a server changes with each write. */
const OF_SERVER: readonly string[] = ["resourceVersion", "generation", "managedFields"];

/** Lists that a strategic merge patch merges. */
const MERGED: readonly string[] = [
  "conditions",
  "containers",
  "env",
  "finalizers",
  "imagePullSecrets",
  "initContainers",
  "ownerReferences",
  "ports",
  "volumeMounts",
  "volumes",
];

/** What a server does that does not merge lists. */
export const AS_MERGE_PATCHES =
  "A strategic merge patch is applied as a merge patch: lists are replaced, and directives have no effect";

/** Returns true if the last strategic merge patch of a failure did what a merge patch does, and is not to. */
export function isAppliedAsMergePatch(failure: Failure): boolean {
  const { exchange } = failure;
  const at = exchange.findLastIndex(({ method, status, requestHeaders }) =>
    method === "PATCH" && status < 300 &&
    requestHeaders["content-type"]?.includes("strategic-merge-patch") === true
  );
  const isLast = exchange.slice(at + 1).every(({ method }) => method === "GET");
  if (at < 0 || !isLast || demandsRejection(failure)) return false;
  const { requestBody = "", responseBody } = exchange[at]!;
  const [patch] = documentsOf(requestBody);
  const [answer] = documentsOf(responseBody);
  if (patch === undefined || answer === undefined) return false;
  const before = exchange.slice(0, at).filter(({ status }) => status < 300)
    .flatMap((one) => documentsOf(one.responseBody)).findLast((one) => isSame(one, answer));
  if (before === undefined || !isStrategic(patch, before)) return false;
  const merged = merge(before, patch);
  return JSON.stringify(plain(merged)) === JSON.stringify(plain(answer));
}

function isSame(one: Members, other: Members): boolean {
  const [mine, theirs] = [membersOf(one.metadata), membersOf(other.metadata)];
  return mine?.name !== undefined && mine.name === theirs?.name &&
    mine.namespace === theirs.namespace && one.kind === other.kind;
}

/** Returns true if a strategic merge patch does not do what a merge patch does. */
function isStrategic(patch: unknown, before: unknown): boolean {
  if (Array.isArray(patch)) return patch.some((item) => isStrategic(item, undefined));
  return Object.entries(membersOf(patch) ?? {}).some(([name, value]) => {
    const own = membersOf(before)?.[name];
    const isMerged = MERGED.includes(name) && Array.isArray(value) && Array.isArray(own) &&
      own.length > 0;
    return name.startsWith("$") || isMerged || isStrategic(value, own);
  });
}

/** Returns a value after a merge patch. */
function merge(value: unknown, patch: unknown): unknown {
  const changes = membersOf(patch);
  if (changes === undefined) return patch;
  const result: Record<string, unknown> = { ...membersOf(value) };
  for (const [name, change] of Object.entries(changes)) {
    if (change === null) delete result[name];
    else result[name] = merge(result[name], change);
  }
  return result;
}

/** Returns a value without directives, empty members and what a server writes, its members by name. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  const members = membersOf(value);
  if (members === undefined) return value;
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => !name.startsWith("$") && !OF_SERVER.includes(name))
      .map(([name, inner]) => [name, plain(inner)] as const)
      .filter(([, inner]) => !["{}", "[]", "null", undefined].includes(JSON.stringify(inner)))
      .sort(([one], [other]) => one < other ? -1 : 1),
  );
}
