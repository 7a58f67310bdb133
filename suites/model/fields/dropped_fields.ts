/**
 * Fields that a server must drop: unknown ones, and duplicates of known ones, at every place of a
 * shape.
 *
 * @module
 */
import type { Json } from "../../client/http_client.ts";
import type { Injected, Place } from "../field_injection.ts";
import { type Field, type Shape, shapeFields } from "./shape.ts";

/** The sorts of fields to drop. */
export type DroppedKind = "unknown" | "letter case" | "duplicate" | "other duplicate";

/** A field to drop. */
export interface DroppedField {
  readonly kind: DroppedKind;
  readonly injected: Injected;
}

const UNKNOWN_VALUES: readonly Json[] = ["a text", 7, true, ["a", 1], { a: { b: [] } }, {}];

/**
 * Returns every field to drop of a shape: an unknown one in each object, a name of each field in
 * another letter case, and a second occurrence of each scalar with the same and another value.
 */
export function droppedFieldsOf(shape: Shape): DroppedField[] {
  const fields = shapeFields(shape).filter(({ unset, undocumented }) => !unset && !undocumented);
  const maps = fields.filter(({ type }) => type === "map").map(({ place }) => place.join("/"));
  if (shape.type === "map") maps.push("");
  const isInObject = ({ place }: Field) =>
    typeof place.at(-1) === "string" && !maps.includes(place.slice(0, -1).join("/"));
  const objects: Place[] = [
    ...(shape.type === "object" ? [[]] : []),
    ...fields.filter(({ type }) => type === "object").map(({ place }) => place),
  ];
  return [
    ...objects.map((place, index) =>
      dropped("unknown", place, `unknown${index}`, UNKNOWN_VALUES[index % UNKNOWN_VALUES.length]!)
    ),
    ...fields.filter(isInObject).map((field) =>
      dropped("letter case", field.place.slice(0, -1), inAnotherCase(field), rightOf(field))
    ),
    ...fields.filter(isRepeatable).flatMap((field) => {
      const [place, name] = [field.place.slice(0, -1), String(field.place.at(-1))];
      const [value = "", another] = field.values ?? [];
      return [
        dropped("duplicate", place, name, value),
        ...(another === undefined ? [] : [dropped("other duplicate", place, name, another)]),
      ];
    }),
  ];
}

function dropped(kind: DroppedKind, place: Place, field: string, value: Json): DroppedField {
  const injectedKind = kind === "unknown" || kind === "letter case" ? "unknown" : "duplicate";
  return { kind, injected: { kind: injectedKind, place, field, value } };
}

const inAnotherCase = ({ place }: Field) => {
  const name = String(place.at(-1));
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
};

/** Scalars with values of their own; those without, such as the name, are the object's. */
const isRepeatable = ({ place, values }: Field) =>
  typeof place.at(-1) === "string" && values !== undefined && values.length > 0;

/** Stands for the value that the object has. */
export const OWN_VALUE = "{own}";

const EMPTY: Readonly<Record<string, Json>> = { object: {}, map: {}, list: [] };

const rightOf = ({ type, values }: Field): Json => values?.at(-1) ?? EMPTY[type] ?? OWN_VALUE;
