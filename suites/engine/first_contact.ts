/**
 * Describes what a target was found to serve, and what the run judges, in a few lines.
 *
 * @module
 */
import type { FeatureResult } from "@plumbline/reports/events";
import { codeOfFailure } from "@plumbline/reports/hidden_errors";
import { pluralize, truncate } from "@plumbline/reports/text";
import type { Check } from "../check.ts";
import type { AddedMember } from "../client/added_metadata.ts";
import type { ServedType } from "../client/contact.ts";
import { DEMANDED_FEATURES } from "../features.ts";
import type { Target } from "../client/target.ts";
import { asObject } from "../model/object.ts";
import { collectionPath, type ResourceType, typesOf } from "../resources/mod.ts";
import type { ExecutionScope } from "./execution_scope.ts";
import { reasonLeftOut } from "./check_run.ts";
import { describeResponse } from "../session/violation.ts";
import { servesNamespaces } from "./namespace_pool.ts";
import type { Scopes } from "./scopes.ts";
import { VERBS } from "./verb_trial.ts";

/** What is known of a run before its first check. */
export interface Contacted {
  readonly target: Target;
  readonly scopes: Scopes;
  readonly checks: readonly Check[];
  readonly features: readonly FeatureResult[];
  /** What the target adds to every object. */
  readonly added: readonly AddedMember[];
  /** The query of a deletion of a collection that deletes what it does not select. */
  readonly excess?: string | undefined;
  /** How watches are opened, if not as usual. */
  readonly watches?: string | undefined;
}

/** Types that are named, reasons to leave out checks, types that are tried, and characters, at most. */
const MOST = { types: 4, reasons: 3, creates: 4, characters: 160 } as const;

/** The features that are forms of a patch, and the words for them. */
const PATCHES = {
  "merge-patch": "merge",
  "json-patch": "JSON",
  "strategic-merge-patch": "strategic merge",
  "server-side-apply": "apply",
} as const;

/** The features of access, and the words for them. */
const ACCESS = {
  rbac: "roles",
  reviews: "access reviews",
  impersonation: "impersonation",
} as const;

/** Returns the lines, each with a word for what it is about; none for the reference server. */
export async function describeContact(contacted: Contacted): Promise<string[]> {
  const { target, features } = contacted;
  if (target.contact === undefined) return [];
  const missing = features.filter(({ found, verdict }) =>
    verdict === "unsupported" || (verdict === "fail" && found === "absent")
  );
  const ignored = features.filter(({ found }) => found === "ignored");
  const { paging, access, errors, creates } = await probed(contacted);
  const served = VERBS.filter((verb) =>
    typesOf(target).some(({ unserved = [] }) => !unserved.includes(verb))
  );
  const isFound = (name: string) =>
    features.some(({ feature, found }) => feature === name && found === "present");
  // The parts of the API are there unless they are reported; features were probed if they are needed.
  const isThere = (name: string) =>
    name in DEMANDED_FEATURES ? !missing.some(({ feature }) => feature === name) : isFound(name);
  const patches = Object.entries(PATCHES).filter(([name]) => isThere(name)).map(([, word]) => word);
  const others = [
    ...features.filter(({ feature, found }) => found === "present" && !(feature in PATCHES))
      .map(({ feature }) => feature),
    ...paging === "paged" ? ["paging"] : [],
  ];
  const lines: [string, string][] = [
    ["types", typesLine(target)],
    ["dialect", `${target.dialect.name}: ${target.contact.dialectSeen ?? "as given"}`],
    ["verbs", verbsLine(served, target)],
    ...creates === undefined ? [] : [["creates", creates] as [string, string]],
    ...contacted.watches === undefined ? [] : [["watches", contacted.watches] as [string, string]],
    ["patches", served.includes("patch") ? patches.join(", ") || "none" : "none"],
    ...others.length > 0 ? [["has", others.join(", ")] as [string, string]] : [],
    ["namespaces", await namespacesLine(contacted)],
    ["access", access],
    ...errors === undefined ? [] : [["errors", errors] as [string, string]],
  ];
  const lacking = [
    ...missing.map(({ feature }) => feature),
    ...paging === "unpaged" ? ["paging"] : [],
  ];
  if (lacking.length > 0) {
    lines.push(["without", `${lacking.join(", ")} (stated by --without ${lacking.join()})`]);
  }
  if (ignored.length > 0) {
    const names = ignored.map(({ feature }) => feature).join(",");
    const shown = ignored.map(({ seen }) => seen).join("; ");
    lines.push(["ignored", `${shown} (a failure; --without ${names} if it is not offered)`]);
  }
  if (contacted.added.length > 0) {
    const members = contacted.added.map(({ field, key }) => `${field.slice(0, -1)} ${key}`);
    lines.push(["adds", `${members.join(", ")} to every object: left out of comparisons`]);
  }
  if (contacted.excess !== undefined) {
    const what =
      `a DELETE of a collection with ${contacted.excess} deletes what it does not select`;
    lines.push(["deletions", `${what} (a failure): the checks run one after the other`]);
  }
  lines.push(["judged", judgedLine(contacted)]);
  return lines.map(([word, text]) => `${word.padEnd(11)} ${text}`);
}

function verbsLine(served: readonly string[], { typeSelection }: Target): string {
  const stays = served.includes("create") && !served.includes("delete")
    ? "; nothing can be deleted: what a run creates stays, and --quick creates least"
    : "";
  const isOfSome = typeSelection?.isDefault === true && typeSelection.names !== "all";
  const others = isOfSome ? "; --types all looks for types of which objects can be" : "";
  const isFixed = served.length > 0 && !served.includes("create");
  const fixed = isFixed ? `; nothing is created, so that little is judged${others}` : "";
  return `${served.join(", ") || "none"}${stays}${fixed}`;
}

function typesLine({ contact, types, typeSelection, leftOut = {} }: Target): string {
  if (types === undefined) return "those of the specification";
  const names = types.slice(0, MOST.types).map(({ resource }) => resource);
  const more = types.length > names.length ? `, and ${types.length - names.length} more` : "";
  const which = typeSelection?.isDefault !== true
    ? ""
    : typeSelection.names === "all"
    ? ", all that the server lists: it has none of the specification"
    : "; the server has no others of the specification";
  const from = contact?.source === "discovery" ? "" : `, from ${contact?.source}`;
  const without = Object.entries(leftOut).map(([name, reason]) => `; not ${name}, as ${reason}`);
  return types.length === 0
    ? `none that can be used${listedOnly(contact?.types ?? []) || unusable(leftOut)}`
    : `${pluralize(types.length, "type")}: ${names.join(", ")}${more}${from}${which}${
      without.join("")
    }`;
}

/** Says why none of the types can be used, those with one reason together. */
function unusable(leftOut: NonNullable<Target["leftOut"]>): string {
  const reasons = Map.groupBy(Object.entries(leftOut), ([, reason]) => reason);
  return [...reasons].slice(0, MOST.reasons).map(([reason, types]) => {
    const names = types.slice(0, MOST.types).map(([name]) => name).join(", ");
    const more = types.length > MOST.types ? ` and ${types.length - MOST.types} more` : "";
    return `; not ${names}${more}: ${truncate(reason, MOST.characters)}`;
  }).join("");
}

/** Describes types that a server lists without a verb that reads a collection. */
function listedOnly(types: readonly ServedType[]): string {
  const verbs = new Set(types.flatMap((type) => type.verbs));
  if (verbs.size === 0 || verbs.has("list")) return "";
  const names = types.slice(0, MOST.types).map(({ resource }) => resource);
  const more = types.length > names.length ? ` and ${types.length - names.length} more` : "";
  return `: discovery lists ${names.join(", ")}${more} with ${[...verbs].join(", ")}, but no list`;
}

async function namespacesLine({ target, scopes }: Contacted): Promise<string> {
  if (typesOf(target).every(({ namespaced }) => !namespaced)) return "all types are cluster-scoped";
  if (!await scopes.exclusive()) {
    return `${target.namespace}, as ${scopes.refusedNamespaces}; --namespace NAME chooses another`;
  }
  return servesNamespaces(target)
    ? "two are created for each case"
    : "any name is accepted: two for each case, and none is created";
}

/** Returns how many checks run, and in a few words why most of the others do not. */
function judgedLine({ target, checks, features }: Contacted): string {
  const reasons = checks.flatMap((check): string[] => {
    const reason = reasonLeftOut(check, { features, target });
    return reason === undefined ? [] : [shortReason(reason)];
  });
  const groups = [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, all]) => ({ reason, count: all.length }))
    .sort((a, b) => b.count - a.count);
  const shown = groups.slice(0, MOST.reasons).map(({ reason, count }) => `${count} ${reason}`);
  const count = `${checks.length - reasons.length} of ${pluralize(checks.length, "check")}`;
  if (shown.length === 0) return count;
  return `${count}; left out: ${shown.join(", ")}${groups.length > shown.length ? ", …" : ""}`;
}

/** Returns the reason to leave out a check without what the report says of it. */
function shortReason(reason: string): string {
  const lacking =
    /^the target (?:does not (?:support|serve|declare)|is declared to lack) (\S+?):?(?: |$)/
      .exec(reason)?.[1];
  if (lacking !== undefined) return `about ${lacking}`;
  if (reason.endsWith("which the target does not serve")) return "about types that are not served";
  if (reason.endsWith("among the types of this run")) return "about types that are not chosen";
  const left = /^it is about (\S+), but /.exec(reason)?.[1];
  return left === undefined ? `as ${reason}` : `about ${left}`;
}

/** What three more probes showed. */
interface Probed {
  readonly paging: "paged" | "unpaged" | "unknown";
  readonly access: string;
  /** What is wrong with every error, if it is. */
  readonly errors?: string | undefined;
  /** How every create is refused, if it is. */
  readonly creates?: string | undefined;
}

/** Asks for a page of one object, for a list without credentials, and for an object that is not there. */
async function probed({ target, scopes, features }: Contacted): Promise<Probed> {
  const type = typesOf(target).find(({ unserved = [] }) =>
    !unserved.includes("create") && !unserved.includes("delete")
  );
  const roles = accessWords(features);
  const identities = target.identities.length > 1
    ? pluralize(target.identities.length - 1, "other identity").replace("identitys", "identities")
    : "no other identity (--identity NAME=TOKEN)";
  return await scopes.survey<Probed>(async (scope) => {
    const listed = typesOf(target).find(({ unserved = [] }) => !unserved.includes("list"));
    const anonymous = await anonymousAccess(scope, listed);
    const paging = type === undefined ? "unknown" : await pagingOf(scope, type);
    const errors = type === undefined ? undefined : await errorsOf(scope, type);
    const creates = paging === "unknown" ? await refusedCreates(scope, typesOf(target)) : undefined;
    return {
      creates,
      paging,
      access: [anonymous, roles, identities].filter(Boolean).join("; "),
      errors,
    };
  }, () => ({ paging: "unknown", access: "unknown", errors: undefined }));
}

/** Returns which features of access are there, and why others are unclear. What no check asks for was not probed. */
function accessWords(features: readonly FeatureResult[]): string {
  const asked = features.filter(({ feature }) => feature in ACCESS);
  const wordOf = ({ feature }: FeatureResult) => ACCESS[feature as keyof typeof ACCESS];
  const known = asked.filter(({ found }) => found !== "inconclusive")
    .map((each) => each.found === "present" ? wordOf(each) : `no ${wordOf(each)}`);
  // It is judged, and all of it may fail.
  const unclear = asked.filter(({ found, verdict }) =>
    found === "inconclusive" && verdict !== "unsupported"
  );
  if (unclear.length === 0) return known.join(", ");
  const seen = [...new Set(unclear.flatMap(({ seen }) => seen.split("; ")))].join(", ");
  const names = unclear.map(({ feature }) => feature).join();
  const words = `${unclear.map(wordOf).join(" and ")} unclear: ${seen} (--without ${names})`;
  return [...known, words].join(", ");
}

async function anonymousAccess(scope: ExecutionScope, type?: ResourceType): Promise<string> {
  if (scope.target.needsCertificate) {
    return "no connection is accepted without the client certificate, which every request has";
  }
  const { target: { dialect }, namespaces: [namespace] } = scope;
  const path = type === undefined ? "/apis" : collectionPath(type, dialect, namespace);
  const { status } = await scope.send({ method: "GET", path, identity: "" });
  return status < 300
    ? "requests without credentials are let in (--without authentication)"
    : `requests without credentials get ${status}`;
}

/** Returns what is wrong with the answer to a GET of an object that is not there; undefined if nothing is. */
async function errorsOf(scope: ExecutionScope, type: ResourceType): Promise<string | undefined> {
  if (type.unserved?.includes("get")) return undefined;
  const { target: { dialect }, namespaces: [namespace] } = scope;
  const path = `${collectionPath(type, dialect, namespace)}/${scope.name("missing")}`;
  const { status, json } = await scope.send({ method: "GET", path });
  const body = asObject(json);
  const code = codeOfFailure(body);
  const what = `${status} for an object that is not there`;
  if (status < 300) {
    return code === undefined
      ? `${what} (a failure)`
      : `${what}: only the Status in the body says ${code}, which counts from here on (a failure)`;
  }
  return status === 404 && body?.kind !== "Status"
    ? `${what} without a Status (a failure)`
    : undefined;
}

/** Returns how creates of all types are refused; undefined if one succeeds, or none is served. */
async function refusedCreates(
  scope: ExecutionScope,
  types: readonly ResourceType[],
): Promise<string | undefined> {
  const served = types.filter(({ unserved = [] }) =>
    !unserved.includes("create") && !unserved.includes("delete")
  ).slice(0, MOST.creates);
  const refusals: string[] = [];
  for (const type of served) {
    const response = await scope.create(type, scope.newObject(type, { name: "first" }));
    if (response.status < 300) return undefined;
    refusals.push(`${type.resource}: ${truncate(describeResponse(response), MOST.characters)}`);
  }
  const [first] = refusals;
  return first === undefined
    ? undefined
    : `none succeeds, so that little is judged (a failure): ${first}`;
}

async function pagingOf(scope: ExecutionScope, type: ResourceType): Promise<Probed["paging"]> {
  for (const name of ["one", "two"]) {
    const { status } = await scope.create(type, scope.newObject(type, { name }));
    if (status >= 300) return "unknown";
  }
  const path = collectionPath(type, scope.target.dialect, scope.namespaces[0]);
  const query = { limit: "1", labelSelector: scope.selector };
  const { status, json } = await scope.send({ method: "GET", path, query });
  const { items, metadata } = asObject(json) ?? {};
  if (status !== 200 || !Array.isArray(items)) return "unknown";
  if (items.length <= 1) return asObject(metadata)?.continue ? "paged" : "unknown";
  return "unpaged";
}
