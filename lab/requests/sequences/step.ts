/**
 * Generates sequences of steps: requests as data that does not depend on any answer.
 *
 * @module
 */
import fc from "fast-check";
import { type OddRequest, oddRequest } from "./odd_request.ts";
import { PROTOBUF } from "../../client/protobuf.ts";
import { deletion, listQuery, type Query, watchQuery, writeQuery } from "./queries.ts";
import { METADATA_PLACES } from "../kinds/specification.ts";
import type { Mutation, ResourceKind } from "../kinds/kind.ts";
import type { Json, JsonObject } from "@plumbline/server/api";

/** The encoding of a body. */
export type Encoding = "json" | "yaml" | "protobuf";

/** The resourceVersion that a request contains. */
export type VersionChoice = "none" | "current" | "first";

/** All actions. */
export const ACTIONS = [
  "create",
  "generate",
  "review",
  "put",
  "put status",
  "merge patch",
  "json patch",
  "strategic patch",
  "patch status",
  "apply",
  "apply status",
  "patch scale",
  "put scale",
  "get scale",
  "get",
  "get status",
  "list",
  "watch",
  "delete",
  "deletecollection",
  "odd",
] as const;

/** The action of a request. */
export type Action = typeof ACTIONS[number];

/** The object of a request. */
export type Slot = "a" | "b" | "c";

/** One request. */
export interface Step {
  readonly action: Action;
  readonly type: ResourceKind;
  readonly slot: Slot;
  readonly mutations: readonly Mutation[];
  /** The mutated paths that occur twice in the text of the body. */
  readonly doubled: readonly string[];
  readonly version: VersionChoice;
  readonly query: Query;
  /** The Accept header. */
  readonly accept: string;
  /** Send the body without the fields of a valid one. */
  readonly bare: boolean;
  /** The encoding of the body. */
  readonly encoding: Encoding;
  /** The user. */
  readonly user: string;
  /** The body of a delete request. */
  readonly options?: JsonObject;
  /** The unusual part of a request. */
  readonly odd?: OddRequest;
}

/** Options of `sequences`. */
export interface Drawing {
  /** The resource types that both servers serve. */
  readonly types: readonly ResourceKind[];
  /** The actions; all by default. */
  readonly actions?: readonly Action[];
  /** Users beside the administrator. */
  readonly users?: readonly string[];
  /** Query parameters that the real server does not know. */
  readonly unknownParameters?: readonly string[];
  /** The most types of one sequence. @default {2} */
  readonly together?: number;
}

/** Values for any path. */
export const ODD_VALUES: readonly Json[] = [null, 0, -1, 2.5, "", "x", true, [], ["a"], {}, {
  a: "b",
}];

/** Accept headers other than that of JSON. */
export const ACCEPTS: readonly string[] = [
  "application/yaml",
  PROTOBUF,
  `${PROTOBUF},application/json;q=0.5`,
  "application/json;as=Table;g=meta.k8s.io;v=v1",
  "application/json;as=Table;g=meta.k8s.io;v=v1,application/json",
  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
  "*/*",
  "text/html",
  "text/html,application/json;q=0.1",
];

const accept = fc.oneof(
  { weight: 14, arbitrary: fc.constant("application/json") },
  { weight: 3, arbitrary: fc.constantFrom(...ACCEPTS) },
);

const mutation = ({ places, mutation }: ResourceKind): fc.Arbitrary<Mutation> =>
  mutation
    ? fc.oneof(
      { weight: 9, arbitrary: mutation },
      ...(Object.keys(places).length > 0 ? [{ weight: 4, arbitrary: placeOf(places) }] : []),
      { weight: 1, arbitrary: placeOf(METADATA_PLACES) },
    )
    : fc.oneof(
      { weight: 4, arbitrary: placeOf(places) },
      { weight: 3, arbitrary: placeOf(METADATA_PLACES) },
    );

const placeOf = (places: ResourceKind["places"]): fc.Arbitrary<Mutation> =>
  fc.constantFrom(...Object.entries(places)).chain(([place, values]) =>
    fc.oneof(
      { weight: 7, arbitrary: fc.constantFrom(...values) },
      { weight: 1, arbitrary: fc.constantFrom(...oddValues(place)) },
    ).map((value) => ({ place, value }))
  );

/** Real servers reject an answer that cannot be shown after the write, not before. */
const READS: readonly Action[] = ["get", "get status", "list"];

/** Generated names cannot be compared; real servers distinguish an empty list in a rule from none. */
const oddValues = (place: string): readonly Json[] =>
  ODD_VALUES.filter((value) =>
    !(place === "metadata.generateName" && typeof value === "string") &&
    !(place.startsWith("rules.0.") && Array.isArray(value))
  );

/** Most bodies are valid, so that most requests succeed. */
const mutations = (type: ResourceKind): fc.Arbitrary<Mutation[]> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant<Mutation[]>([]) },
    { weight: 5, arbitrary: fc.array(mutation(type), { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(mutation(type), { minLength: 2, maxLength: 3 }) },
  );

/** The weight and parameters of each action. */
const PLAN: readonly { weight: number; action: Action; query?: fc.Arbitrary<Query> }[] = [
  { weight: 9, action: "create", query: writeQuery },
  { weight: 1, action: "generate", query: writeQuery },
  { weight: 5, action: "put", query: writeQuery },
  { weight: 4, action: "merge patch", query: writeQuery },
  { weight: 3, action: "json patch", query: writeQuery },
  { weight: 4, action: "strategic patch", query: writeQuery },
  { weight: 6, action: "apply", query: writeQuery },
  { weight: 4, action: "get" },
  { weight: 5, action: "list", query: listQuery },
  { weight: 0.3, action: "watch", query: watchQuery },
  { weight: 3, action: "delete" },
  { weight: 1, action: "deletecollection" },
  { weight: 1, action: "odd" },
];
const STATUS_PLAN: typeof PLAN = [
  { weight: 2, action: "get status" },
  { weight: 3, action: "put status", query: writeQuery },
  { weight: 3, action: "patch status", query: writeQuery },
  { weight: 3, action: "apply status", query: writeQuery },
];
const SCALE_PLAN: typeof PLAN = [
  { weight: 1, action: "get scale" },
  { weight: 1, action: "put scale", query: writeQuery },
  { weight: 1, action: "patch scale", query: writeQuery },
];
const REVIEW_PLAN: typeof PLAN = [
  { weight: 12, action: "review", query: writeQuery },
  { weight: 1, action: "odd" },
];

/** Actions that a real server may perform despite dryRun. */
const UNSAFE: readonly Action[] = ["odd", "watch"];

function planOf(type: ResourceKind, actions: readonly Action[]): typeof PLAN {
  const { isReview, hasStatus, hasScale, dryRunOnly } = type;
  const whole = isReview
    ? REVIEW_PLAN
    : [...PLAN, ...hasStatus ? STATUS_PLAN : [], ...hasScale ? SCALE_PLAN : []];
  const plan = dryRunOnly ? whole.filter(({ action }) => !UNSAFE.includes(action)) : whole;
  return plan.filter(({ action }) => actions.includes(action));
}

function step(type: ResourceKind, drawing: Drawing): fc.Arbitrary<Step> {
  const { users = [], actions = ACTIONS, unknownParameters = [] } = drawing;
  const without = (query: Query) =>
    Object.fromEntries(
      Object.entries(query).filter(([name]) => !unknownParameters.includes(name)),
    );
  return fc.oneof(
    ...planOf(type, actions).map(({ weight, action, query = fc.constant({}) }) => ({
      // Only integers are valid.
      weight: weight * 10,
      arbitrary: oneStep(type, action, ofType(query.map(without), action, type), users),
    })),
  );
}

/** Adds the field selectors of the kind to some lists. */
function ofType(
  query: fc.Arbitrary<Query>,
  action: Action,
  { fieldSelectors }: ResourceKind,
): fc.Arbitrary<Query> {
  if (action !== "list" || !fieldSelectors) return query;
  const own = fc.constantFrom(...fieldSelectors).map((fieldSelector) => ({ fieldSelector }));
  return fc.oneof(query, own);
}

/** No collector runs beside the real server; the types of the specification compare propagation. */
function withoutPropagation(
  { query, options }: { query: Query; options?: JsonObject },
): { query: Query; options?: JsonObject } {
  const { propagationPolicy: _, ...rest } = query;
  return {
    query: rest,
    ...(options && !("propagationPolicy" in options) && { options }),
  };
}

function oneStep(
  type: ResourceKind,
  action: Action,
  query: fc.Arbitrary<Query>,
  users: readonly string[],
): fc.Arbitrary<Step> {
  const rest = action === "delete" || action === "deletecollection"
    ? deletion(action).map((drawn) => type.mutation ? withoutPropagation(drawn) : drawn)
    : action === "odd"
    ? oddRequest.map((odd) => ({ odd }))
    : query.map((query) => ({ query }));
  return fc.record({
    slot: fc.constantFrom<Slot>("a", "a", "a", "a", "b", "c"),
    mutations: mutations(
      action === "strategic patch"
        ? { ...type, places: { ...type.places, ...type.strategicPlaces } }
        : type,
    ),
    bare: fc.nat(action === "apply" ? 2 : 30).map((drawn) => drawn === 2),
    doubled: fc.nat(11),
    version: fc.constantFrom<VersionChoice>("none", "none", "none", "current", "first"),
    accept,
    encoding: fc.oneof(
      { weight: 8, arbitrary: fc.constant<Encoding>("json") },
      { weight: 1, arbitrary: fc.constant<Encoding>("yaml") },
      { weight: 1, arbitrary: fc.constant<Encoding>("protobuf") },
    ),
    user: fc.oneof(
      { weight: 9 * users.length, arbitrary: fc.constant("admin") },
      ...users.map((user) => ({ weight: 1, arbitrary: fc.constant(user) })),
    ),
    rest,
  }).map(({ rest, doubled, ...drawn }): Step => ({
    action,
    type,
    query: {},
    ...drawn,
    doubled: doubled === 11 ? drawn.mutations.map(({ place }) => place) : [],
    accept: READS.includes(action) ? drawn.accept : drawn.accept.replace(/;as=\w+List;.*/, ""),
    ...rest,
  }));
}

/** Generates sequences of steps on one or two types, so that they affect each other. */
export function sequences(drawing: Drawing): fc.Arbitrary<Step[]> {
  const { types, actions = ACTIONS } = drawing;
  const drawable = types.filter((type) => planOf(type, actions).length > 0);
  return fc.uniqueArray(
    fc.oneof(...drawable.map((type) => ({
      weight: type.isReview || type.dryRunOnly ? 1 : 3,
      arbitrary: fc.constant(type),
    }))),
    { minLength: 1, maxLength: drawing.together ?? 2 },
  )
    .chain((few) =>
      fc.tuple(
        fc.tuple(
          ...few.filter(({ isReview, dryRunOnly }) =>
            !isReview && !dryRunOnly && actions.includes("create")
          ).map((type) =>
            fc.constantFrom<Slot[]>([], ["a"], ["a"], ["a", "b"], ["a", "b", "c"])
              .map((slots) => slots.map((slot) => plainCreation(type, slot)))
          ),
        ),
        fc.array(
          fc.oneof(...few.map((type) => step(type, drawing))),
          {
            minLength: 1,
            maxLength: 25,
            size: "max",
          },
        ),
      )
    ).map(([made, steps]) => [...made.flat(), ...steps]);
}

/** The first steps of most sequences, which create objects. */
const plainCreation = (type: ResourceKind, slot: Slot): Step => ({
  action: "create",
  type,
  slot,
  mutations: [],
  doubled: [],
  version: "none",
  query: {},
  accept: "application/json",
  bare: false,
  encoding: "json",
  user: "admin",
});
