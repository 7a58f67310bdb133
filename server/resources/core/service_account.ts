/**
 * ServiceAccounts.
 *
 * @module
 */
import type { ResourceDefinition } from "../../registry/resource.ts";
import { computed, listAt } from "../columns.ts";
import { defineKind } from "../define_kind.ts";

/** The resource `serviceaccounts`. */
export const serviceAccounts: ResourceDefinition = defineKind({
  group: "",
  kind: "ServiceAccount",
  answersDeletion: true,
  shortNames: ["sa"],
  cells: [computed("Secrets", (account) => listAt(account, "secrets").length)],
});
