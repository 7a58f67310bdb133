/**
 * Counters that several raise, and names that several make and delete.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import { asObject, metadataOf, resourceVersionOf, uidOf } from "../../model/object.ts";
import { resourceType } from "../../resources/mod.ts";
import { Objects, succeeded } from "../../session/objects.ts";
import { describeAnswer, expectRefusal } from "../../session/violation.ts";
import type { HttpResponse, JsonObject } from "../../client/http_client.ts";

/** The ways to write only if nobody else has. */
const CONDITIONAL = ["update", "conditional patch", "test in a json patch"] as const;

type Conditional = typeof CONDITIONAL[number];

interface CounterCase {
  readonly resource: string;
  /** How often each client raises the counter, and how. */
  readonly clients: readonly { readonly times: number; readonly form: Conditional }[];
}

interface LivesCase {
  readonly resource: string;
  readonly clients: readonly (readonly ("create" | "delete")[])[];
}

/** A client that loses this often does not get on. */
const ATTEMPTS = 30;

/** Races. */
export const RACES: readonly Check[] = [
  property<CounterCase>({
    id: "concurrency/increments",
    title: "A counter raised by conditional writes counts every raise that succeeded",
    requirements: ["concurrency.increments-add-up"],
    level: "convention",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        clients: fc.array(
          fc.record({
            times: fc.constantFrom(1, 1, 2),
            form: fc.constantFrom(...CONDITIONAL),
          }),
          { minLength: 2, maxLength: 3 },
        ),
      }),
    run: async (scope, { resource, clients }) => {
      const objects = new Objects(scope, resourceType(resource));
      const made = await objects.create(objects.make("object", { annotations: { counter: "0" } }));
      await Promise.all(clients.map(async ({ times, form }) => {
        for (let time = 0; time < times; time++) await raise(objects, made, form);
      }));
      const due = clients.reduce((sum, { times }) => sum + times, 0);
      const counted = counterOf(await objects.read(made) ?? {});
      if (counted === due) return;
      const facts = { expected: `${due} after as many raises`, actual: `${counted}` };
      throw new Violation("concurrency.increments-add-up", facts);
    },
  }),
  property<{ resource: string; deleters: number }>({
    id: "concurrency/one-deleter-wins",
    title: "Of several deletions of one object exactly one succeeds",
    requirements: ["concurrency.one-deleter-wins"],
    level: "convention",
    arbitrary: () =>
      fc.record({ resource: resourceName(), deleters: fc.integer({ min: 2, max: 5 }) }),
    run: async (scope, { resource, deleters }) => {
      const id = "concurrency.one-deleter-wins";
      const objects = new Objects(scope, resourceType(resource));
      const made = await objects.create(objects.make("object"));
      const answers = await Promise.all(
        Array.from({ length: deleters }, () => objects.remove(made)),
      );
      const won = answers.filter(succeeded);
      if (won.length !== 1) {
        const actual = answers.map(describeAnswer).join("; ");
        throw new Violation(id, { expected: "one to succeed", actual });
      }
      for (const answer of answers) if (!succeeded(answer)) expectRefusal(id, answer);
    },
  }),
  property<LivesCase>({
    id: "concurrency/lives",
    title: "Creates and deletions that race for one name take turns",
    requirements: ["concurrency.lives-alternate", "concurrency.each-life-has-its-uid"],
    level: "must",
    arbitrary: () =>
      fc.record({
        resource: resourceName(),
        clients: fc.array(
          fc.array(fc.constantFrom("create" as const, "create" as const, "delete" as const), {
            minLength: 1,
            maxLength: 3,
            size: "max",
          }),
          { minLength: 2, maxLength: 4, size: "max" },
        ),
      }),
    run: async (scope, { resource, clients }) => {
      const objects = new Objects(scope, resourceType(resource));
      const object = objects.make("object");
      const lives: (string | undefined)[] = [];
      let ended = 0;
      await Promise.all(clients.map(async (steps) => {
        for (const step of steps) {
          const answer = await (step === "create" ? objects.post(object) : objects.remove(object));
          if (answer.status >= 500) throw new Discard("the target broke");
          if (!succeeded(answer)) continue;
          if (step === "delete") ended++;
          else lives.push(uidOf(asObject(answer.json) ?? {}));
        }
      }));
      if (lives.length === 0) throw new Discard("nothing was made");
      if (new Set(lives).size !== lives.length || lives.includes(undefined)) {
        const facts = { expected: "a uid for each life", actual: lives.join(", ") };
        throw new Violation("concurrency.each-life-has-its-uid", facts);
      }
      const now = await objects.read(object);
      const due = lives.length - ended;
      if (due === (now === undefined ? 0 : 1)) return;
      throw new Violation("concurrency.lives-alternate", {
        expected: `the name ${due === 1 ? "taken" : due === 0 ? "free" : "taken at most once"}`,
        actual: `${lives.length} creates and ${ended} deletions succeeded, and it is ${
          now === undefined ? "free" : "taken"
        }`,
      });
    },
  }),
];

function counterOf(object: JsonObject): number {
  return Number(asObject(metadataOf(object).annotations)?.counter);
}

/** Reads the counter and writes it raised, until nobody came between. */
async function raise(objects: Objects, made: JsonObject, form: Conditional): Promise<void> {
  let answer: HttpResponse | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const now = await objects.read(made);
    if (now === undefined) throw new Discard("the object went away");
    answer = await writeRaised(objects, now, form);
    if (succeeded(answer)) return;
    if (answer.status >= 500) throw new Discard(`the target broke: ${describeAnswer(answer)}`);
  }
  throw new Discard(`a raise never succeeded: ${describeAnswer(answer!)}`);
}

function writeRaised(objects: Objects, now: JsonObject, form: Conditional): Promise<HttpResponse> {
  const before = `${counterOf(now)}`;
  const counter = `${counterOf(now) + 1}`;
  const metadata = metadataOf(now);
  switch (form) {
    case "update": {
      const annotations = { ...asObject(metadata.annotations), counter };
      return objects.put({ ...now, metadata: { ...metadata, annotations } });
    }
    case "conditional patch": {
      const resourceVersion = resourceVersionOf(now) ?? "";
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
