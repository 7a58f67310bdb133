/**
 * Generates query parameters and bodies of delete requests.
 *
 * @module
 */
import fc from "fast-check";
import type { JsonObject } from "@plumbline/server/api";

/** Query parameters by name. Values may have placeholders, see `template.ts`. */
export type Query = Readonly<Record<string, string>>;

/** Values of parameters by their name. */
export type ParameterValues = Readonly<Record<string, readonly string[]>>;

/** Generates few parameters at a time. */
const rarely = (parameters: ParameterValues): fc.Arbitrary<Query> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    { weight: 3, arbitrary: some(parameters, 1) },
    { weight: 1, arbitrary: some(parameters, 4) },
  );

const some = (
  parameters: ParameterValues,
  most: number,
): fc.Arbitrary<Query> =>
  fc.shuffledSubarray(Object.entries(parameters), {
    minLength: 1,
    maxLength: Math.min(most, Object.keys(parameters).length),
  })
    .chain((entries) =>
      fc.tuple(
        ...entries.map(([name, values]) =>
          fc.constantFrom(...values).map((value) => [name, value] as const)
        ),
      )
    ).map((pairs) => Object.fromEntries(pairs));

const WRITE_PARAMETERS = {
  dryRun: ["All", "All", "", "Some"],
  fieldValidation: ["Ignore", "Warn", "Strict", "Strict", "", "Other"],
  fieldManager: ["m1", "m2", "m2", "", "x".repeat(129), "not\tprintable"],
  force: ["true", "false", ""],
  pretty: ["true"],
};

/** Query parameters of writes. */
export const writeQuery: fc.Arbitrary<Query> = rarely(WRITE_PARAMETERS);

const SELECTORS = {
  labelSelector: [
    "color=red",
    "color==red",
    "color!=red",
    "color",
    "!color",
    "color in (red,blue)",
    "color notin (red)",
    "color=red,sequence",
    "bad=bad=bad",
    "color=",
    "color in ()",
    "color=not valid",
    "color>1",
    ",",
  ],
  fieldSelector: [
    "metadata.name=«id»-a",
    "metadata.name==«id»-a",
    "metadata.name!=«id»-a",
    "metadata.namespace=default",
    "metadata.unknown=x",
    "type=Opaque",
    "metadata.name=«id»-a,metadata.name=«id»-b",
    "x",
    "",
  ],
};

/** Paging parameters: a first page, the next page, or an exact resourceVersion. */
const pageQuery: fc.Arbitrary<Query> = fc.record({
  limit: fc.constantFrom("1", "2"),
  from: fc.constantFrom<Query>(
    {},
    { continue: "«continue»" },
    { continue: "«continue»" },
    { resourceVersion: "«collection»", resourceVersionMatch: "Exact" },
  ),
}).map(({ limit, from }) => ({ limit, ...from }));

const LIST_PARAMETERS = {
  ...SELECTORS,
  limit: ["1", "1", "2", "500", "0", "-1", "x"],
  resourceVersionMatch: ["Exact", "NotOlderThan", "Other", ""],
  resourceVersion: ["0", "«collection»", "«collection»", "", "x"],
  continue: ["«continue»", "«continue»", "nonsense", ""],
  timeoutSeconds: ["10", "0", "x"],
  pretty: ["true"],
};

/** Query parameters of lists, with placeholders for continue tokens and resourceVersions. */
export const listQuery: fc.Arbitrary<Query> = fc.oneof(
  { weight: 2, arbitrary: rarely(LIST_PARAMETERS) },
  { weight: 1, arbitrary: pageQuery },
);

/** Query parameters of watches, which last one second. */
export const watchQuery: fc.Arbitrary<Query> = fc.tuple(
  fc.constantFrom("«collection»", "«first»"),
  rarely({
    labelSelector: ["color=red", "color!=red"],
    allowWatchBookmarks: ["true", "false"],
    resourceVersionMatch: ["NotOlderThan"],
  }),
).map(([resourceVersion, query]) => ({
  resourceVersion,
  ...query,
  watch: "true",
  timeoutSeconds: "1",
}));

const DELETE_PARAMETERS = {
  dryRun: ["All", "All", "", "Some"],
  propagationPolicy: ["Background", "Foreground", "Orphan", "Other"],
  gracePeriodSeconds: ["0", "1", "-1", "x"],
};

/** Bodies of deletions. */
export const DELETE_OPTIONS: readonly JsonObject[] = [
  {},
  { kind: "DeleteOptions", apiVersion: "v1" },
  { kind: "DeleteOptions", apiVersion: "other/v1" },
  { kind: "Other", apiVersion: "v1" },
  { propagationPolicy: "Foreground" },
  { propagationPolicy: "Orphan" },
  { propagationPolicy: "Background", gracePeriodSeconds: 0 },
  { propagationPolicy: "Other" },
  { gracePeriodSeconds: 5 },
  { gracePeriodSeconds: -1 },
  { gracePeriodSeconds: "x" },
  { dryRun: ["All"] },
  { dryRun: ["All", "All"] },
  { dryRun: ["Some"] },
  { dryRun: "All" },
  { preconditions: {} },
  { preconditions: { uid: "«uid»" } },
  { preconditions: { uid: "11111111-1111-1111-1111-111111111111" } },
  { preconditions: { uid: 1 } },
  { preconditions: { resourceVersion: "«current»" } },
  { preconditions: { resourceVersion: "«first»" } },
  { preconditions: { resourceVersion: "«current»", uid: "«uid»" } },
  { unknown: 1 },
];

/** Query and body of a delete request. */
export function deletion(
  action: "delete" | "deletecollection",
): fc.Arbitrary<{ query: Query; options?: JsonObject }> {
  const query = rarely(
    action === "delete"
      ? DELETE_PARAMETERS
      : { ...DELETE_PARAMETERS, ...SELECTORS, limit: ["1", "2"] },
  );
  const options = fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...DELETE_OPTIONS) },
  );
  return fc.tuple(query, options)
    // A real server ignores the dryRun parameter if there is a body.
    .map(([{ dryRun, ...query }, options]) =>
      options ? { query, options } : { query: { ...query, ...(dryRun && { dryRun }) } }
    );
}

/** All parameters, without values that stand for what a server answered. */
export const PARAMETERS: ParameterValues = merged([
  WRITE_PARAMETERS,
  LIST_PARAMETERS,
  DELETE_PARAMETERS,
]);

/** Joins tables of parameters. */
export function merged(tables: readonly ParameterValues[]): ParameterValues {
  const values = new Map<string, Set<string>>();
  for (const [name, own] of tables.flatMap(Object.entries<readonly string[]>)) {
    const known = values.get(name) ?? new Set();
    for (const value of own) if (!value.includes("«")) known.add(value);
    values.set(name, known);
  }
  return Object.fromEntries([...values].map(([name, own]) => [name, [...own]]));
}
