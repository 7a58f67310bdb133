/**
 * Generated sequences of requests to a few objects of one type. The check itself asserts nothing:
 * the observer of the execution checks every exchange, and here it meets all verbs on all types.
 *
 * @module
 */
import fc from "fast-check";
import { type Check, Discard, property } from "../../check.ts";
import { namesOf, type TypedTarget } from "../../resources/mod.ts";
import { rejected } from "../../session/objects.ts";
import { SEQUENCE_ACTIONS, SequenceClient, type SequenceStep } from "./sequence_client.ts";

interface Sequence {
  readonly resource: string;
  readonly steps: readonly SequenceStep[];
}

function sequence(target: TypedTarget): fc.Arbitrary<Sequence> {
  const step = fc.record<SequenceStep>({
    action: fc.oneof(
      { weight: 3, arbitrary: fc.constant("create" as const) },
      { weight: 4, arbitrary: fc.constantFrom("list a page" as const, "watch" as const) },
      { weight: 1, arbitrary: fc.constant("delete collection" as const) },
      // Has five variants.
      { weight: 4, arbitrary: fc.constant("dry run" as const) },
      { weight: 24, arbitrary: fc.constantFrom(...SEQUENCE_ACTIONS.slice(1, -1)) },
      // Only consecutive writes of the same object show that a field was removed.
      { weight: 9, arbitrary: fc.constantFrom("update" as const, "merge patch" as const) },
    ),
    // Mostly one object, so that the steps affect each other.
    slot: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) }),
    content: fc.nat({ max: 4 }),
    body: fc.nat({ max: 40 }),
    read: fc.boolean(),
  });
  return fc.record({
    resource: fc.constantFrom(...namesOf(target)),
    steps: fc.array(step, { minLength: 5, maxLength: 14, size: "max" }),
  });
}

/** Checks of sequences of requests. */
export const SEQUENCES: readonly Check[] = [
  property<Sequence>({
    id: "exchanges/sequences",
    runsAllCases: true,
    version: 3,
    title:
      "Every response and watch event of any sequence of requests is consistent with the others",
    requirements: [
      "exchanges.success-status",
      "exchanges.success-kind",
      "exchanges.requested-object",
      "exchanges.media-type",
      "exchanges.server-metadata",
      "exchanges.constant-metadata",
      "exchanges.deletion-time-constant",
      "exchanges.one-state-per-version",
      "exchanges.get-is-current",
      "exchanges.write-is-persisted",
      "exchanges.list-is-current",
      "exchanges.reads-show-last-write",
      "exchanges.fields-as-written",
      "exchanges.unnamed-fields-kept",
      "exchanges.template-as-written",
      "exchanges.update-replaces",
      "exchanges.null-removes",
      "exchanges.write-keeps-uid",
      "exchanges.delete-takes-effect",
      "exchanges.deletion-not-undone",
      "exchanges.dry-run-not-persisted",
      "exchanges.matches-selector",
      "exchanges.table-shape",
      "exchanges.table-rows",
      "exchanges.generation-follows-spec",
      "exchanges.error-names-type",
      "exchanges.list-metadata",
      "exchanges.list-limit",
      "exchanges.field-types",
      "exchanges.labels-as-written",
      "exchanges.lists-as-written",
      "exchanges.event-shape",
      "exchanges.one-spec-per-generation",
      "exchanges.deletion-status",
      "exchanges.no-internal-error",
      "exchanges.valid-request-accepted",
      "exchanges.error-status",
      "exchanges.error-reason",
      "exchanges.error-names-object",
      "exchanges.error-message",
      "exchanges.managed-fields",
      "exchanges.warning-header",
    ],
    arbitrary: sequence,
    run: async (scope, { resource, steps }) => {
      const client = new SequenceClient(scope, resource);
      const body = steps[0]!.body + 1;
      const first = { action: "create", slot: 0, content: 0, body, read: true } as const;
      for (const step of [first, ...steps]) await client.perform(step);
      await client.readAll();
      if (client.successes > 0) return;
      const reason = `no write of ${resource} succeeded`;
      throw client.refused === undefined ? new Discard(reason) : rejected(client.refused, reason);
    },
  }),
];
