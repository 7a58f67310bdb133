/**
 * Generates operations of JSON patches that keep the object of a target valid.
 *
 * @module
 */
import fc from "fast-check";
import type { Json } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import { jsonPatched, type PatchOperation } from "../../model/patches/json_patch.ts";
import { initialWords, memberOf, type PatchedMap, type PatchTarget } from "./targets.ts";

/** What a case is about; the operations of the others are generated freely. */
export const TOPICS = [
  "add",
  "add at the end",
  "remove",
  "replace",
  "test succeeds",
  "test fails",
  "move",
  "copy",
  "copy an object",
  "test of a change",
  "escaped names",
] as const;

/** What a case is about. */
export type Topic = typeof TOPICS[number];

const WORDS = ["x", "y", "z"];
const NEW_WORDS = ["k", "l", "m", "n", "o", "p", "q", "r"];

/** Places that operations read and write, and the values they write. */
interface Places {
  readonly source: fc.Arbitrary<string>;
  readonly target: fc.Arbitrary<string>;
  readonly value: fc.Arbitrary<Json>;
  /** A server may return more than was written there, so that a test of it may fail. */
  readonly untested?: boolean;
}

function operation({ source, target, value, untested }: Places): fc.Arbitrary<PatchOperation> {
  return fc.oneof(
    ...(untested ? [] : [
      fc.record({ op: fc.constant("test" as const), path: source, value }),
    ]),
    fc.record({ op: fc.constant("add" as const), path: target, value }),
    fc.record({ op: fc.constant("remove" as const), path: source }),
    fc.record({ op: fc.constant("replace" as const), path: source, value }),
    {
      weight: 2,
      arbitrary: fc.record({ op: fc.constant("move" as const), from: source, path: target }),
    },
    fc.record({ op: fc.constant("copy" as const), from: source, path: target }),
  );
}

const indexIn = (list: string, max: number) =>
  fc.integer({ min: 0, max }).map((index) => `${list}/${index}`);

function inList({ list, item, unique, ...target }: PatchTarget): Places {
  const words = unique ? [...WORDS, ...NEW_WORDS] : WORDS;
  return {
    source: indexIn(list, 4),
    target: fc.oneof(indexIn(list, 5), indexIn(list, 4), fc.constant(`${list}/-`)),
    value: fc.constantFrom(...words).map(item),
    untested: target.subresource !== undefined,
  };
}

function inMap(map: PatchedMap): Places {
  const member = fc.constantFrom(...map.keys).map((key) => memberOf(map, key));
  return { source: member, target: member, value: fc.constantFrom(...WORDS).map(map.value) };
}

/** True if the items of the list are texts that the first map can have, and the reverse. */
const crosses = ({ item, maps: [map] }: PatchTarget) => item("x") === map?.value("x");

/** Returns an arbitrary of operations anywhere in the target. */
function anywhere(target: PatchTarget): fc.Arbitrary<PatchOperation> {
  const places = [inList(target), ...target.maps.map(inMap)];
  const [list, map] = places;
  if (crosses(target) && map !== undefined) {
    places.push({
      source: fc.oneof(list!.source, map.source),
      target: fc.oneof(list!.target, map.target),
      value: list!.value,
    });
  }
  return fc.oneof(...places.map(operation));
}

/** Returns an arbitrary of one to four operations that keep the object valid. */
export function arbitraryOperations(target: PatchTarget): fc.Arbitrary<readonly PatchOperation[]> {
  return fc.array(anywhere(target), { minLength: 1, maxLength: 4 })
    .filter((operations) => keepsValid(target, operations));
}

/** Returns an arbitrary of operations, some of which are about a topic. */
export function operationsAbout(
  target: PatchTarget,
  topic: Topic,
): fc.Arbitrary<readonly PatchOperation[]> {
  const before = fc.array(anywhere(target), { maxLength: 1 });
  const isLast = topic === "test fails";
  return fc.tuple(
    // The topic is about the initial object; a failing test follows an operation that succeeds.
    isLast ? succeeding(target).map((one) => [one]) : fc.constant<PatchOperation[]>([]),
    about(target, topic),
    before,
  ).map((parts) => parts.flat()).filter((operations) => keepsValid(target, operations));
}

function succeeding({ list, item }: PatchTarget): fc.Arbitrary<PatchOperation> {
  return fc.constantFrom(...NEW_WORDS).map((word) => ({
    op: "add" as const,
    path: `${list}/-`,
    value: item(word),
  }));
}

/** Returns an arbitrary of the operations of a topic: in a map and in the list, in any order. */
function about(target: PatchTarget, topic: Topic): fc.Arbitrary<readonly PatchOperation[]> {
  if (topic === "copy an object") return copiesOf(target);
  if (topic === "test of a change") return testOfChange(target);
  if (topic === "escaped names") return escapedNames(target);
  const inOne = [
    ...target.maps.map((map) => aboutMember(map, topic)),
    aboutItem(target, topic),
    ...(topic.startsWith("test") ? aboutObject(target, topic === "test succeeds") : []),
  ];
  // Of several tests that fail only the first has an effect.
  if (topic === "test fails") return fc.oneof(...inOne).map((each) => [each]);
  return fc.tuple(...inOne).chain((operations) =>
    fc.shuffledSubarray(operations, { minLength: operations.length })
  );
}

/** Changes a value and tests it: a test is of what the operations before it have made. */
function testOfChange(target: PatchTarget): fc.Arbitrary<readonly PatchOperation[]> {
  const { list, item, maps: [map], subresource } = target;
  // The server may add fields to an item of a status.
  if (map === undefined && subresource !== undefined) return about(target, "test succeeds");
  const path = map === undefined ? `${list}/0` : memberOf(map, "a");
  const valueOf = map === undefined ? item : map.value;
  return fc.constantFrom("k", "l").map(valueOf).map((value) => [
    { op: map === undefined ? "replace" : "add", path, value },
    { op: "test", path, value },
  ]);
}

/** Names of which each is read in place of another if escapes are decoded wrongly, or not at all. */
const ESCAPED = ["~", "/", "~0", "~1", "~01", "0~1", "0/"];

/**
 * Reads and moves members whose names have to be escaped. No object may have such names, so that they
 * are in a value that the patch removes before its end.
 */
function escapedNames(target: PatchTarget): fc.Arbitrary<readonly PatchOperation[]> {
  const { list, item, maps: [map] } = target;
  const valueOf = map?.value ?? item;
  const scratch = { pointer: "/plumbline", keys: ESCAPED, value: text };
  const valueAt = (at: number) => valueOf(NEW_WORDS[at]!);
  const value = Object.fromEntries(ESCAPED.map((name, at) => [name, valueAt(at)]));
  const order = fc.shuffledSubarray([...ESCAPED.keys()], { minLength: ESCAPED.length });
  return fc.tuple(order, fc.constantFrom("move" as const, "copy" as const)).map(
    ([order, op]): readonly PatchOperation[] => [
      { op: "add", path: scratch.pointer, value },
      ...order.map((at) => ({
        op: "test" as const,
        path: memberOf(scratch, ESCAPED[at]!),
        value: valueAt(at),
      })),
      {
        op,
        from: memberOf(scratch, ESCAPED[order[0]!]!),
        path: map === undefined ? `${list}/-` : memberOf(map, "c"),
      },
      { op: "remove", path: scratch.pointer },
    ],
  );
}

const text = (word: string) => word;

/** The initial members of maps and items of lists have these words. */
function aboutMember(map: PatchedMap, topic: Topic): fc.Arbitrary<PatchOperation> {
  const initial = [["a", "x"], ["b", "y"], ["plumbline.invalid/d", "z"]] as const;
  const known = fc.constantFrom(...initial.filter(([key]) => map.keys.includes(key)))
    .map(([key, word]) => ({ path: memberOf(map, key), word }));
  const another = fc.constantFrom(...map.keys.filter((key) => !initial.some(([a]) => a === key)))
    .map((key) => memberOf(map, key));
  const value = fc.constantFrom("p", "q").map(map.value);
  return fc.tuple(known, another, value).map(([{ path, word }, other, value]): PatchOperation => {
    switch (topic) {
      case "remove":
        return { op: "remove", path };
      case "replace":
        return { op: "replace", path, value };
      case "test succeeds":
        return { op: "test", path, value: map.value(word) };
      case "test fails":
        return { op: "test", path, value };
      case "move":
        return { op: "move", from: path, path: other };
      case "copy":
        return { op: "copy", from: path, path: other };
      case "add":
        return { op: "add", path: other, value };
      default:
        return { op: "add", path, value };
    }
  });
}

function aboutItem(target: PatchTarget, topic: Topic): fc.Arbitrary<PatchOperation> {
  const { list, item, unique } = target;
  const words = initialWords(target);
  const value = fc.constantFrom("k", "l").map(item);
  const index = fc.nat({ max: words.length - 1 });
  return fc.tuple(index, index, value).map(([one, other, value]): PatchOperation => {
    const path = `${list}/${one}`;
    switch (topic) {
      case "add":
        return { op: "add", path, value };
      case "remove":
        return { op: "remove", path };
      case "replace":
        return { op: "replace", path, value };
      case "test succeeds":
        return target.subresource === undefined
          ? { op: "test", path, value: item(words[one]!) }
          : { op: "test", path: `${path}/type`, value: words[one]! };
      case "test fails":
        return { op: "test", path, value };
      case "move":
        return { op: "move", from: path, path: `${list}/${other}` };
      case "copy":
        return unique ? { op: "move", from: path, path: `${list}/-` } : {
          op: "copy",
          from: path,
          path: `${list}/${other}`,
        };
      default:
        return { op: "add", path: `${list}/-`, value };
    }
  });
}

/** Returns arbitraries of tests of a whole map, its members in another order. */
function aboutObject(
  { maps: [map] }: PatchTarget,
  succeeds: boolean,
): fc.Arbitrary<PatchOperation>[] {
  if (map === undefined) return [];
  const members = [["plumbline.invalid/d", "z"], ["b", "y"], ["a", "x"]] as const;
  const value = Object.fromEntries(members.map(([key, word]) => [key, map.value(word)]));
  const { b: _b, ...part } = value;
  const wrong: Json[] = [part, { ...value, c: "w" }, { ...value, a: "w" }, Object.keys(value), "x"];
  return [
    fc.constantFrom(...(succeeds ? [value] : wrong))
      .map((each) => ({ op: "test" as const, path: map.pointer, value: each })),
  ];
}

/** Copies an object and changes one of the two, which must leave the other unchanged. */
function copiesOf(
  { resource, subresource, list }: PatchTarget,
): fc.Arbitrary<readonly PatchOperation[]> {
  const copy = (from: string, path: string): PatchOperation => ({ op: "copy", from, path });
  const replace = (path: string, value: Json): PatchOperation => ({ op: "replace", path, value });
  const add = (path: string, value: Json): PatchOperation => ({ op: "add", path, value });
  if (resource === "secrets") {
    return fc.constantFrom("/metadata/annotations/n", "/data/n").map((path) => [
      copy("/data", "/metadata/annotations"),
      add(path, btoa("n")),
    ]);
  }
  if (resource === "deployments" && subresource === undefined) {
    const containers = "/spec/template/spec/containers";
    return fc.constantFrom(`${containers}/0/args/0`, `${containers}/1/args/-`).map((path) => [
      copy(`${containers}/0`, `${containers}/-`),
      replace(`${containers}/1/name`, "second"),
      add(path, "n"),
    ]);
  }
  if (resource.endsWith("roles")) {
    const changes = ["/rules/0", "/rules/1"].flatMap((rule): PatchOperation[] => [
      add(`${rule}/resourceNames/0`, "n"),
      { op: "remove", path: `${rule}/resourceNames/1` },
      add(`${rule}/resourceNames/-`, "n"),
    ]);
    return fc.tuple(
      fc.constantFrom("/rules/0", "/rules/-"),
      fc.subarray(changes, { minLength: 1, maxLength: 2 }),
    ).map(([path, some]) => [copy("/rules/0", path), ...some]);
  }
  if (list === "/metadata/finalizers") {
    return fc.constantFrom("/metadata/annotations/n", "/metadata/labels/n").map((path) => [
      copy("/metadata/labels", "/metadata/annotations"),
      add(path, "n"),
    ]);
  }
  const name = subresource === undefined ? "name" : "type";
  return fc.constantFrom(0, 5).map((at) => [
    copy(`${list}/0`, `${list}/-`),
    replace(`${list}/${at}/${name}`, "n"),
  ]);
}

/** Returns true unless a list whose items must differ has equal ones after the operations. */
function keepsValid(target: PatchTarget, operations: readonly PatchOperation[]): boolean {
  const { list, unique } = target;
  if (!unique) return true;
  const [, parent, name] = list.split("/");
  const document = { [parent!]: { [name!]: initialWords(target).map(target.item) } };
  const isInList = (path: string) => path.startsWith(list);
  const changes = operations.filter((each) =>
    each.op !== "test" && (isInList(each.path) || ("from" in each && isInList(each.from)))
  );
  const after = asObject(asObject(jsonPatched(document, changes))?.[parent!])?.[name!];
  if (!Array.isArray(after)) return true;
  const keys = after.map((each) => JSON.stringify(asObject(each)?.type ?? each));
  return new Set(keys).size === keys.length;
}
