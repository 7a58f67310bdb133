/**
 * Chooses the requests of a failing case that show the failure: those that a reader has to send.
 *
 * @module
 */
import type { Exchange } from "@plumbline/reports/events";
import { assignedValues } from "@plumbline/reports/exchange_flow";

/** What is known of the violation. */
export interface ViolatingRequests {
  /** The numbers of the requests whose responses contradict each other, from 1. */
  readonly named: readonly number[];
  /** True if one response violates the requirement, whatever the case is about. */
  readonly isObserved: boolean;
  readonly expected: string;
  readonly actual: string;
}

/** The most requests of a case among which sources are looked up: each is compared with all before. */
const MOST = 200;

/** Groups of types whose objects decide about requests for other types. */
const POLICIES = /authorization|admissionregistration|apiextensions|apiregistration/;

/**
 * Returns the requests that a failure needs, in their order. The last one is that whose response is
 * wrong.
 *
 * These are the requests that the violation names, the last one, the reads after the last write, the
 * writes to the same types or to policies, and those whose responses a needed request depends on.
 *
 * @param exchanges The exchanges up to the violation.
 */
export function neededRequests(
  exchanges: readonly Exchange[],
  violation: ViolatingRequests,
): ReadonlySet<Exchange> {
  const { named, isObserved } = violation;
  const end = isObserved && named.length > 0 ? Math.max(...named) : exchanges.length;
  const sent = exchanges.slice(0, end);
  const lastWrite = sent.findLastIndex(isWrite);
  const last = sent.length - 1;
  const deciding = new Set(
    [...sent.keys()].filter((index) =>
      index === last || named.includes(index + 1) || (!isObserved && index > lastWrite)
    ),
  );
  if (!isObserved) {
    for (const index of showing(sent, violation, deciding)) deciding.add(index);
  }
  const types = new Set([...deciding].map((index) => typeOf(sent[index]!)));
  const needed = new Set(deciding);
  for (const [index, exchange] of sent.entries()) {
    const type = typeOf(exchange);
    const isAbout = types.has(type) || (!isObserved && POLICIES.test(type));
    const hasEffect = isObserved
      ? isWrite(exchange) && exchange.status < 400
      : isWrite(exchange) || exchange.events !== undefined;
    if (isAbout && hasEffect) needed.add(index);
  }
  const namespaces = new Set<string | undefined>(
    [...needed].map((index) => namespaceOf(sent[index]!)),
  );
  for (const [index, exchange] of sent.entries()) {
    // What a namespace is like decides about what is in it.
    if (isWrite(exchange) && namespaces.has(writtenNamespaceOf(exchange))) needed.add(index);
  }
  if (sent.length <= MOST) { for (const index of [...needed]) addSources(index); }
  return new Set([...needed].sort((a, b) => a - b).map((index) => sent[index]!));

  function addSources(index: number): void {
    for (const { from } of assignedValues(sent, index)) {
      if (needed.has(from)) continue;
      needed.add(from);
      addSources(from);
    }
  }
}

/**
 * Returns the latest request whose response has the values that were observed and not expected, if
 * the requests that are known to decide have none of them.
 */
function showing(
  sent: readonly Exchange[],
  { expected, actual }: ViolatingRequests,
  deciding: ReadonlySet<number>,
): number[] {
  const words = wordsOf(actual).difference(wordsOf(expected));
  const shows = ({ responseBody, status }: Exchange) =>
    [...words].some((word) => responseBody.includes(word) || word === String(status));
  if (words.size === 0 || [...deciding].some((index) => shows(sent[index]!))) return [];
  const index = sent.findLastIndex(shows);
  return index === -1 ? [] : [index];
}

function wordsOf(text: string): Set<string> {
  return new Set(text.match(/[\w./:-]{3,}/g) ?? []);
}

/** Returns true for a request that changes the server. */
function isWrite({ method }: Exchange): boolean {
  return method !== "GET" && method !== "HEAD" && method !== "OPTIONS";
}

/** Returns the namespace that a path is in. */
function namespaceOf({ path }: Exchange): string {
  return /\/namespaces\/([^/?]+)\/./.exec(path)?.[1] ?? "";
}

/** The path of a namespace, its subresources among them, and of all. */
const OF_NAMESPACE = /^\/api\/v1\/namespaces(?:\/([^/?]+)(?:\/(?:finalize|status))?)?(?:\?|$)/;

/** Returns the name of the namespace that a request writes. */
function writtenNamespaceOf({ method, path, requestBody = "" }: Exchange): string | undefined {
  const [whole, name] = OF_NAMESPACE.exec(path) ?? [];
  if (whole === undefined || name !== undefined) return name;
  return method === "POST" ? /"name": ?"([^"]+)"/.exec(requestBody)?.[1] : undefined;
}

/** Returns the group, version and plural name of the type that a path is about. */
function typeOf({ path }: Exchange): string {
  const [whole = ""] = path.split("?");
  const [, version, resource] =
    /^(\/api\/[^/]+|\/apis\/[^/]+\/[^/]+)(?:\/namespaces\/[^/]+)?\/([^/]+)/.exec(whole) ?? [];
  return version === undefined ? whole : `${version}/${resource}`;
}
