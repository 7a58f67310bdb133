/**
 * What failures of one behaviour have in common, whatever requirements they violate: the same rejection
 * of valid requests, the same kind of invalid request accepted, the same words.
 *
 * @module
 */
import type { Exchange, Failure } from "./events.ts";

/** Number of characters of a text that are compared. */
const MAX_TEXT = 300;

/** What many different mistakes violate a requirement with. */
const UNSPECIFIC = /^(an error|success|accepted|rejected|unchanged|\d\d\d|…)/i;

/** The words of what is expected from which on only one behaviour violates it in the same words. */
const SPECIFIC = 4;

/** Words of what is expected of a request that must not succeed. */
const REJECTION = /\berror\b|\breject|\bforbidden\b|\b4xx\b|\brefus|\b4\d\d\b/i;

/** Words of what was observed of a request that succeeded. */
const ACCEPTED = /^(2\d\d\b|accepted|success)|\bactual 2\d\d\b|\b20[01]\b/i;

/** The status and reason of a response whose message says who may not do what. */
const WHO = /^40[13] (Unauthorized|Forbidden)(?=:)/;

/** Areas whose requirements say who may do what. */
const ACCESS: readonly string[] = ["access", "reviews"];

/** Returns keys, of which failures of one behaviour share at least one. */
export function likenessOf(failure: Failure): string[] {
  return [
    factsOf(failure),
    ...[rejectionOf(failure), acceptanceOf(failure), accessOf(failure)]
      .filter((key) => key !== undefined),
  ];
}

/** Returns what is the same in the failures of one behaviour for several operations or fields. */
function factsOf({ requirement, expected, actual }: Failure): string {
  const [area = "", name = ""] = requirement.split(".");
  // Names, numbers and values differ from case to case, and so does what is in parentheses.
  const words = (text: string) =>
    WHO.exec(text)?.[0] ??
      generalized(text.slice(0, MAX_TEXT).replaceAll(/ \([^)]*\)|(?<=[ :])[{[].*/gs, ""));
  const isSpecific = !UNSPECIFIC.test(expected) &&
    (words(expected).match(/[a-z]{3,}/gi) ?? []).length >= SPECIFIC;
  const family = isSpecific ? area : `${area}.${name.split("-")[0]}`;
  return JSON.stringify([family, words(expected), words(actual)]);
}

/** Returns the rejection of a valid request: the same verb, status and message. */
function rejectionOf({ expected, actual, exchange }: Failure): string | undefined {
  const status = Number(/^[45]\d\d\b/.exec(actual)?.[0]);
  const last = exchange.at(-1);
  if (last?.status !== status || REJECTION.test(expected.slice(0, MAX_TEXT))) return undefined;
  // Who is forbidden what says little: roles decide it.
  if (status === 403) return undefined;
  const message = generalized(messageOf(last).slice(0, MAX_TEXT)).replaceAll(typeOf(last), "…");
  // That an object is missing or exists says nothing of other types.
  const type = status === 404 || status === 409 ? typeOf(last) : "";
  return JSON.stringify(["rejected", actOf(last), type, status, message]);
}

/** Returns the invalid request that was accepted: the same verb and type. */
function acceptanceOf({ expected, actual, exchange }: Failure): string | undefined {
  const last = exchange.at(-1);
  const isAccepted = last !== undefined && last.status < 300 && last.method !== "GET" &&
    REJECTION.test(expected.slice(0, MAX_TEXT)) && ACCEPTED.test(actual.slice(0, 60));
  if (!isAccepted) return undefined;
  // A role and a cluster role are validated by the same rules.
  return JSON.stringify(["accepted", actOf(last), typeOf(last).replace(/^cluster/, "")]);
}

/** Returns whether an identity may do less or more than granted. */
function accessOf({ requirement, expected }: Failure): string | undefined {
  const [area = ""] = requirement.split(".");
  if (!ACCESS.includes(area)) return undefined;
  const isGranted = /\bmay (?!not)|allowed: true|"allowed":true/.test(expected);
  const isDenied = /\bmay not|\bforbidden|allowed: false|not allowed/.test(expected);
  return isGranted === isDenied ? undefined : JSON.stringify([area, isGranted]);
}

/** Replaces quoted words, names and numbers, which differ from case to case. */
function generalized(text: string): string {
  return text.replaceAll(/"[^"]*"|[\w./-]*\d{2,}[\w./-]*/g, "…");
}

function messageOf({ responseBody }: Exchange): string {
  return /"message":"((?:[^"\\]|\\.)*)"/.exec(responseBody)?.[1]?.replaceAll('\\"', '"') ?? "";
}

/** Returns the method, with the form of a patch, and the subresource. */
function actOf({ method, path, requestHeaders }: Exchange): string {
  const form = method === "PATCH" ? requestHeaders["content-type"] ?? "" : "";
  const isWatch = /[?&]watch=(1|true)\b/.test(path);
  return [method, form, isWatch ? "watch" : "", segmentsOf(path).subresource].join(" ");
}

/** Returns the method, type and subresource of a request, such as `PUT deployments/status`. */
export function requestWords({ method, path }: Exchange): string {
  const { type, subresource } = segmentsOf(path);
  const verb = /[?&]watch=(1|true)\b/.test(path) ? "watch of" : method;
  return `${verb} ${[type, subresource].filter(Boolean).join("/")}`;
}

function typeOf({ path }: Exchange): string {
  return segmentsOf(path).type;
}

function segmentsOf(path: string): { readonly type: string; readonly subresource: string } {
  const match =
    /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/(?:namespaces\/[^/]+\/(?=[^/]+))?([^/?]+)(?:\/[^/?]+)?(?:\/([^/?]+))?/
      .exec(path);
  return { type: match?.[1] ?? path.split("?")[0]!, subresource: match?.[2] ?? "" };
}
