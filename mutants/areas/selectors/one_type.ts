/**
 * Mutants of selectors in the lists and watches of one type.
 *
 * @module
 */
import { bugs } from "../../mutant.ts";
import { on } from "../../vocabulary/on.ts";

/** Returns a query with the first requirement of its field selector alone. */
function withFirstField(query: URLSearchParams): URLSearchParams {
  const changed = new URLSearchParams(query);
  const [first] = (query.get("fieldSelector") ?? "").split(",");
  if (first) changed.set("fieldSelector", first);
  return changed;
}

export const selectorOneTypeMutants = bugs({
  "selectors/fields-of-watched-bindings-ignored": {
    description:
      "A watch of ClusterRoleBindings ignores the field selector beside a label selector.",
    reason: "The predicate of the labels replaces that of the fields.",
    breaks: ["selectors.watch-selects", "exchanges.matches-selector"],
    install: on("watch clusterrolebindings").where(({ query }) =>
      Boolean(query.get("labelSelector"))
    )
      .withSteps(({ readListOptions }) => ({
        readListOptions(query, definition) {
          const changed = new URLSearchParams(query);
          changed.delete("fieldSelector");
          return readListOptions(changed, definition);
        },
      })),
  },
  "selectors/second-field-of-bindings-ignored": {
    description:
      "Of two field requirements only the first counts in RoleBindings of all namespaces.",
    reason: "In one namespace the second one is mostly the namespace itself.",
    breaks: ["selectors.fields-all-must-match", "exchanges.matches-selector"],
    install: on("list rolebindings").where(({ info }) => info.namespace === "")
      .withSteps(({ readListOptions }) => ({
        readListOptions: (query, definition) => readListOptions(withFirstField(query), definition),
      })),
  },
  "selectors/second-field-of-deleted-secrets-ignored": {
    description: "A deletecollection of Secrets honours the first of two field requirements only.",
    reason: "The namespace is always given by the path, so one requirement is left.",
    breaks: "selectors.deletion-selects-like-list",
    install: on("deletecollection secrets").withSteps(({ readListOptions }) => ({
      readListOptions: (query, definition) => readListOptions(withFirstField(query), definition),
    })),
  },
  "selectors/role-that-ceases-to-match-stays": {
    description: "A watch of Roles sends no event of a Role whose labels cease to match.",
    reason: "Events are filtered by the new object alone.",
    breaks: ["selectors.watch-follows-selector", "watch.list-then-watch"],
    install: on("watch roles").withSteps(({ viewEvents }) => ({
      viewEvents: (events, filter) =>
        events.flatMap((event) =>
          viewEvents([event], filter).filter(({ type }) =>
            type !== "DELETED" || event.type === "deleted"
          )
        ),
    })),
  },
});
