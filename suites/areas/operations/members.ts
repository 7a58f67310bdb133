/**
 * Members of objects that are lists or maps: any number of finalizers, owners, labels, rules, subjects,
 * keys or containers.
 *
 * @module
 */
import type { Dialect } from "../../client/dialect.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { asObject, metadataOf, nameOf, uidOf } from "../../model/object.ts";

/**
 * Returns the members of a change, each with the same number of items, as far as the type of an object
 * has them.
 *
 * @param owner The first owner, which exists; a garbage collector then keeps the object.
 */
export function manyMembers(
  { suffix }: Dialect,
  object: JsonObject,
  owner: JsonObject,
  count: number,
): JsonObject {
  const many = <Item>(item: (at: number) => Item): Item[] =>
    Array.from({ length: count }, (_, at) => item(at));
  const { apiVersion, kind } = object;
  const metadata = {
    finalizers: many((at) => `plumbline.invalid/f${at}`),
    ownerReferences: many((at): JsonObject => ({
      apiVersion: apiVersion!,
      kind: kind!,
      name: at === 0 ? nameOf(owner) : `plumbline-owner-${at}`,
      uid: at === 0 ? String(uidOf(owner)) : `7b1c5f0e-0000-4000-8000-${`${at}`.padStart(12, "0")}`,
      // A false flag differs from none.
      ...(at % 3 > 0 && { controller: at === 1, blockOwnerDeletion: at % 3 === 1 }),
    })),
    annotations: Object.fromEntries(many((at) => [`plumbline/a${at}`, `${at}`])),
    labels: {
      ...asObject(metadataOf(object).labels),
      ...Object.fromEntries(many((at) => [`l${at}`, `${at}`])),
    },
  };
  if (Array.isArray(object.rules)) {
    const rules = many((at): JsonObject => ({
      verbs: many((verb) => `verb${verb}`),
      apiGroups: ["plumbline.invalid"],
      resources: [`plumbs${at}`],
      resourceNames: many((name) => `name-${name}`),
    }));
    return { metadata, rules };
  }
  if (object.roleRef !== undefined) {
    const apiGroup = `rbac.authorization.${suffix}`;
    const subjects = many((at): JsonObject => ({
      kind: "User",
      name: `plumbline-${at}`,
      apiGroup,
    }));
    // An apply of a binding names its role.
    return { metadata, subjects, roleRef: object.roleRef };
  }
  if (kind === "Secret") {
    return { metadata, data: Object.fromEntries(many((at) => [`key-${at}`, btoa(`value ${at}`)])) };
  }
  if (kind === "Deployment") {
    const containers = many((at): JsonObject => ({
      name: at === 0 ? "nothing" : `nothing-${at}`,
      image: "nothing.invalid/none",
    }));
    return { metadata, spec: { template: { spec: { containers } } } };
  }
  return { metadata };
}

/** Returns an object with further members; lists are replaced. */
export function withMembers(object: JsonObject, members: JsonObject): JsonObject {
  return Object.fromEntries([
    ...Object.entries(object),
    ...Object.entries(members).map(([key, value]) => {
      const [before, added] = [asObject(object[key]), asObject(value)];
      return [key, before && added ? withMembers(before, added) : value] as const;
    }),
  ]);
}

/** Returns an object without the references to its owners. */
export function withoutOwners(object: JsonObject): JsonObject {
  const { ownerReferences: _, ...metadata } = metadataOf(object);
  return { ...object, metadata };
}

/** Returns what identifies the items of the members that an object has. */
export function namedMembers(object: JsonObject): Readonly<Record<string, readonly string[]>> {
  const { finalizers, ownerReferences, labels, annotations } = metadataOf(object);
  const spec = asObject(asObject(asObject(object.spec)?.template)?.spec);
  const all = {
    finalizers: textsIn(finalizers),
    owners: textsIn(
      ownerReferences,
      ({ uid, controller, blockOwnerDeletion }) =>
        JSON.stringify({ uid, controller, blockOwnerDeletion }),
    ),
    labels: Object.keys(asObject(labels) ?? {}),
    annotations: Object.keys(asObject(annotations) ?? {}),
    rules: textsIn(object.rules, (rule) => JSON.stringify(sorted(rule))),
    subjects: textsIn(object.subjects, ({ name }) => name),
    keys: object.kind === "Secret" ? Object.keys(asObject(object.data) ?? {}) : [],
    containers: textsIn(spec?.containers, ({ name }) => name),
  };
  return Object.fromEntries(Object.entries(all).filter(([, ids]) => ids.length > 0));
}

function textsIn(
  values: Json | undefined,
  idOf: (item: JsonObject) => Json | undefined = () => undefined,
): string[] {
  return (Array.isArray(values) ? values : []).map((value) => {
    const item = asObject(value);
    return String(item === undefined ? value : idOf(item));
  });
}

/** Returns the members of a rule in a constant order. */
const sorted = (rule: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(rule).toSorted(([one], [other]) => one < other ? -1 : 1));
