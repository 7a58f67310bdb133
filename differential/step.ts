/**
 * One request, as data that depends on no server's answers, and the sequences drawn of them.
 *
 * @module
 */
import fc from "fast-check";
import { type ComparedType, type Json, METADATA_PLACES, TYPES } from "./types.ts";

/** Something done to a body: a value set at a place. */
export interface Mutation {
  readonly place: string;
  readonly value: Json;
}

/** Which resourceVersion a request names. */
export type VersionChoice = "none" | "current" | "first";

/** One request. */
export interface Step {
  readonly action:
    | "create"
    | "put"
    | "merge patch"
    | "json patch"
    | "strategic patch"
    | "apply"
    | "get"
    | "list"
    | "delete"
    | "deletecollection"
    | "put status"
    | "patch status";
  /** An index into the compared types. */
  readonly type: number;
  /** Which of the sequence's objects. */
  readonly slot: "a" | "b" | "c";
  readonly mutations: readonly Mutation[];
  readonly version: VersionChoice;
  readonly query: Readonly<Record<string, string>>;
}

const VALUES: readonly Json[] = [
  null,
  0,
  1,
  -1,
  3,
  2.5,
  "",
  "x",
  "25%",
  "0%",
  "Recreate",
  "RollingUpdate",
  "Opaque",
  "Group",
  "ServiceAccount",
  "dmFsdWUy",
  true,
  false,
  [],
  ["a"],
  ["example.com/hold"],
  {},
  { a: "b" },
  { color: "red" },
  { color: "blue", app: "a" },
];

const PLACE_VALUES: Readonly<Record<string, readonly Json[]>> = {
  "metadata.labels": [{ color: "red" }, { color: "blue" }, { "bad key": "x" }, {}, null, "x"],
  "metadata.labels.color": ["red", "blue", "not valid!", null, 1],
  "metadata.annotations": [{ note: "x" }, {}, null, { "bad key": "x" }],
  "metadata.finalizers": [["example.com/hold"], [], null, ["nodomain"], [
    "example.com/hold",
    "example.com/other",
  ]],
  "data": [{ key: "dmFsdWUy" }, {}, null, { key: "not base64!" }, { other: "YQ==" }],
  "data.key": ["dmFsdWUy", "not base64!", null, 1],
  "subjects.0.kind": ["User", "Group", "ServiceAccount", "Robot", null],
  "subjects.0.namespace": ["default", "", null],
  "roleRef.kind": ["Role", "ClusterRole", "Robot", null],
  "roleRef.name": ["r", "other", "", null, "a/b"],
  "roleRef.apiGroup": ["rbac.authorization.k8s.io", "", "x", null],
  "rules.0.verbs": [["*"], [], null, ["get"]],
  "rules.0.apiGroups": [["*"], [], null, [""]],
  "rules.0.resources": [["*"], [], null, ["secrets", "pods/log"]],
  "rules.0.nonResourceURLs": [["/healthz"], ["/a/*"], ["*"], [], null],
};

const mutation = (type: ComparedType): fc.Arbitrary<Mutation> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...type.places) },
    { weight: 2, arbitrary: fc.constantFrom(...METADATA_PLACES) },
  ).chain((place) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...(PLACE_VALUES[place] ?? VALUES)) },
      { weight: 1, arbitrary: fc.constantFrom(...VALUES) },
    ).map((value) => ({ place, value }))
  );

const writeQuery = fc.record({
  dryRun: sometimes("All", "", "Some"),
  fieldValidation: sometimes("Ignore", "Warn", "Strict", "Other"),
  fieldManager: sometimes("m1", "m2"),
}, { requiredKeys: [] });

const listQuery = fc.record({
  labelSelector: sometimes(
    "color=red",
    "color!=red",
    "color",
    "!color",
    "color in (red,blue)",
    "color notin (red)",
    "bad=bad=bad",
    "color=",
    "color=not valid",
  ),
  fieldSelector: sometimes("metadata.name=x", "metadata.name!=x", "metadata.unknown=x", "x"),
  limit: sometimes("1", "2", "500", "0", "-1", "x"),
  resourceVersionMatch: sometimes("Exact", "NotOlderThan", "Other"),
  resourceVersion: sometimes("0", "current"),
}, { requiredKeys: [] });

const deleteQuery = fc.record({
  dryRun: sometimes("All", "Some"),
  propagationPolicy: sometimes("Background", "Foreground", "Orphan", "Other"),
  gracePeriodSeconds: sometimes("0", "1", "x"),
}, { requiredKeys: [] });

function sometimes(...values: string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...values);
}

/** Leaves most parameters out most of the time. */
const rarely = (query: fc.Arbitrary<Partial<Record<string, string>>>) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: query },
  ) as fc.Arbitrary<Record<string, string>>;

const ACTIONS: readonly {
  weight: number;
  action: Step["action"];
  query: fc.Arbitrary<Record<string, string>>;
}[] = [
  { weight: 8, action: "create", query: rarely(writeQuery) },
  { weight: 5, action: "put", query: rarely(writeQuery) },
  { weight: 4, action: "merge patch", query: rarely(writeQuery) },
  { weight: 3, action: "json patch", query: rarely(writeQuery) },
  { weight: 3, action: "strategic patch", query: rarely(writeQuery) },
  { weight: 4, action: "apply", query: rarely(writeQuery) },
  { weight: 3, action: "get", query: fc.constant({}) },
  { weight: 4, action: "list", query: rarely(listQuery) },
  { weight: 3, action: "delete", query: rarely(deleteQuery) },
  { weight: 1, action: "deletecollection", query: rarely(deleteQuery) },
  { weight: 1, action: "put status", query: rarely(writeQuery) },
  { weight: 1, action: "patch status", query: rarely(writeQuery) },
];

const step = (only: readonly Step["action"][] | undefined): fc.Arbitrary<Step> =>
  fc.oneof(
    ...ACTIONS.filter(({ action }) => !only || only.includes(action)).map((
      { weight, action, query },
    ) => ({
      weight,
      arbitrary: fc.nat(TYPES.length - 1).chain((type) =>
        fc.record({
          action: fc.constant(action),
          type: fc.constant(type),
          slot: fc.constantFrom("a" as const, "b" as const, "c" as const),
          mutations: fc.array(mutation(TYPES[type]!), { maxLength: 2 }),
          version: fc.constantFrom<VersionChoice>("none", "none", "current", "first"),
          query,
        })
      ),
    })),
  );

/**
 * Sequences of requests.
 *
 * @param only the actions to draw; all by default
 */
export function sequences(only?: readonly Step["action"][]): fc.Arbitrary<Step[]> {
  return fc.array(step(only), { minLength: 1, maxLength: 25, size: "max" });
}
