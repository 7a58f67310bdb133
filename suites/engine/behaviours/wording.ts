/**
 * The words for requests: a verb with its subresource, a type, and what was asked for with parameters.
 *
 * @module
 */
import { PATCHES, type Verb, VERBS } from "@plumbline/reports/request_words";
import { isOwnSelector } from "@plumbline/reports/text";
import { asObject, namespaceOf } from "../../model/object.ts";
import type { Seen } from "./behaviour.ts";

/** Parameters of which every value behaves differently. */
const BY_VALUE = /^(fieldValidation|resourceVersionMatch|propagationPolicy|dryRun|force)$/;

/** Parameters that are named elsewhere, or that change nothing. */
const SILENT = /^(watch|fieldManager|pretty)$/;

/** Returns the words for what a request does, such as `A merge patch of status`. */
export function actOf({ verb, contentType, place }: Seen): string {
  const act = (verb === "patch" ? PATCHES[contentType] : undefined) ?? VERBS[verb as Verb];
  return place?.subresource ? `${act} of ${place.subresource}` : act;
}

/** Returns the words for what a request does, those of a patch with its form. */
export function verbOf({ verb, contentType }: Seen): string {
  if (verb !== "patch") return VERBS[verb as Verb];
  return PATCHES[contentType] ?? `${VERBS.patch} sent as ${contentType || "application/json"}`;
}

/** Returns the words for what a request asks for, such as `with limit` or `in all namespaces`. */
export function formsOf(one: Seen): string[] {
  const { query, body, verb, accept, place, identity } = one;
  const isDelete = verb === "delete" || verb === "deletecollection";
  const parameters = [...query, ...isDelete ? Object.entries(asObject(body) ?? {}) : []];
  const forms = parameters.flatMap(([key, value]) => {
    if (SILENT.test(key) || /^(kind|apiVersion)$/.test(key)) return [];
    if (key === "labelSelector" && isOwnSelector(String(value))) return [];
    if (key === "resourceVersion") {
      return [value === "0" ? "with resourceVersion=0" : `with ${key}`];
    }
    if (value === "") return [`with empty ${key}`];
    return [BY_VALUE.test(key) ? `with ${key}=${value}` : `with ${key}`];
  });
  const isAcross = (verb === "list" || verb === "watch") && place?.namespace === "" &&
    showsNamespace(one);
  return [
    ...forms,
    ...isAcross ? ["across all namespaces"] : [],
    ...accept ? [`that accepts ${accept}`] : [],
    ...senderWords(identity),
  ];
}

/** Returns the words for who sends a request, none for the identity of the run. */
export function senderWords(identity: string): string[] {
  if (identity === "current") return [];
  return [identity === "" ? "without credentials" : "as another identity"];
}

/** Returns one text for what a request asks for, such as `with limit and continue across all namespaces`. */
export function formWords(forms: readonly string[]): string {
  const parameters = forms.filter((form) => form.startsWith("with "));
  const others = forms.filter((form) => !form.startsWith("with "));
  const [first, ...more] = parameters;
  const named = [first ?? [], more.map((form) => form.slice("with ".length))].flat();
  return [...named.length > 0 ? [named.join(" and ")] : [], ...others].join(" ");
}

/** Returns true if a list or watch shows an object in a namespace: its type may be cluster-scoped. */
function showsNamespace({ answer, events }: Seen): boolean {
  const { items } = answer ?? {};
  const objects = [
    ...Array.isArray(items) ? items.map((item) => asObject(item) ?? {}) : [],
    ...events.map(({ object }) => object),
  ];
  return objects.some((object) => namespaceOf(object) !== "");
}

/** Returns a text at all levels: of any write, of the verb, with each parameter, of the type. */
export function levels(one: Seen, text: string, isGeneral = true): string[] {
  const act = actOf(one);
  const forms = formsOf(one);
  const type = one.place === undefined ? "" : ` of ${one.place.resource}`;
  const any = one.method !== "GET" ? "A write" : one.verb === "watch" ? act : "A read";
  const acts = [
    ...isGeneral || forms.length === 0 ? new Set([any, act]) : [],
    ...forms.map((form) => `${act} ${form}`),
  ];
  if (forms.length > 1) acts.push(`${act} ${formWords(forms)}`);
  return [
    ...acts.map((each) => `${each} ${text}`),
    ...acts.map((each) => `${each}${type} ${text}`),
  ];
}
