/**
 * One request, as data that depends on no server's answers, and the sequences drawn of them.
 *
 * @module
 */
import fc from "fast-check";
import { type OddRequest, oddRequest } from "./odd_request.ts";
import { PROTOBUF } from "./protobuf.ts";
import { deletion, listQuery, type Query, watchQuery, writeQuery } from "./queries.ts";
import { METADATA_PLACES } from "./types.ts";
import type { ComparedType } from "./compared_type.ts";
import type { Json, JsonObject } from "./json.ts";

/** Something done to a body: a value set at a place. */
export interface Mutation {
  readonly place: string;
  readonly value: Json;
}

/** What a body is written in. */
export type Encoding = "json" | "yaml" | "protobuf";

/** Which of an object's versions a request names. */
export type VersionChoice = "none" | "current" | "first";

/** The things a request may do. */
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
  "get",
  "get status",
  "list",
  "watch",
  "delete",
  "deletecollection",
  "odd",
] as const;

/** One of the things a request may do. */
export type Action = typeof ACTIONS[number];

/** Which of a sequence's objects a request is about. */
export type Slot = "a" | "b" | "c";

/** One request. */
export interface Step {
  readonly action: Action;
  readonly type: ComparedType;
  readonly slot: Slot;
  readonly mutations: readonly Mutation[];
  /** The mutated places that the body's text names twice. */
  readonly doubled: readonly string[];
  readonly version: VersionChoice;
  readonly query: Query;
  /** The Accept header. */
  readonly accept: string;
  /** Leave what a valid body has out of the body. */
  readonly bare: boolean;
  /** What the body is written in. */
  readonly encoding: Encoding;
  /** Who asks. */
  readonly user: string;
  /** The body of a deletion. */
  readonly options?: JsonObject;
  /** What an odd request asks for. */
  readonly odd?: OddRequest;
}

/** What sequences may be drawn of. */
export interface Drawing {
  /** The types, those that both servers serve. */
  readonly types: readonly ComparedType[];
  /** The actions; all where absent. */
  readonly actions?: readonly Action[];
  /** Users beside the administrator. */
  readonly users?: readonly string[];
  /** Query parameters that the real server does not know. */
  readonly unknownParameters?: readonly string[];
}

/** Values for anywhere. */
const ODD_VALUES: readonly Json[] = [null, 0, -1, 2.5, "", "x", true, [], ["a"], {}, { a: "b" }];

/** The type of answer that requests want, JSON for the most part. */
const accept = fc.oneof(
  { weight: 14, arbitrary: fc.constant("application/json") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
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
    ),
  },
);

const mutation = ({ places }: ComparedType): fc.Arbitrary<Mutation> =>
  fc.oneof(
    { weight: 4, arbitrary: placeOf(places) },
    { weight: 3, arbitrary: placeOf(METADATA_PLACES) },
  );

const placeOf = (places: ComparedType["places"]): fc.Arbitrary<Mutation> =>
  fc.constantFrom(...Object.entries(places)).chain(([place, values]) =>
    fc.oneof(
      { weight: 7, arbitrary: fc.constantFrom(...values) },
      { weight: 1, arbitrary: fc.constantFrom(...oddValues(place)) },
    ).map((value) => ({ place, value }))
  );

/** A write whose outcome cannot be shown is refused too late by real servers: it was done. */
const READS: readonly Action[] = ["get", "get status", "list"];

/** Names that are generated cannot be compared; real servers tell an empty list in a rule from none. */
const oddValues = (place: string): readonly Json[] =>
  ODD_VALUES.filter((value) =>
    !(place === "metadata.generateName" && typeof value === "string") &&
    !(place.startsWith("rules.0.") && Array.isArray(value))
  );

/** Most bodies are valid, so that most of them come through. */
const mutations = (type: ComparedType): fc.Arbitrary<Mutation[]> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant<Mutation[]>([]) },
    { weight: 5, arbitrary: fc.array(mutation(type), { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(mutation(type), { minLength: 2, maxLength: 3 }) },
  );

/** How often each action is drawn, and of which parameters. */
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
const REVIEW_PLAN: typeof PLAN = [
  { weight: 12, action: "review", query: writeQuery },
  { weight: 1, action: "odd" },
];

/** What may do more than it is told to be a rehearsal of. */
const UNSAFE: readonly Action[] = ["odd", "watch"];

function planOf(type: ComparedType, actions: readonly Action[]): typeof PLAN {
  const { isReview, hasStatus, dryRunOnly } = type;
  const whole = isReview ? REVIEW_PLAN : hasStatus ? [...PLAN, ...STATUS_PLAN] : PLAN;
  const plan = dryRunOnly ? whole.filter(({ action }) => !UNSAFE.includes(action)) : whole;
  return plan.filter(({ action }) => actions.includes(action));
}

function step(type: ComparedType, drawing: Drawing): fc.Arbitrary<Step> {
  const { users = [], actions = ACTIONS, unknownParameters = [] } = drawing;
  const without = (query: Query) =>
    Object.fromEntries(
      Object.entries(query).filter(([name]) => !unknownParameters.includes(name)),
    );
  return fc.oneof(
    ...planOf(type, actions).map(({ weight, action, query = fc.constant({}) }) => ({
      // Whole numbers are asked for.
      weight: weight * 10,
      arbitrary: oneStep(type, action, query.map(without), users),
    })),
  );
}

function oneStep(
  type: ComparedType,
  action: Action,
  query: fc.Arbitrary<Query>,
  users: readonly string[],
): fc.Arbitrary<Step> {
  const rest = action === "delete" || action === "deletecollection"
    ? deletion(action)
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

/** Sequences of requests, each about one or two types so that its requests meet. */
export function sequences(drawing: Drawing): fc.Arbitrary<Step[]> {
  const { types, actions = ACTIONS } = drawing;
  const drawable = types.filter((type) => planOf(type, actions).length > 0);
  return fc.uniqueArray(
    fc.oneof(...drawable.map((type) => ({
      weight: type.isReview || type.dryRunOnly ? 1 : 3,
      arbitrary: fc.constant(type),
    }))),
    { minLength: 1, maxLength: 2 },
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

/** What most sequences begin with, so that what follows finds something. */
const plainCreation = (type: ComparedType, slot: Slot): Step => ({
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
