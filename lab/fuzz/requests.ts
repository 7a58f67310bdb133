/**
 * Generates requests to every endpoint: most of them address existing objects and are a little wrong.
 *
 * @module
 */
import fc from "fast-check";
import { type Body, bodyFor, type Samples } from "./bodies.ts";
import type { RawRequest } from "../client/connection.ts";
import { merged, PARAMETERS } from "../requests/sequences/queries.ts";
import { ACCEPTS } from "../requests/sequences/step.ts";
import { type Kind, KINDS, specified } from "./kinds.ts";

/** Characters of a path or query; with others the request would not reach the server. */
const TARGET = "abcXYZ019-._~!$&'()*+,;=:@%/|";

const targetText = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...TARGET), maxLength });

const visible = (maxLength: number) =>
  fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength,
  });

const escaped = fc.string({ unit: "binary", maxLength: 6 }).map((text) =>
  encodeURIComponent(text.toWellFormed())
);

const SEGMENTS = [
  "a",
  "b",
  "default",
  "none",
  "status",
  "finalize",
  "scale",
  "log",
  "",
  ".",
  "..",
  "%2e%2e",
  "%2f",
  "%00",
  "%",
  "%zz",
  "%ff",
  "%F0%9F%98%80",
  "__proto__",
  "constructor",
  "toString",
  "namespaces",
  "secrets",
  "deployments",
  "v1",
  "watch",
  "A".repeat(254),
  "a;b=c",
  "*",
  "system:admin",
];

const segment = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...SEGMENTS) },
  { weight: 1, arbitrary: escaped },
  { weight: 1, arbitrary: targetText(6) },
);

const ROOTS = [
  "/api",
  "/api/v1",
  "/apis",
  "/apis/apps",
  "/apis/apps/v1",
  "/apis/rbac.authorization.svc.io/v1",
  "/version",
  "/readyz",
  "/livez",
  "/healthz",
  "/livez/ping",
  "/openapi/v3",
  "/openapi/v3/api/v1",
  "/openapi/v3/apis/apps/v1",
  "/openapi/v2",
  "/metrics",
  "",
];

const oddPath = fc.tuple(
  fc.oneof(fc.constantFrom(...ROOTS), fc.constantFrom(...KINDS.map(({ path }) => path))),
  fc.array(segment, { maxLength: 5 }),
).map(([root, segments]) => [root, ...segments].join("/") || "/");

/** Operations on a collection and on one of its objects. */
const OPERATIONS: readonly (readonly [weight: number, method: string, rest: string])[] = [
  [3, "GET", ""],
  [8, "POST", ""],
  [1, "DELETE", ""],
  [1, "GET", "?watch=true"],
  [2, "GET", "?watch=true&timeoutSeconds=1"],
  [1, "GET", "?watch=1&allowWatchBookmarks=true&timeoutSeconds=2"],
  [3, "GET", "/a"],
  [4, "PUT", "/a"],
  [1, "PUT", "/b"],
  [8, "PATCH", "/a"],
  [2, "PATCH", "/b"],
  [1, "GET", "/a/status"],
  [2, "PUT", "/a/status"],
  [3, "PATCH", "/a/status"],
  [1, "DELETE", "/a"],
];

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "X-Y"];

/** Generates a method and a path: an operation on the kind, or something similar. */
const placeOf = ({ path, isReview }: Kind): fc.Arbitrary<readonly [string, string]> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: isReview
        ? fc.constant(["POST", path] as const)
        : fc.oneof(...OPERATIONS.map(([weight, method, rest]) => ({
          weight,
          arbitrary: fc.constant([method, path + rest] as const),
        }))),
    },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...METHODS), fc.constant(`${path}/a`)) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom("GET", "DELETE", "PATCH"), fc.constant(path))
        .map(([method, path]) => [method, path.replace("/namespaces/default", "")] as const),
    },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...METHODS), oddPath) },
  );

/** Parameters that no client sends, and values that others are rarely sent with. */
const ODD_PARAMETERS = {
  watch: ["true", "false", "1", "yes"],
  limit: ["9223372036854775808", "1.5"],
  continue: ["eyJ2IjoxfQ", "AAAA"],
  resourceVersion: ["1", "2", "100", "-1", "9007199254740993", "18446744073709551616"],
  labelSelector: ["app=a", "app!=a", "app in (a,b)", "!app", "a,,b", "(", "app>1"],
  fieldSelector: ["metadata.name=a", "metadata.name!=a", "a\\", "="],
  timeoutSeconds: ["1", "-1", "1e3", "99999999999999999999"],
  allowWatchBookmarks: ["true", "false", "x"],
  sendInitialEvents: ["true", "false"],
  dryRun: ["All&dryRun=All"],
  fieldManager: ["\u0000", "é"],
  force: ["x"],
  gracePeriodSeconds: ["30"],
  orphanDependents: ["true", "x"],
  pretty: ["1", "x"],
  includeObject: ["None", "Metadata", "Object", "x"],
  verbose: ["", "true"],
  exclude: ["ping", "none", ""],
  "__proto__": ["1"],
  "": [""],
};

const ALL_PARAMETERS = merged([PARAMETERS, ODD_PARAMETERS]);

const parameter = fc.constantFrom(...Object.keys(ALL_PARAMETERS)).chain((name) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ALL_PARAMETERS[name]!).map(encodeURIComponent) },
    { weight: 1, arbitrary: escaped },
    { weight: 1, arbitrary: targetText(8) },
  ).map((value) => `${name}=${value}`)
);

const query = fc.oneof(
  { weight: 6, arbitrary: fc.constant("") },
  {
    weight: 5,
    arbitrary: fc.array(parameter, { minLength: 1, maxLength: 3 }).map((parts) =>
      `?${parts.join("&")}`
    ),
  },
);

const ODD_ACCEPTS = [
  ...specified(ACCEPTS),
  "application/json",
  "application/yaml;as=Table;g=meta.svc.io;v=v1beta1",
  "application/json;as=PartialObjectMetadata;g=meta.svc.io;v=v1, application/json;q=0.5",
  "application/vnd.svc.protobuf;as=PartialObjectMetadataList;g=meta.svc.io;v=v1",
  ";q=,",
  "application/json;q=x",
  "",
];

const token = fc.oneof(
  { weight: 20, arbitrary: fc.constant("admin-token") },
  { weight: 1, arbitrary: fc.constantFrom("bob-token", "none", "") },
);

type Header = readonly [name: string, value: string];

const textOfHeader = fc.oneof(
  visible(12),
  fc.uint8Array({ maxLength: 12 }).map((bytes) =>
    // No byte that ends the header, and no space at either end.
    [...bytes].filter((byte) => byte > 0x20 && byte !== 0x7f).map((byte) =>
      String.fromCharCode(byte)
    ).join("")
  ),
);

const oddHeader: fc.Arbitrary<Header> = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      "impersonate-user",
      "impersonate-group",
      "impersonate-uid",
      "impersonate-extra-scopes",
      "impersonate-extra-%zz",
      "accept",
      "content-type",
      "authorization",
      "accept-encoding",
      "content-encoding",
      "if-match",
      "range",
      "x-odd",
    ),
    textOfHeader,
  ),
  fc.constantFrom<Header>(
    ["impersonate-user", "bob"],
    ["impersonate-user", "system:serviceaccount:default:robot"],
    ["impersonate-user", "system:serviceaccount:"],
    ["impersonate-group", "developers"],
    ["impersonate-uid", "u"],
    ["impersonate-extra-a%2fb", "c"],
    ["accept-encoding", "gzip"],
    ["accept-encoding", "gzip;q=x, *;q=0, br"],
    ["content-encoding", "gzip"],
    ["authorization", "Basic YTpi"],
    ["authorization", "bearer  admin-token"],
    ["authorization", "Bearer"],
  ),
);

const headers: fc.Arbitrary<readonly Header[]> = fc.tuple(
  fc.oneof(
    { weight: 2, arbitrary: fc.constant("application/json") },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_ACCEPTS) },
  ),
  token,
  fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(oddHeader, { maxLength: 3 }) },
  ),
).map(([accept, token, odd]): Header[] => [
  ["accept", accept],
  ...(token ? [["authorization", `Bearer ${token}`] as const] : []),
  ...odd,
]);

/** Generates a request. */
export const arbitraryRequest = (samples: Samples): fc.Arbitrary<RawRequest> =>
  fc.constantFrom(...KINDS).chain((kind) =>
    placeOf(kind).chain(([method, path]) =>
      fc.tuple(query, headers, bodyOf(method, kind, samples), fc.nat(9)).map(
        ([query, headers, body, how]): RawRequest => ({
          method,
          target: path + (path.includes("?") ? query.replace("?", "&") : query),
          headers: body ? [...headers, ["content-type", body.type]] : headers,
          ...(body && { body: body.bytes, chunked: how === 0 }),
        }),
      )
    )
  );

/** Generates a body for most writes and for few reads. */
const bodyOf = (
  method: string,
  kind: Kind,
  samples: Samples,
): fc.Arbitrary<Body | undefined> => {
  const body = bodyFor(method, kind, samples);
  const rarely = ["GET", "HEAD", "OPTIONS", "TRACE", "get", "X-Y"].includes(method);
  return fc.oneof(
    { weight: rarely ? 8 : 1, arbitrary: fc.constant(undefined) },
    { weight: rarely ? 1 : 8, arbitrary: body },
  );
};
