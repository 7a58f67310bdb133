/**
 * Several clients write and read one object; one order of the writes must explain every response.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property } from "../../check.ts";
import { type Discrepancy, discrepancy } from "../../model/discrepancy.ts";
import { type RegisterObservation, verifyRegister } from "./model/register.ts";
import { asObject, metadataOf, nameOf, resourceVersionOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { type TypedTarget, typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { Objects } from "../../session/objects.ts";
import { LogicalClock } from "../../session/logical_clock.ts";
import {} from "../../session/violation.ts";
import { asClient } from "../../client/current_client.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { verifyAll } from "../../verify.ts";

/** A request of a client. */
type Step =
  | "merge patch"
  | "json patch"
  | "failing patch"
  | "get"
  | "list"
  | "update"
  | "conditional patch";

/** The steps that state the resourceVersion of the object. */
const VERSIONED: readonly Step[] = ["update", "conditional patch"];

interface ClientsCase {
  readonly resource: string;
  /** The steps of each client, in order; the clients run at the same time. */
  readonly clients: readonly (readonly Step[])[];
}

const stepsOf = (steps: readonly Step[], most: number) =>
  fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: most, size: "max" });

/** Generates clients that write and read, and at times one that only reads during the writes. */
function clientsCase(target: TypedTarget, ...steps: Step[]): fc.Arbitrary<ClientsCase> {
  const writers = fc.array(stepsOf(steps, 3), { minLength: 2, maxLength: 4, size: "max" });
  const reader = stepsOf(["get", "list"], 8);
  return fc.record({
    resource: resourceName(target),
    clients: fc.tuple(writers, fc.option(reader, { freq: 2, nil: undefined }))
      .map(([writers, reader]) => reader === undefined ? writers : [...writers, reader]),
  });
}

/** The prefix of annotations that mark a write. */
const PREFIX = "plumbline/mark-";

/** Checks of the order of concurrent requests. */
export const HISTORIES: readonly Check[] = [
  property<ClientsCase>({
    id: "concurrency/patches",
    repeatsInputs: true,
    share: 0.6,
    title:
      "Concurrent patches, gets and lists are consistent with one order of the writes in real time",
    requirements: [
      "concurrency.one-order",
      "concurrency.answer-shows-own-write",
      "concurrency.writes-in-real-time-order",
      "concurrency.reads-show-acknowledged",
      "concurrency.reads-never-go-back",
      "concurrency.no-change-before-its-request",
      "concurrency.rejected-leaves-no-trace",
      "concurrency.version-names-one-state",
    ],
    arbitrary: (target) =>
      clientsCase(
        target,
        "merge patch",
        "json patch",
        "merge patch",
        "get",
        "list",
        "failing patch",
      ),
    run: async (scope, input) => {
      const seen = await observe(scope, input);
      verifyAll(verifyRegister(seen), notesOf(seen));
    },
  }),
  property<ClientsCase>({
    id: "concurrency/updates",
    repeatsInputs: true,
    share: 0.6,
    title: "Concurrent updates with their resourceVersion lose no acknowledged change",
    requirements: ["concurrency.updates-lose-nothing"],
    arbitrary: (target) =>
      clientsCase(target, "update", "conditional patch", "merge patch", "update", "get"),
    run: async (scope, input) => {
      const seen = await observe(scope, input);
      const discrepancies = verifyRegister(seen);
      // A stale read is not a lost update.
      const lost = discrepancies.filter(({ requirement }) =>
        !READ_REQUIREMENTS.includes(requirement)
      );
      verifyAll(lost.map(asLostUpdate), notesOf(seen));
    },
  }),
];

/** Requirements on reads, which the other check covers. */
const READ_REQUIREMENTS: readonly RequirementId[] = [
  "concurrency.reads-show-acknowledged",
  "concurrency.reads-never-go-back",
  "concurrency.no-change-before-its-request",
];

/** Reports any violation as a lost update, whose level is `convention`. */
function asLostUpdate({ expected, actual, exchanges = [] }: Discrepancy): Discrepancy {
  const lost = discrepancy("concurrency.updates-lose-nothing", expected, actual);
  return { ...lost, exchanges };
}

/** Returns the marks that each response shows, by the number of its request. */
function notesOf(seen: readonly RegisterObservation[]): Map<number, string> {
  return new Map(
    seen.flatMap(({ exchange, mark, marks }) =>
      exchange === undefined || marks === undefined ? [] : [[
        exchange,
        `${mark === undefined ? "" : `writes ${mark}, `}shows {${[...marks].sort().join(", ")}}`,
      ]]
    ),
  );
}

async function observe(
  scope: Scope,
  { resource, clients }: ClientsCase,
): Promise<RegisterObservation[]> {
  const objects = new Objects(scope, typeNamed(scope.target, resource));
  const created = await objects.create(
    objects.newObject("object", { annotations: { first: "0" } }),
  );
  const needsVersion = clients.flat().some((step) => VERSIONED.includes(step));
  if (needsVersion && resourceVersionOf(created) === undefined) {
    throw new Discard("the object has no resourceVersion");
  }
  const ticks = new LogicalClock();
  const seen: RegisterObservation[] = [];
  await Promise.all(clients.map((steps, client) =>
    asClient(`client ${client + 1}`, async () => {
      let known = created;
      for (const [index, step] of steps.entries()) {
        const reads = step === "get" || step === "list";
        const mark = `${client}-${index}`;
        if (step === "update") known = await objects.read(created) ?? known;
        const { began, ended, exchange, value } = await ticks.during(() =>
          act(objects, known, step, mark)
        );
        const object = objectOf(value, created);
        known = object ?? known;
        seen.push({
          title: reads ? `${step} ${mark}` : `${step} of ${mark}`,
          ...(!reads && { mark }),
          began,
          ended,
          exchange,
          outcome: outcomeOf(value),
          ...(object && { marks: marksOf(object), version: resourceVersionOf(object) }),
        });
      }
    })
  ));
  return seen;
}

function act(objects: Objects, known: JsonObject, step: Step, mark: string): Promise<HttpResponse> {
  const key = PREFIX + mark;
  const metadata = metadataOf(known);
  switch (step) {
    case "get":
      return objects.scope.send({ method: "GET", path: objects.pathOf(known) });
    case "list":
      return objects.scope.send({
        method: "GET",
        path: objects.collectionOf(known),
        query: { labelSelector: objects.scope.selector },
      });
    case "merge patch":
      return objects.patch(known, { metadata: { annotations: { [key]: "" } } });
    case "conditional patch": {
      const resourceVersion = resourceVersionOf(known) ?? "";
      return objects.patch(known, { metadata: { resourceVersion, annotations: { [key]: "" } } });
    }
    case "json patch": {
      const path = `/metadata/annotations/${key.replace("/", "~1")}`;
      return objects.patch(known, [{ op: "add", path, value: "" }], "json-patch");
    }
    case "failing patch": {
      // The first operation succeeds, the second fails.
      return objects.patch(known, [
        { op: "add", path: `/metadata/annotations/${key.replace("/", "~1")}`, value: "" },
        { op: "test", path: "/metadata/name", value: "plumbline-another" },
      ], "json-patch");
    }
    case "update": {
      const annotations = { ...asObject(metadata.annotations), [key]: "" };
      return objects.put({ ...known, metadata: { ...metadata, annotations } });
    }
  }
}

/** Returns the object of a response, or the item of a list. */
function objectOf({ status, json }: HttpResponse, created: JsonObject): JsonObject | undefined {
  const body = asObject(json);
  if (status >= 300 || body === undefined) return undefined;
  if (!Array.isArray(body.items)) return body;
  return body.items.map((item) => asObject(item) ?? {})
    .find((item) => nameOf(item) === nameOf(created)) ?? {};
}

function marksOf(object: JsonObject): Set<string> {
  const annotations = asObject(metadataOf(object).annotations) ?? {};
  return new Set(
    Object.keys(annotations).filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length)),
  );
}

function outcomeOf({ status }: HttpResponse): RegisterObservation["outcome"] {
  if (status >= 500) return "unknown";
  return status < 300 ? "accepted" : "rejected";
}
