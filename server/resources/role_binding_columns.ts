/**
 * What a table of bindings shows.
 *
 * @module
 */
import type { ApiObject } from "../object.ts";
import { asObject, type Column } from "../registry/resource.ts";
import { age, name } from "./age.ts";

/** The columns, the last three only where there is room. */
export const columns: readonly Column[] = [
  name,
  {
    name: "Role",
    type: "string",
    cell: ({ roleRef }) => `${asObject(roleRef)?.kind}/${asObject(roleRef)?.name}`,
  },
  age,
  { name: "Users", type: "string", wide: true, cell: (object) => subjects(object, "User") },
  { name: "Groups", type: "string", wide: true, cell: (object) => subjects(object, "Group") },
  {
    name: "ServiceAccounts",
    type: "string",
    wide: true,
    cell: (object) => subjects(object, "ServiceAccount"),
  },
];

function subjects({ subjects }: ApiObject, kind: string): string {
  const all = Array.isArray(subjects) ? subjects.map((subject) => asObject(subject) ?? {}) : [];
  return all.filter((subject) => subject.kind === kind)
    .map(({ namespace, name }) =>
      kind === "ServiceAccount" ? `${namespace ?? ""}/${name}` : `${name}`
    )
    .join(", ");
}
