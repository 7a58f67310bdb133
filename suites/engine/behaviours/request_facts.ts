/**
 * What a request asks for, as facts that others share: its verb, type, parameters, the operators of its
 * selectors, the fields that it sends, and how it was answered.
 *
 * @module
 */
import { VERBS } from "@plumbline/reports/request_words";
import { withoutOwnSelector } from "@plumbline/reports/text";
import { asObject, metadataOf } from "../../model/object.ts";
import type { JsonObject } from "../../client/http_client.ts";
import { isUnknownField } from "../../model/field_injection.ts";
import type { Seen } from "./behaviour.ts";
import { senderWords, verbOf } from "./wording.ts";

/** The kinds of facts; in this order they are named. */
export const FACT_KINDS = ["act", "type", "form", "body", "status"] as const;

/** A fact of a request: a kind, and words that follow those of the kinds before it. */
export type Fact = `${typeof FACT_KINDS[number]}: ${string}`;

/** Parameters of which every value behaves differently. */
const BY_VALUE =
  /^(fieldValidation|resourceVersionMatch|propagationPolicy|dryRun|force|orphanDependents|sendInitialEvents|allowWatchBookmarks)$/;

/** Parameters that change nothing, or whose effect the verb names. */
const SILENT = /^(watch|pretty|timeoutSeconds)$/;

/** What each object has, or the server sets. */
const OF_EVERY_OBJECT =
  /^(kind|apiVersion|name|namespace|uid|resourceVersion|creationTimestamp|managedFields|selfLink)$/;

/** Maps whose keys are the client's. */
const MAPS = /^(labels|annotations|data|stringData|binaryData)$/;

/** How deep the fields of a body are named. */
const DEPTH = 3;

/** The operators of selectors. */
const OPERATORS: readonly (readonly [string, RegExp])[] = [
  ["notin", /\bnotin\b/],
  ["in", /\bin\s*\(/],
  ["!=", /!=/],
  ["!", /(^|,)\s*!\s*\w/],
  ["=", /(^|[^!])=/],
];

/** Returns the facts of a request. */
export function factsOf(one: Seen): readonly Fact[] {
  const { place, verb, status, answer, method, identity, isAlone } = one;
  if (place === undefined) return [];
  const { resource, subresource, namespace } = place;
  const isAcross = namespace === "" && (verb === "list" || verb === "watch");
  return [
    ...new Set<Fact>([
      `act: ${verbOf(one)}`,
      ...verb === "patch" ? [`act: ${VERBS.patch}` as const] : [],
      `type: of ${resource}`,
      ...subresource ? [`form: of the subresource ${subresource}` as const] : [],
      ...isAcross ? ["form: across all namespaces" as const] : [],
      ...acceptedForm(one),
      ...sentForm(one),
      ...parameters(one),
      ...absentParameter(one),
      ...senderWords(identity).map((words) => `form: ${words}` as const),
      ...isAlone ? [] : ["form: beside other requests" as const],
      ...method === "GET" ? [] : bodyFacts(one),
      `status: that is answered with ${
        status >= 400 ? `${status} ${answer?.reason ?? ""}`.trim() : status >= 300 ? status : "2xx"
      }`,
    ]),
  ];
}

/** Returns the form in which a response is asked for. */
function acceptedForm({ accept }: Seen): readonly Fact[] {
  if (accept === "") return [];
  const [, kind] = /\bas=(\w+)/.exec(accept) ?? [];
  return [`form: that accepts ${kind === undefined ? accept : `a ${kind}`}`];
}

/** Returns the form in which an object is sent: those of patches are their verbs. */
function sentForm({ contentType, verb }: Seen): readonly Fact[] {
  return contentType === "" || verb === "patch" || verb === "apply"
    ? []
    : [`form: sent as ${contentType}`];
}

function parameters({ query }: Seen): readonly Fact[] {
  return [...query].flatMap(([name, value]): Fact[] => {
    if (SILENT.test(name)) return [];
    if (name.endsWith("Selector")) return selectorFacts(name, value);
    const facts: Fact[] = [`form: with ${name}`];
    if (value === "") facts.push(`form: with empty ${name}`);
    else if (name === "resourceVersion") {
      facts.push(`form: with ${name}${value === "0" ? "=0" : " of an earlier response"}`);
    } else if (BY_VALUE.test(name)) facts.push(`form: with ${name}=${value}`);
    return facts;
  });
}

/** Returns the parameter that a request leaves out and whose absence has a meaning. */
function absentParameter({ query, verb }: Seen): readonly Fact[] {
  const name = verb === "list" || verb === "watch"
    ? "resourceVersion"
    : /^(create|update|patch|apply)$/.test(verb)
    ? "fieldValidation"
    : undefined;
  return name === undefined || query.has(name) ? [] : [`form: without ${name}`];
}

function selectorFacts(name: string, value: string): Fact[] {
  // That of a case selects what the case created.
  const text = withoutOwnSelector(value);
  if (text === "") return [];
  return [
    `form: with ${name}`,
    ...OPERATORS.filter(([, operator]) => operator.test(text))
      .map(([operator]): Fact => `form: with "${operator}" in ${name}`),
    ...(text.match(/\bmetadata\.\w+/g) ?? []).map((field): Fact =>
      `form: with ${field} in ${name}`
    ),
  ];
}

function bodyFacts({ body, verb, answer }: Seen): readonly Fact[] {
  const isGoing = verb !== "create" && answer !== undefined &&
    metadataOf(answer).deletionTimestamp !== undefined;
  const going: readonly Fact[] = isGoing ? ["form: of an object that is being deleted"] : [];
  if (body === undefined) return going;
  if (verb === "delete" || verb === "deletecollection") {
    const options = Object.entries(body).filter(([key]) => !OF_EVERY_OBJECT.test(key));
    return [
      ...going,
      ...options.flatMap(([key, value]): Fact[] => [
        `form: with ${key}`,
        ...typeof value === "object" || !BY_VALUE.test(key)
          ? []
          : [`form: with ${key}=${value}` as const],
        ...Object.keys(asObject(value) ?? {}).map((name): Fact => `form: with ${key}.${name}`),
      ]),
    ];
  }
  const { resourceVersion, uid, generateName } = metadataOf(body);
  return [
    ...going,
    ...resourceVersion ? ["body: that states a resourceVersion" as const] : [],
    ...uid ? ["body: that states a uid" as const] : [],
    ...generateName ? ["body: with generateName" as const] : [],
    ...fieldFacts(body, "", DEPTH),
  ];
}

function fieldFacts(object: JsonObject, prefix: string, depth: number): Fact[] {
  return Object.entries(object).flatMap(([key, value]): Fact[] => {
    if (OF_EVERY_OBJECT.test(key)) return [];
    const path = prefix === "" ? key : `${prefix}.${key}`;
    const inner = asObject(value);
    const isInside = depth > 1 && inner !== undefined && !MAPS.test(key);
    if (isUnknownField(key)) return ["body: that sends an unknown field"];
    return [
      ...value === null ? ["body: that sends null" as const] : [],
      ...Array.isArray(value) && value.length === 0
        ? ["body: that sends an empty list" as const]
        : [],
      ...isInside ? fieldFacts(inner, path, depth - 1) : [`body: that sends ${path}` as const],
    ];
  });
}
