/**
 * Events in the core group, and in a group of their own with other names of the fields.
 *
 * @module
 */
import { type ApiObject, type Cause, type Dialect, equal } from "@plumbline/server/api";
import {
  asObject,
  at,
  type Column,
  computed,
  defineKind,
  type KindFacts,
  name,
  numberAt,
  renamingConversion,
  type ResourceDefinition,
  since,
  text,
  textAt,
  wide,
} from "@plumbline/server/resources";
import { invalidCause, requiredCause, when } from "@plumbline/server/rules";
import { alwaysInvalid, fields, missing } from "@plumbline/server/fields";
import { validateSource } from "./core_rules.ts";

const firstSeen = (event: ApiObject, now: number): string =>
  since(at(event, "firstTimestamp"), now, since(at(event, "eventTime"), now));

const columns: readonly Column[] = [
  computed("Last Seen", (event, now) => {
    const series = at(event, "series.lastObservedTime");
    return since(series, now, since(at(event, "lastTimestamp"), now, firstSeen(event, now)));
  }),
  text("Type", "type"),
  text("Reason", "reason"),
  computed("Object", (event) => {
    const kind = textAt(event, "involvedObject.kind").toLowerCase();
    const named = textAt(event, "involvedObject.name");
    return named === "" ? kind : `${kind}/${named}`;
  }),
  wide(text("Subobject", "involvedObject.fieldPath")),
  wide(computed("Source", (event) => {
    const component = textAt(event, "source.component", textAt(event, "reportingComponent"));
    const host = textAt(event, "source.host", textAt(event, "reportingInstance"));
    return host === "" ? component : `${component}, ${host}`;
  })),
  { name: "Message", type: "string", cell: (event) => textAt(event, "message").trim() },
  wide(computed("First Seen", firstSeen)),
  wide(computed("Count", (event) => {
    const count = numberAt(event, "series.count") || numberAt(event, "count");
    return count || 1;
  })),
  wide(name),
];

const INVOLVED = ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"];

function selectableFields(event: ApiObject): Record<string, string> {
  const component = textAt(event, "reportingComponent");
  return {
    ...Object.fromEntries(
      INVOLVED.map((field) => [
        `involvedObject.${field}`,
        textAt(event, `involvedObject.${field}`),
      ]),
    ),
    reason: textAt(event, "reason"),
    reportingComponent: component,
    source: textAt(event, "source.component", component),
    type: textAt(event, "type"),
  };
}

/** Validates an event of either group; the name of one field differs. */
const validateWith = (reporter: string) => (event: ApiObject): Cause[] => {
  const involved = textAt(event, "involvedObject.namespace");
  const own = event.metadata.namespace ?? "";
  const isOld = at(event, "eventTime") === undefined;
  const isFine = involved === ""
    ? own === "default" || !isOld && own === "kube-system"
    : !isOld || involved === own;
  const why = "does not match event.namespace";
  return [
    ...when(!isFine, invalidCause("involvedObject.namespace", involved, why)),
    ...(isOld ? [] : validateSource(event, reporter)),
  ];
};

const validate = validateWith("reportingComponent");

/** Validates a new event of the group `events`, which has no fields of the older ones. */
function validateNewOfGroup(event: ApiObject): Cause[] {
  const legacy = ["firstTimestamp", "lastTimestamp", "count"].filter((name) => event[name]);
  const source = asObject(event.source);
  const type = textAt(event, "type");
  return [
    ...when(event.eventTime === undefined, requiredCause("eventTime")),
    ...when(!["Normal", "Warning"].includes(type), invalidCause("type", "", "has invalid value")),
    ...legacy.map((name) => invalidCause(name, "", "needs to be unset")),
    ...when(source?.component || source?.host, invalidCause("source", "", "needs to be unset")),
    ...validateSeries(event),
  ];
}

const validateSeries = fields({
  series: fields(({ count = 0, lastObservedTime }) => ({
    count: Number(count) < 2 && alwaysInvalid("should be at least 2", ""),
    lastObservedTime: lastObservedTime === undefined && missing(),
  })),
});

const FIXED = [
  "involvedObject",
  "reason",
  "message",
  "source",
  "firstTimestamp",
  "lastTimestamp",
  "count",
  "type",
  "eventTime",
  "action",
  "related",
];

/** An event of the group `events` hardly changes. */
function validateUpdateOfGroup(event: ApiObject, old: ApiObject): Cause[] {
  const names = [...FIXED, "reportingComponent", "reportingInstance"];
  const fixed = names.filter((name) => !equal(event[name], old[name])).map((name) => {
    const field = name === "reportingComponent" ? "reportingController" : name;
    return invalidCause(field, event[name] ?? null, "field is immutable");
  });
  return [...fixed, ...(equal(event.series, old.series) ? [] : validateSeries(event))];
}

const shared: Omit<KindFacts, "group"> = {
  kind: "Event",
  shortNames: ["ev"],
  columns,
  selectableFields,
  deletion: { ignoresDependents: true },
  createsOnUpdate: true,
  reportsMissingFields: true,
  validate,
};

/** The resource `events` of the core group. */
export const coreEvents: ResourceDefinition = defineKind({ group: "", ...shared });

/** The names of the fields in the group `events`, which differ from the stored ones. */
const RENAMINGS = [
  ["regarding", "involvedObject"],
  ["note", "message"],
  ["reportingController", "reportingComponent"],
  ["deprecatedSource", "source"],
  ["deprecatedFirstTimestamp", "firstTimestamp"],
  ["deprecatedLastTimestamp", "lastTimestamp"],
  ["deprecatedCount", "count"],
].map(([name, storedName]) => ({ within: [], name: name!, storedName: storedName! }));

const SELECTORS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(INVOLVED.map((name) => [`regarding.${name}`, `involvedObject.${name}`])),
  reason: "reason",
  reportingController: "reportingComponent",
  type: "type",
  "metadata.name": "metadata.name",
  "metadata.namespace": "metadata.namespace",
};

/** The resource `events` of the group `events`: the same objects as those of the core group. */
export function groupEvents({ suffix }: Dialect): ResourceDefinition {
  const group = `events.${suffix}`;
  const conversion = renamingConversion({
    group,
    version: "v1",
    storedVersion: "v1",
    storedApiVersion: "v1",
    renamings: RENAMINGS,
  });
  const rules = {
    validate: validateWith("reportingController"),
    validateCreate: validateNewOfGroup,
    validateUpdate: validateUpdateOfGroup,
  };
  const facts = { group, ...shared, ...rules, conversion, selectorNames: SELECTORS };
  return { ...defineKind(facts), storedGroup: "" };
}
