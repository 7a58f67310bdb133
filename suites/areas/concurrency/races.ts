/**
 * Counters that several clients increment, and names that several clients create and delete.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property } from "../../check.ts";
import { asObject, metadataOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import { typeNamed } from "../../resources/mod.ts";
import { Objects, succeeded } from "../../session/objects.ts";
import { describeResponse, describeWinners, expectError } from "../../session/violation.ts";
import { asClient } from "../../client/current_client.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";
import { stopUnless, verify } from "../../verify.ts";

/** Forms of a write that fails if another client wrote in between. */
const CONDITIONAL = ["update", "conditional patch", "test in a json patch"] as const;

type Conditional = typeof CONDITIONAL[number];

interface CounterCase {
  readonly resource: string;
  /** The number of increments of each client, and the form of its writes. */
  readonly clients: readonly { readonly times: number; readonly form: Conditional }[];
}

interface CreateDeleteCase {
  readonly resource: string;
  readonly clients: readonly (readonly ("create" | "delete" | "update" | "patch")[])[];
}

/** The number of attempts per increment before the case is discarded. */
const ATTEMPTS = 30;

/** The steps of clients that race for one name: most are creates, as most of them fail. */
const RACING = ["create", "create", "create", "delete", "delete", "update", "patch"] as const;

/** Checks of races. */
export const RACES: readonly Check[] = [
  property<CounterCase>({
    id: "concurrency/increments",
    repeatsInputs: true,
    share: 0.5,
    title: "A counter incremented with conditional writes counts every increment that succeeded",
    requirements: ["concurrency.increments-add-up"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        clients: fc.array(
          fc.record({
            times: fc.constantFrom(1, 1, 2),
            form: fc.constantFrom(...CONDITIONAL),
          }),
          { minLength: 2, maxLength: 3 },
        ),
      }),
    run: async (scope, { resource, clients }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const created = await objects.create(
        objects.newObject("object", { annotations: { counter: "0" } }),
      );
      await Promise.all(
        clients.map(({ times, form }, client) =>
          asClient(`client ${client + 1}`, async () => {
            for (let time = 0; time < times; time++) await increment(objects, created, form);
          })
        ),
      );
      const expected = clients.reduce((sum, { times }) => sum + times, 0);
      const counted = counterOf(await objects.read(created) ?? {});
      verify("concurrency.increments-add-up", {
        holds: counted === expected,
        expected: `${expected} after as many increments`,
        actual: `${counted}`,
      });
    },
  }),
  property<{ resource: string; deleters: number }>({
    id: "concurrency/one-deleter-wins",
    repeatsInputs: true,
    title: "Of several simultaneous delete requests for one object exactly one succeeds",
    requirements: ["concurrency.one-deleter-wins"],
    arbitrary: (target) =>
      fc.record({ resource: resourceName(target), deleters: fc.integer({ min: 2, max: 5 }) }),
    run: async (scope, { resource, deleters }) => {
      const id = "concurrency.one-deleter-wins";
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const created = await objects.create(objects.newObject("object"));
      const responses = await Promise.all(
        Array.from({ length: deleters }, () => objects.remove(created)),
      );
      const won = responses.filter(succeeded);
      // Each of several requests may be answered with an object of which the deletion is under way.
      if (won.length > 1 && won.every(isUnderWay)) {
        throw new Discard("the server deletes the object in several steps");
      }
      verify(id, {
        holds: won.length === 1,
        expected: `exactly one of ${deleters} requests succeeds`,
        actual: describeWinners(responses),
        exchanges: responses.flatMap(({ exchange }) => exchange ?? []),
      });
      for (const response of responses) if (!succeeded(response)) expectError(id, response);
    },
  }),
  property<CreateDeleteCase>({
    id: "concurrency/create-delete-races",
    repeatsInputs: true,
    version: 2,
    share: 0.55,
    title:
      "Simultaneous creates and deletes of one name alternate, no other write makes an object again, and each created object has its own uid",
    requirements: [
      "concurrency.creates-and-deletes-alternate",
      "concurrency.each-object-has-own-uid",
    ],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        clients: fc.array(
          fc.array(fc.constantFrom(...RACING), { minLength: 1, maxLength: 3, size: "max" }),
          { minLength: 2, maxLength: 3, size: "max" },
        ),
      }),
    run: async (scope, { resource, clients }) => {
      const objects = new Objects(scope, typeNamed(scope.target, resource));
      const object = objects.newObject("object");
      const uids: (string | undefined)[] = [];
      const underWay = new Set<string | undefined>();
      let deleted = 0;
      await Promise.all(
        clients.map((steps, client) =>
          asClient(`client ${client + 1}`, async () => {
            for (const step of steps) {
              const response = await raced(objects, object, step);
              if (response.status >= 500) {
                throw new Discard("the target answered with a server error");
              }
              if (!succeeded(response)) continue;
              if (step === "delete" && isUnderWay(response)) {
                // Later requests are answered with the same object until it is gone.
                underWay.add(uidOf(asObject(response.json) ?? {}));
              } else if (step === "delete") deleted++;
              // A PUT may create, too.
              else if (step === "create" || response.status === 201) {
                uids.push(uidOf(asObject(response.json) ?? {}));
              }
            }
          })
        ),
      );
      if (uids.length === 0) throw new Discard("no create succeeded");
      verify("concurrency.each-object-has-own-uid", {
        holds: new Set(uids).size === uids.length && !uids.includes(undefined),
        expected: "a different uid for each created object",
        actual: uids.join(", "),
      });
      const now = await objects.read(object);
      deleted += underWay.size;
      const expected = uids.length - deleted;
      verify("concurrency.creates-and-deletes-alternate", {
        holds: expected === (now === undefined ? 0 : 1),
        expected: `the name ${
          expected === 1 ? "taken" : expected === 0 ? "free" : "taken at most once"
        }`,
        actual: `${uids.length} creates and ${deleted} deletes succeeded, and the name is ${
          now === undefined ? "free" : "taken"
        }`,
      });
    },
  }),
];

/** Sends the write of one step; what it changes is the same for all clients. */
function raced(
  objects: Objects,
  object: JsonObject,
  step: typeof RACING[number],
): Promise<HttpResponse> {
  const annotations = { raced: step };
  switch (step) {
    case "create":
      return objects.post(object);
    case "delete":
      return objects.remove(object);
    case "update":
      return objects.put({ ...object, metadata: { ...metadataOf(object), annotations } });
    case "patch":
      return objects.patch(object, { metadata: { annotations } });
  }
}

function counterOf(object: JsonObject): number {
  return Number(asObject(metadataOf(object).annotations)?.counter);
}

/** Reads the counter and writes it incremented, until no other client wrote in between. */
async function increment(objects: Objects, created: JsonObject, form: Conditional): Promise<void> {
  let response: HttpResponse | undefined;
  for (let tryRequest = 0; tryRequest < ATTEMPTS; tryRequest++) {
    const now = await objects.read(created);
    if (now === undefined) throw new Discard("the object was deleted");
    response = await writeIncremented(objects, now, form);
    if (succeeded(response)) return;
    if (response.status >= 500) {
      throw new Discard(`the target answered with a server error: ${describeResponse(response)}`);
    }
  }
  throw new Discard(`an increment never succeeded: ${describeResponse(response!)}`);
}

function writeIncremented(
  objects: Objects,
  now: JsonObject,
  form: Conditional,
): Promise<HttpResponse> {
  const before = `${counterOf(now)}`;
  const counter = `${counterOf(now) + 1}`;
  const metadata = metadataOf(now);
  const isByVersion = form !== "test in a json patch";
  // Without one a write has no condition.
  stopUnless(!isByVersion || resourceVersionOf(now) !== undefined, "writes with a resourceVersion");
  switch (form) {
    case "update": {
      const annotations = { ...asObject(metadata.annotations), counter };
      return objects.put({ ...now, metadata: { ...metadata, annotations } });
    }
    case "conditional patch": {
      const resourceVersion = resourceVersionOf(now)!;
      return objects.patch(now, { metadata: { resourceVersion, annotations: { counter } } });
    }
    case "test in a json patch": {
      const path = "/metadata/annotations/counter";
      return objects.patch(now, [
        { op: "test", path, value: before },
        { op: "replace", path, value: counter },
      ], "json-patch");
    }
  }
}

/** Returns true for the response to a deletion that is not completed yet. */
function isUnderWay({ json }: HttpResponse): boolean {
  return metadataOf(asObject(json) ?? {}).deletionTimestamp !== undefined;
}
