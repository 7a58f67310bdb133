/**
 * Checks that a write removes the fields that it leaves out or sets to null: an update replaces the
 * whole object. Only values that the preceding write sent are looked for, as a server may fill in
 * others.
 *
 * @module
 */
import type { HttpRequest, Json, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../object.ts";
import type { ResourceRequest } from "./resource_request.ts";
import { patchTypeOf } from "./written_fields.ts";

/** The paths, without positions in lists, at which a server sets nothing but the known defaults. */
const PATHS: Readonly<Record<string, RegExp>> = {
  secrets: /^(metadata\.(labels|annotations)|data|immutable$)/,
  deployments: new RegExp(
    "^(metadata\\.labels|spec\\.(replicas|minReadySeconds|revisionHistoryLimit|" +
      "progressDeadlineSeconds|paused|strategy)$|spec\\.strategy\\.|" +
      "spec\\.template\\.(metadata\\.(labels|annotations)|spec\\.(nodeSelector|" +
      "terminationGracePeriodSeconds$|containers\\.(env|ports|args|command|workingDir))))",
  ),
  roles: /^(metadata\.(labels|annotations)|rules)/,
  clusterroles: /^(metadata\.(labels|annotations)|rules|aggregationRule)/,
  rolebindings: /^(metadata\.(labels|annotations)|subjects$|subjects\.namespace$)/,
  clusterrolebindings: /^(metadata\.(labels|annotations)|subjects$|subjects\.namespace$)/,
};

/** The defaults at these paths; 0, false and empty values are always permitted. */
const DEFAULTS: Readonly<Record<string, Json>> = {
  "spec.replicas": 1,
  "spec.revisionHistoryLimit": 10,
  "spec.progressDeadlineSeconds": 600,
  "spec.strategy.type": "RollingUpdate",
  "spec.strategy.rollingUpdate.maxSurge": "25%",
  "spec.strategy.rollingUpdate.maxUnavailable": "25%",
  "spec.template.spec.terminationGracePeriodSeconds": 30,
};

/** A field that a write should have removed. */
export interface KeptField {
  readonly requirement: "exchanges.update-replaces" | "exchanges.null-removes";
  readonly expected: string;
  readonly actual: string;
}

/**
 * Returns the first field of the preceding write that a write should have removed.
 *
 * @param before the body of the preceding write
 */
export function keptField(
  { method, body, headers }: HttpRequest,
  { resource, subresource }: ResourceRequest,
  before: JsonObject,
  answered: JsonObject,
): KeptField | undefined {
  const sent = asObject(body);
  const paths = PATHS[resource];
  if (sent === undefined || paths === undefined || subresource !== "") return undefined;
  const replaces = method === "PUT";
  const patch = method === "PATCH" ? patchTypeOf(headers) : undefined;
  if (!replaces && patch !== "merge" && patch !== "strategic") return undefined;
  const search = { paths, replaces, answered, text: asObject(sent.stringData) ?? {} };
  const path = keptIn(search, before, sent, answered, "");
  return path === undefined ? undefined : {
    requirement: replaces ? "exchanges.update-replaces" : "exchanges.null-removes",
    expected: `no ${path}, which the write ${replaces ? "leaves out" : "sets to null"}`,
    actual: `${path} as the write before sent it`,
  };
}

interface Search {
  readonly paths: RegExp;
  readonly replaces: boolean;
  readonly answered: JsonObject;
  readonly text: JsonObject;
}

/** Returns the path of the first kept value; `sent` is undefined or null where it was left out. */
function keptIn(
  search: Search,
  before: Json | undefined,
  sent: Json | undefined,
  answered: Json | undefined,
  path: string,
): string | undefined {
  if (before === undefined || before === null || answered === undefined) return undefined;
  if (sent === null || (sent === undefined && search.replaces)) {
    const isKept = search.paths.test(path) && isSame(before, answered, path);
    if (isKept) return path;
    // Some members of a removed object may be kept.
    return Array.isArray(before) ? undefined : keptMember(search, before, null, answered, path);
  }
  if (Array.isArray(before) && Array.isArray(sent) && Array.isArray(answered)) {
    if (!search.replaces || sent.length !== answered.length) return undefined;
    const isNamed = /containers$/.test(path);
    for (const [at, item] of sent.entries()) {
      const name = asObject(item)?.name;
      const same = (each: Json) => asObject(each)?.name === name;
      const [old, now] = isNamed
        ? [before.find(same), answered.find(same)]
        : [before[at], answered[at]];
      const kept = keptMember(search, old, item, now, path);
      if (kept !== undefined) return kept;
    }
    return undefined;
  }
  return keptMember(search, before, sent, answered, path);
}

function keptMember(
  search: Search,
  before: Json | undefined,
  sent: Json | undefined,
  answered: Json | undefined,
  path: string,
): string | undefined {
  const [old, now] = [asObject(before), asObject(answered)];
  if (old === undefined || now === undefined) return undefined;
  for (const [key, value] of Object.entries(old)) {
    const inside = path === "" ? key : `${path}.${key}`;
    if (key.startsWith("$") || (path === "data" && key in search.text)) continue;
    // Controllers write the rules of aggregated roles.
    if (inside === "rules" && search.answered.aggregationRule) continue;
    const next = sent === null ? null : asObject(sent)?.[key];
    const kept = keptIn(search, value, next, now[key], inside);
    if (kept !== undefined) return kept;
  }
  return undefined;
}

/** Returns true if a value is not empty, not a default, and as it was sent before. */
function isSame(before: Json, answered: Json | undefined, path: string): boolean {
  if (Array.isArray(before)) {
    return Array.isArray(answered) && before.length > 0 && before.length === answered.length &&
      before.every((item, at) => isItemOf(item, answered[at]));
  }
  if (typeof before === "object") return false;
  return Boolean(before) && before === answered && DEFAULTS[path] !== before;
}

/** Returns true if an item of a list has all that was sent; the server may add defaults. */
function isItemOf(sent: Json, answered: Json | undefined): boolean {
  if (Array.isArray(sent)) {
    return Array.isArray(answered) && sent.every((item, at) => isItemOf(item, answered[at]));
  }
  const [members, returned] = [asObject(sent), asObject(answered)];
  if (members === undefined) return sent === answered || (!sent && answered === undefined);
  return returned !== undefined &&
    Object.entries(members).every(([key, value]) => isItemOf(value, returned[key]));
}
