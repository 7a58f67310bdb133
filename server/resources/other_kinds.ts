/**
 * The kinds that differ from others in their names and columns only.
 *
 * @module
 */
import type { Dialect } from "../dialect.ts";
import { equal } from "../object.ts";
import type { ResourceDefinition } from "../registry/resource.ts";
import { computed, firstOf, integer, listAt, text, textAt, truth } from "./columns.ts";
import { defineKind } from "./define_kind.ts";
import { forbiddenCause, invalidCause } from "./field_causes.ts";
import { validateWebhooks } from "./webhook_configuration.ts";

/** Returns the resources. */
export function otherKinds({ suffix }: Dialect): readonly ResourceDefinition[] {
  const webhooks = ["Mutating", "Validating"].map((effect) =>
    defineKind({
      group: `admissionregistration.${suffix}`,
      kind: `${effect}WebhookConfiguration`,
      needsVersion: true,
      namespaced: false,
      categories: ["api-extensions"],
      countsGeneration: true,
      validate: validateWebhooks,
      cells: [{ name: "Webhooks", type: "integer", cell: (one) => listAt(one, "webhooks").length }],
    })
  );
  return [
    ...webhooks,
    defineKind({
      group: `coordination.${suffix}`,
      kind: "Lease",
      needsVersion: true,
      cells: [text("Holder", "spec.holderIdentity")],
      createsOnUpdate: true,
    }),
    defineKind({
      group: `discovery.${suffix}`,
      kind: "EndpointSlice",
      countsGeneration: true,
      // Its labels count, too.
      prepareForUpdate(slice, old) {
        if (equal(slice.metadata.labels, old.metadata.labels)) return;
        const same = ["addressType", "endpoints", "ports"].every((field) =>
          equal(slice[field], old[field])
        );
        if (same) slice.metadata.generation = (old.metadata.generation ?? 0) + 1;
      },
      cells: [
        text("AddressType", "addressType"),
        computed("Ports", (slice) =>
          firstOf(
            listAt(slice, "ports").map(({ port, name }) =>
              port === undefined ? textAt({ name: name ?? "*" }, "name") : `${port}`
            ),
            3,
            "<unset>",
          )),
        computed("Endpoints", (slice) =>
          firstOf(
            listAt(slice, "endpoints").flatMap(({ addresses }) =>
              Array.isArray(addresses) ? addresses.map(String) : []
            ),
            3,
            "<unset>",
          )),
      ],
    }),
    defineKind({
      group: `node.${suffix}`,
      kind: "RuntimeClass",
      needsVersion: true,
      resource: "runtimeclasses",
      namespaced: false,
      cells: [text("Handler", "handler")],
      validateUpdate: (one, old) =>
        one.handler === old.handler
          ? []
          : [invalidCause("handler", one.handler, "field is immutable")],
    }),
    defineKind({
      group: `scheduling.${suffix}`,
      kind: "PriorityClass",
      resource: "priorityclasses",
      namespaced: false,
      shortNames: ["pc"],
      cells: [integer("Value", "value"), truth("Global-Default", "globalDefault")],
      prepareForCreate(one) {
        one.metadata.generation = 1;
      },
      validateUpdate: (one, old) =>
        ["value", "preemptionPolicy"].filter((field) => !equal(one[field], old[field]))
          .map((field) =>
            field === "value"
              ? forbiddenCause(field, "may not be changed in an update.")
              : invalidCause(field, one[field], "field is immutable")
          ),
    }),
  ];
}
