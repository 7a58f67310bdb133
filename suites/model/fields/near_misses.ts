/**
 * Near misses: values that differ from a right one by a hair.
 *
 * @module
 */
import type { Json } from "../../client/http_client.ts";
import type { Field, FieldType } from "./shape.ts";

/** A value that a field must not have. */
export interface NearMiss {
  /** What is wrong, unique among the misses of a field. */
  readonly word: string;
  readonly value: Json;
  /** Only real servers agree that it is wrong. */
  readonly byConvention?: true;
  /** It is of another type altogether: no lenient decoder would convert it. */
  readonly isFar?: true;
}

/** 2^31, the least number that no int32 is. */
const TOO_LARGE = 2147483648;

const OBJECT: NearMiss = { word: "an object", value: { plumb: "line" } };
const EMPTY_OBJECT: NearMiss = { word: "an empty object", value: {} };
const LIST: NearMiss = { word: "a list", value: ["a text"] };
const EMPTY_LIST: NearMiss = { word: "an empty list", value: [] };
const TEXT: NearMiss = { word: "a text", value: "a text" };
const NUMBER: NearMiss = { word: "a number", value: 7 };
const TRUE: NearMiss = { word: "true", value: true };
const FRACTION: NearMiss = { word: "a fraction", value: 1.5 };
const TRUE_TEXT: NearMiss = { word: "true as text", value: "true" };

const far = (...misses: readonly NearMiss[]): NearMiss[] =>
  misses.map((miss) => ({ ...miss, isFar: true }));

const MISSES: Readonly<Record<FieldType, readonly NearMiss[]>> = {
  string: [NUMBER, TRUE, ...far(OBJECT, LIST)],
  int32: [
    { word: "a number as text", value: "3" },
    { word: "an empty text", value: "" },
    FRACTION,
    { word: "2^31", value: TOO_LARGE },
    { word: "-2^31-1", value: -TOO_LARGE - 1 },
    { word: "2^32", value: 2 * TOO_LARGE },
    ...far(TRUE, LIST, EMPTY_OBJECT),
  ],
  int64: [
    { word: "a number as text", value: "3" },
    FRACTION,
    { word: "2^63", value: 2 ** 63 },
    { word: "-2^64", value: -(2 ** 64) },
    ...far(TRUE, LIST, EMPTY_OBJECT),
  ],
  boolean: [
    TRUE_TEXT,
    { word: "false as text", value: "false" },
    { word: "an empty text", value: "" },
    { word: "1", value: 1 },
    { word: "0", value: 0 },
    ...far(EMPTY_LIST, EMPTY_OBJECT),
  ],
  intOrString: [
    FRACTION,
    { word: "2^31", value: TOO_LARGE },
    { word: "-2^31-1", value: -TOO_LARGE - 1 },
    ...far(TRUE, LIST, EMPTY_OBJECT),
    { word: "a number as text", value: "1", byConvention: true },
    { word: "a number with a unit", value: "1x", byConvention: true },
    { word: "a fraction of percents", value: "1.5%", byConvention: true },
  ],
  time: [
    { word: "a text that is no time", value: "yesterday" },
    { word: "a month that does not exist", value: "2026-13-01T00:00:00Z" },
    NUMBER,
    ...far(TRUE, OBJECT, LIST),
    { word: "a date", value: "2026-01-02", byConvention: true },
    { word: "a time without a zone", value: "2026-01-02T03:04:05", byConvention: true },
  ],
  bytes: [
    { word: "a character outside of the alphabet", value: "YQ!=" },
    { word: "no padding", value: "YQ" },
    { word: "the URL alphabet", value: "_-8=" },
    ...far(NUMBER, TRUE, OBJECT),
  ],
  integer: [
    { word: "a number as text", value: "3" },
    FRACTION,
    ...far(TRUE, LIST, EMPTY_OBJECT),
  ],
  number: [{ word: "a number as text", value: "3" }, ...far(TRUE, LIST, EMPTY_OBJECT)],
  integerOrString: [FRACTION, ...far(TRUE, LIST, EMPTY_OBJECT)],
  object: [EMPTY_LIST, { word: "a list of objects", value: [{}] }, ...far(TEXT, NUMBER)],
  list: [EMPTY_OBJECT, ...far(NUMBER)],
  map: [EMPTY_LIST, LIST, ...far(TEXT, NUMBER)],
};

/**
 * Returns the values that a field must not have: of other types, out of its range, or none of the
 * allowed ones. Null is none of them, as it may mean an absent field, but for an item of a list.
 */
export function nearMisses({ type, place, allowed = [], item, needed }: Field): NearMiss[] {
  const others = allowed.flatMap((value) => [
    {
      word: `${value} in another letter case`,
      value: `${value[0]!.toLowerCase()}${value.slice(1)}`,
    },
    { word: `${value} in capital letters`, value: value.toUpperCase() },
    { word: `${value} and a space`, value: `${value} ` },
  ]);
  const isObject = typeof item === "object";
  const inList: NearMiss[] = type === "list"
    ? [{ word: "its item alone", value: item ?? "a text" }, ...(isObject ? [TEXT] : [])]
    : [];
  return [
    ...MISSES[type],
    ...inList,
    ...others,
    ...(needed && place[0] !== "status" ? withoutRequired(place.includes("template")) : []),
  ];
}

/** Items without their required fields. The specification does not show those of a pod. */
function withoutRequired(ofPod: boolean): NearMiss[] {
  const level = ofPod && { byConvention: true as const };
  return [{ word: "null", value: null, ...level }, { ...EMPTY_OBJECT, ...level }];
}
