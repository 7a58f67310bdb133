/**
 * What the path of a request says (specification, "Path shapes"). A path is parsed here and nowhere
 * else: once for each exchange, which carries the result.
 *
 * @module
 */

/** The resource that a path names; its parts are decoded. */
export interface RequestPlace {
  /** Empty for the core group. */
  readonly group: string;
  /** `v1`, or `<group>/<version>`. */
  readonly apiVersion: string;
  /** The name of the type in the path. */
  readonly resource: string;
  /** Empty for cluster-scoped resources and across all namespaces. */
  readonly namespace: string;
  /** Empty for a collection. */
  readonly name: string;
  /** Empty if there is none. */
  readonly subresource: string;
  /** True if the path is no plain one: it has more or empty segments, or malformed encoding. */
  readonly isIrregular: boolean;
}

/** A request, as far as its place depends on it. */
interface Located {
  readonly path: string;
  readonly place?: RequestPlace | undefined;
}

/** Subresources of a namespace, which are named right behind it. */
const OF_NAMESPACE: readonly string[] = ["status", "finalize"];

/** Returns a request that carries what its path says. */
export function placed<Request extends Located>(
  request: Request,
): Request & { readonly place: RequestPlace | undefined } {
  if ("place" in request) return request as Request & { readonly place: RequestPlace | undefined };
  return { ...request, place: placeOf(request.path) };
}

/** Returns what the path of a request says: as the request carries it, or parsed. */
export function placeIn(request: Located): RequestPlace | undefined {
  return "place" in request ? request.place : placeOf(request.path);
}

/** Returns true for a path, with or without a query, that names a resource of an API group. */
export function namesResource(path: string): boolean {
  return /^\/(?:api\/[^/?]+|apis\/[^/?]+\/[^/?]+)\/[^/?]/.test(path);
}

/**
 * Parses a path.
 *
 * @returns undefined if it names no resource of an API group
 */
export function placeOf(path: string): RequestPlace | undefined {
  const match = /^\/(?:api\/([^/]+)|apis\/([^/]+)\/([^/]+))\/(.+?)\/?$/.exec(path);
  if (match === null) return undefined;
  const [, coreVersion, group = "", version, rest = ""] = match;
  const segments = rest.split("/").map(decoded);
  const parts = segments.map(({ text }) => text);
  const isInNamespace = parts[0] === "namespaces" && parts.length >= 3 &&
    !(parts.length === 3 && OF_NAMESPACE.includes(parts[2]!));
  const [resource = "", name = "", subresource = "", ...more] = isInNamespace
    ? parts.slice(2)
    : parts;
  return {
    group,
    apiVersion: coreVersion ?? `${group}/${version}`,
    resource,
    namespace: isInNamespace ? parts[1]! : "",
    name,
    subresource,
    isIrregular: more.length > 0 || parts.includes("") ||
      segments.some(({ isMalformed }) => isMalformed),
  };
}

/** Returns a segment without percent-encoding, or as it is where that is malformed. */
function decoded(segment: string): { readonly text: string; readonly isMalformed: boolean } {
  if (!segment.includes("%")) return { text: segment, isMalformed: false };
  try {
    return { text: decodeURIComponent(segment), isMalformed: false };
  } catch {
    return { text: segment, isMalformed: true };
  }
}
