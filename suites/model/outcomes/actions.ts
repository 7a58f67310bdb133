/**
 * The actions of the model: which facets a request with each verb or patch type has, and which
 * combinations of their values make sense.
 *
 * @module
 */
import type { DemandedName, Feature } from "../../features.ts";
import { combinationsIn, type Constraint, coveringArray, type Row } from "../covering_array.ts";
import {
  completeRow,
  type Facet,
  FACETS,
  type Flaw,
  type PartialRow,
  type RequestRow,
} from "./facets.ts";

/** A verb, patches by their type. */
export type ActionName =
  | "create"
  | "update"
  | "merge-patch"
  | "json-patch"
  | "strategic-merge-patch"
  | "apply"
  | "delete"
  | "deletecollection"
  | "update-status"
  | "patch-status";

/** The facets of an action, with the values that they have there. */
export interface Action {
  readonly name: ActionName;
  /** The features that a target needs for it. */
  readonly features: readonly (DemandedName | Feature)[];
  /** The values by facet, without flaws. */
  readonly facets: { readonly [Name in Facet]?: readonly RequestRow[Name][] };
  /** The flaws that its requests can have. */
  readonly flaws: readonly Flaw[];
}

const COMMON = {
  resource: FACETS.resource,
  dryRun: FACETS.dryRun,
  fieldManager: FACETS.fieldManager,
  fieldValidation: FACETS.fieldValidation,
  pretty: FACETS.pretty,
  accept: FACETS.accept,
  watch: FACETS.watch,
} as const;

const EXISTING = ["live", "held", "terminating", "recreated"] as const;

const CHANGING = {
  ...COMMON,
  state: EXISTING,
  dropped: FACETS.dropped,
  change: FACETS.change,
  version: FACETS.version,
  uid: FACETS.uid,
} as const;

const WRITE_FLAWS: readonly Flaw[] = [
  "unknown caller",
  "other dryRun",
  "malformed",
  "empty",
  "wrong type in metadata",
  "wrong type in content",
  "missing field",
  "other kind",
  "other namespace",
  "unknown field",
  "duplicate field",
];

const CHANGE_FLAWS: readonly Flaw[] = [
  ...WRITE_FLAWS,
  "other name",
  "stale version",
  "other uid",
  "absent object",
];

const without = (flaws: readonly Flaw[], ...left: readonly Flaw[]): readonly Flaw[] =>
  flaws.filter((flaw) => !left.includes(flaw));

/** The actions by name. */
export const ACTIONS: Readonly<Record<ActionName, Action>> = {
  "create": {
    name: "create",
    features: [],
    facets: {
      ...COMMON,
      state: ["absent", "removed", "live", "held", "terminating", "recreated"],
      dropped: FACETS.dropped,
      encoding: FACETS.encoding,
    },
    flaws: [...WRITE_FLAWS, "taken name"],
  },
  "update": {
    name: "update",
    features: ["update"],
    facets: { ...CHANGING, state: FACETS.state, encoding: FACETS.encoding },
    flaws: CHANGE_FLAWS,
  },
  "merge-patch": {
    name: "merge-patch",
    features: ["merge-patch"],
    facets: { ...CHANGING, state: FACETS.state },
    flaws: CHANGE_FLAWS,
  },
  "json-patch": {
    name: "json-patch",
    features: ["json-patch"],
    facets: { ...CHANGING, state: FACETS.state, dropped: ["none", "unknown field"] },
    flaws: without(CHANGE_FLAWS, "duplicate field"),
  },
  "strategic-merge-patch": {
    name: "strategic-merge-patch",
    features: ["strategic-merge-patch"],
    facets: { ...CHANGING, state: FACETS.state },
    flaws: CHANGE_FLAWS,
  },
  "apply": {
    name: "apply",
    features: ["server-side-apply"],
    facets: {
      ...CHANGING,
      state: FACETS.state,
      dropped: ["none"],
      fieldManager: FACETS.fieldManager,
      force: FACETS.force,
      encoding: FACETS.encoding,
    },
    flaws: [...without(CHANGE_FLAWS, "absent object"), "conflict", "no manager"],
  },
  "delete": {
    name: "delete",
    features: [],
    facets: {
      resource: FACETS.resource,
      state: FACETS.state,
      version: FACETS.version,
      uid: FACETS.uid,
      dryRun: FACETS.dryRun,
      pretty: FACETS.pretty,
      options: FACETS.options,
      gracePeriod: FACETS.gracePeriod,
      propagation: FACETS.propagation,
      watch: FACETS.watch,
    },
    flaws: [
      "unknown caller",
      "other dryRun",
      "stale version",
      "other uid",
      "absent object",
      "other policy",
      "malformed options",
    ],
  },
  "deletecollection": {
    name: "deletecollection",
    features: [],
    facets: {
      resource: FACETS.resource,
      selector: FACETS.selector,
      limit: FACETS.limit,
      dryRun: FACETS.dryRun,
      pretty: FACETS.pretty,
      options: FACETS.options,
      gracePeriod: FACETS.gracePeriod,
      propagation: FACETS.propagation,
      watch: FACETS.watch,
    },
    flaws: [
      "unknown caller",
      "other dryRun",
      "other policy",
      "malformed options",
      "malformed selector",
    ],
  },
  "update-status": {
    name: "update-status",
    features: [],
    facets: { ...CHANGING, state: FACETS.state, resource: ["deployments"] },
    flaws: without(CHANGE_FLAWS, "missing field"),
  },
  "patch-status": {
    name: "patch-status",
    features: [],
    facets: { ...CHANGING, state: FACETS.state, resource: ["deployments"], form: FACETS.form },
    flaws: without(CHANGE_FLAWS, "missing field", "duplicate field"),
  },
};

/** Flaws that depend on the state of the object. */
const ABSENT = ["absent", "removed"];

/** The conditions on rows of an action. */
function constraintsOf(
  { name }: Action,
  types: readonly RequestedType[] = [],
): readonly Constraint[] {
  const isKnown = (resource: string) => FACETS.resource.some((each) => each === resource);
  const isClusterScoped = (name: string) =>
    types.find(({ resource }) => resource === name)?.namespaced === false ||
    name.startsWith("clusterrole");
  const when = (of: readonly Facet[], allows: (row: RequestRow) => boolean): Constraint => ({
    of,
    allows: (row) => allows(row as RequestRow),
  });
  const isAbsent = ({ state }: RequestRow) => ABSENT.includes(state);
  return [
    // The state has the flaw, and no other one.
    when(["state", "flaw"], (row) => {
      if (name === "create") return (row.flaw === "taken name") === !isAbsent(row);
      if (name === "apply") {
        return !isAbsent(row) || !["conflict", "stale version", "other uid"].includes(row.flaw);
      }
      return (row.flaw === "absent object") === isAbsent(row);
    }),
    when(
      ["flaw", "resource", "version"],
      (row) =>
        name !== "update" || row.flaw !== "none" || row.version === "current" ||
        !types.some(({ resource, conditionalUpdates }) =>
          resource === row.resource && conditionalUpdates
        ),
    ),
    when(["state", "version"], (row) => !isAbsent(row) || row.version === "none"),
    when(["state", "uid"], (row) => !isAbsent(row) || row.uid === "none"),
    when(["flaw", "version"], (row) => row.flaw !== "stale version" || row.version === "none"),
    when(["flaw", "uid"], (row) => row.flaw !== "other uid" || row.uid === "none"),
    when(["flaw", "dryRun"], (row) => row.flaw !== "other dryRun" || row.dryRun === "none"),
    when(
      ["flaw", "resource"],
      (row) =>
        !(row.flaw === "missing field" && (row.resource === "secrets" || !isKnown(row.resource))) &&
        !(row.flaw === "wrong type in content" && !isKnown(row.resource)) &&
        !(row.flaw === "other namespace" && isClusterScoped(row.resource)),
    ),
    // Strict validation turns a dropped field into a flaw.
    when(
      ["dropped", "fieldValidation"],
      (row) => row.dropped === "none" || row.fieldValidation !== "Strict",
    ),
    when(
      ["flaw", "fieldValidation"],
      (row) =>
        !["unknown field", "duplicate field"].includes(row.flaw) ||
        row.fieldValidation === "Strict",
    ),
    when(["flaw", "dropped"], (row) => row.flaw === "none" || row.dropped === "none"),
    when(["flaw", "encoding"], (row) => row.flaw !== "empty" || row.encoding === "JSON"),
    // The operations of a JSON patch have no duplicate fields of the object.
    when(
      ["form", "dropped"],
      (row) => row.form !== "json-patch" || row.dropped !== "duplicate field",
    ),
    ...(name === "apply" ? applyConstraints() : []),
    ...(name.startsWith("delete") ? deleteConstraints() : []),
  ];

  function applyConstraints() {
    return [
      when(
        ["flaw", "fieldManager"],
        (row) => (row.flaw === "no manager") === (row.fieldManager === "none"),
      ),
      // What an apply changes belongs to the manager that created the object.
      when(["flaw", "change", "force"], (row) => {
        if (row.flaw === "conflict") return row.change !== "nothing" && row.force !== "true";
        return row.change === "nothing" || row.force === "true";
      }),
      when(["state", "change"], (row) => !isAbsent(row) || row.change === "nothing"),
      // An apply to an existing object may leave required fields out.
      when(["state", "flaw"], (row) => row.flaw !== "missing field" || isAbsent(row)),
    ];
  }

  function deleteConstraints() {
    return [
      when(
        ["flaw", "propagation"],
        (row) => row.flaw !== "other policy" || row.propagation === "none",
      ),
      // A server may ignore the query where there is a body, which preconditions need.
      when(["options", "version", "uid", "flaw"], (row) =>
        row.options === "body" ||
        (row.version === "none" && row.uid === "none" &&
          row.flaw !== "stale version" && row.flaw !== "other uid")),
      when(
        ["flaw", "options"],
        (row) => row.flaw !== "malformed options" || row.options === "body",
      ),
    ];
  }
}

/** Returns true for a row that an action can have. */
export function isAllowed(action: Action, row: PartialRow): boolean {
  const complete = completeRow(row);
  return Object.entries(row).every(([facet, value]) =>
    facet === "flaw" || facet === "resource" ||
    (action.facets[facet as Facet] as readonly string[]).includes(value)
  ) && constraintsOf(action).every(({ allows }) => allows(complete));
}

/** Arrays of the accepted and of the refused requests of an action. */
export interface RequestArrays {
  /** Rows without a flaw. */
  readonly accepted: readonly PartialRow[];
  /** Rows with a flaw. */
  readonly refused: readonly PartialRow[];
}

/** A resource type, as far as the flaws of requests depend on it. */
export interface RequestedType {
  readonly resource: string;
  readonly namespaced: boolean;
  /** True if the server accepts no update without a resourceVersion. */
  readonly conditionalUpdates?: boolean;
}

/** Options of the arrays of an action. */
export interface RequestArrayOptions {
  readonly seed: number;
  /** The number of facets whose values are combined. */
  readonly strength: 2 | 3;
  /** The types of the target. @default {those of the specification} */
  readonly types?: readonly RequestedType[] | undefined;
  /** The features that the target lacks. */
  readonly lacks?: readonly string[] | undefined;
}

/**
 * Returns arrays that cover every combination of values of accepted requests, and every flaw with
 * every value, or combination, of the other facets. One flaw hides what else a server would do:
 * hence no request has two, and accepted requests have an array of their own. As most bugs concern
 * one resource type, accepted rows combine each pair of values with each type, the most useful rows
 * first.
 */
export function requestArrays(action: Action, options: RequestArrayOptions): RequestArrays {
  const own = options.types?.map(({ resource }) => resource);
  const { flaws, facets } = supported(
    own === undefined ? action : { ...action, facets: { ...action.facets, resource: own } },
    options.lacks ?? [],
  );
  const { seed, strength } = options;
  const settings = { seed, strength, constraints: constraintsOf(action, options.types) };
  const byType = facets.resource!.length > 1 && strength === 2;
  const accepted = coveringArray(
    { ...facets, flaw: ["none"] },
    byType ? { ...settings, strength: 3, including: "resource" } : settings,
  );
  const refused = coveringArray({ ...facets, flaw: flaws }, { ...settings, including: "flaw" });
  return { accepted: accepted.rows as PartialRow[], refused: refused.rows as PartialRow[] };
}

/** Returns the number of combinations in rows: of refused ones only those with their flaw. */
export function combinationsOf(rows: readonly PartialRow[], strength: 2 | 3): number {
  const accepted = rows.filter(({ flaw }) => flaw === "none") as Row[];
  const refused = rows.filter(({ flaw }) => flaw !== "none") as Row[];
  return combinationsIn(accepted, { strength }) +
    combinationsIn(refused, { strength, including: "flaw" });
}

/** Returns the facets and flaws without values that need a feature that the target lacks. */
function supported(
  { facets, flaws }: Action,
  lacks: readonly string[],
): Pick<Action, "facets" | "flaws"> {
  const without: Partial<Record<string, { facets?: object; flaws?: readonly Flaw[] }>> = {
    "dry-run": { facets: { dryRun: ["none"] }, flaws: ["other dryRun"] },
    "field-validation": {
      facets: { fieldValidation: ["none"], dropped: ["none"] },
      flaws: ["unknown field", "duplicate field"],
    },
    "strategic-merge-patch": { facets: { form: ["merge-patch", "json-patch"] } },
    "watch": { facets: { watch: ["no"] } },
    "yaml": { facets: { encoding: ["JSON"] } },
    "protobuf": { facets: { accept: ["JSON"] } },
  };
  const found = lacks.flatMap((feature) => without[feature] ?? []);
  const narrowed = Object.assign({}, ...found.map((each) => each.facets ?? {}));
  return {
    facets: Object.fromEntries(
      Object.entries(facets).map(([name, values]) => [name, narrowed[name] ?? values]),
    ),
    flaws: flaws.filter((flaw) => !found.some((each) => each.flaws?.includes(flaw))),
  };
}
