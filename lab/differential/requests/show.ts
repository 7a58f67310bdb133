/**
 * Formats differences.
 *
 * @module
 */
import type { AnswerPair } from "./explained/explanation.ts";
import type { Template } from "../../requests/sequences/template.ts";
import type { Json } from "@plumbline/server/api";

/** Formats the requests up to a difference, and the difference of the last answers. */
export function* showDivergence(exchanges: readonly AnswerPair[]): Generator<string> {
  for (const { request } of exchanges) yield `  ${describeRequest(request)}`;
  yield* showDifference(exchanges.at(-1)!);
}

/** Formats a request in one line without default values. */
export function describeRequest(request: Template): string {
  const { method, path, query, user, accept, contentType, body, doubled = [], raw } = request;
  return [
    `${method} ${path}`,
    ...Object.entries(query).map(([name, value]) => `${name}=${value}`),
    ...(user === "admin" ? [] : [`as ${user}`]),
    ...(accept === "application/json" ? [] : [`for ${accept}`]),
    ...(contentType ? [contentType] : []),
    ...(raw !== undefined ? [JSON.stringify(raw)] : []),
    ...(body !== undefined && raw === undefined ? [JSON.stringify(body)] : []),
    ...(doubled.length > 0 ? [`with twice ${doubled.join(", ")}`] : []),
  ].join(" ");
}

/** Formats the paths at which two answers differ, with both values. */
export function* showDifference({ reference, real }: AnswerPair): Generator<string> {
  yield `  reference ${reference.status}, real ${real.status}`;
  for (const { path, ours, theirs } of differences(asJson(reference), asJson(real), "")) {
    yield `    ${path}: reference ${show(ours)}, real ${show(theirs)}`;
  }
}

/** A path at which two values differ; an absent value is undefined. */
export interface Difference {
  readonly path: string;
  readonly ours: Json | undefined;
  readonly theirs: Json | undefined;
}

/** Returns all paths at which two answers differ. */
export function differencesOf({ reference, real }: AnswerPair): Difference[] {
  return [...differences(asJson(reference), asJson(real), "")];
}

const asJson = (value: unknown) => value as Json;

function* differences(
  ours: Json | undefined,
  theirs: Json | undefined,
  path: string,
): Generator<Difference> {
  if (isContainer(ours) && isContainer(theirs) && Array.isArray(ours) === Array.isArray(theirs)) {
    for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      yield* differences(ours[key], theirs[key], path === "" ? key : `${path}.${key}`);
    }
  } else if (ours !== theirs) {
    yield { path, ours, theirs };
  }
}

const isContainer = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null;

const show = (value: Json | undefined) => value === undefined ? "nothing" : JSON.stringify(value);
