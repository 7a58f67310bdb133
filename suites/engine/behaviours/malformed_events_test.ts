import { assertEquals } from "@std/assert";
import { namedByMalformedEvents } from "./malformed_events.ts";
import type { FailedCase } from "./repeat.ts";
import { WATCHES } from "./watch_substitutes.ts";

/** Returns a case that violates requirements, with what is expected. */
const failing = (...violated: readonly (readonly [string, string])[]) =>
  ({
    violated: violated.map(([requirement, expected]) => ({ violation: { requirement, expected } })),
  }) as unknown as FailedCase;

const nameOf = (...own: readonly FailedCase[]) =>
  namedByMalformedEvents({ form: WATCHES, own, requests: [] }).form.name;

Deno.test("watches most of whose cases receive text that is no document are named so", () => {
  const shape = "exchanges.event-shape";
  const lost = failing(["watch.nothing-lost", "an event"]);
  const malformed = failing(
    ["watch.nothing-lost", "an event"],
    [shape, "a JSON document with the type of an event and an object"],
  );
  const unknown = failing([shape, "an event of type ADDED"]);
  assertEquals(nameOf(malformed, lost), "A watch sends text that is no JSON document");
  assertEquals(nameOf(malformed, lost, lost), WATCHES.name);
  assertEquals(nameOf(unknown), WATCHES.name);
});
