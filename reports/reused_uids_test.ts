import { assertEquals } from "@std/assert";
import type { Exchange, Failure } from "./events.ts";
import { symptomOf } from "./symptoms.ts";

const PATH = "/api/v1/namespaces/one/secrets";

const answer = (method: string, path: string, status: number, uid?: string) =>
  ({
    method,
    path,
    status,
    requestHeaders: {},
    responseBody: JSON.stringify({ kind: "Secret", metadata: { name: "a", uid } }),
  }) as unknown as Exchange;

const idOf = (...exchange: readonly Exchange[]) =>
  symptomOf(
    { requirement: "a.b", statement: "", expected: "one", actual: "two", exchange } as
      & Failure
      & { exchange: Exchange[] },
  )?.id;

Deno.test("an object with the uid of a deleted one is one cause, whatever follows from it", () => {
  const created = answer("POST", PATH, 201, "u");
  const deleted = answer("DELETE", `${PATH}/a`, 200);
  const id = "uids are used again";
  assertEquals(idOf(created, deleted, answer("POST", PATH, 201, "u")), id);
  assertEquals(idOf(created, deleted, answer("PUT", `${PATH}/a`, 201, "u")), id);
  assertEquals(idOf(answer("GET", `${PATH}/a`, 200, "u"), deleted, created), id);
});

Deno.test("a uid that is seen again of an object that was not deleted, or not created, is no such cause", () => {
  const created = answer("POST", PATH, 201, "u");
  const again = answer("PUT", `${PATH}/a`, 201, "u");
  const deleted = answer("DELETE", `${PATH}/a`, 200);
  assertEquals(idOf(created, again), undefined);
  assertEquals(idOf(created, answer("DELETE", `${PATH}/a?dryRun=All`, 200), again), undefined);
  assertEquals(idOf(created, answer("DELETE", `${PATH}/a`, 409), again), undefined);
  assertEquals(idOf(created, deleted, answer("PUT", `${PATH}/a`, 200, "u")), undefined);
  assertEquals(idOf(created, deleted, answer("POST", PATH, 201, "v")), undefined);
  assertEquals(idOf(created, deleted, answer("POST", `${PATH}?dryRun=All`, 201, "u")), undefined);
});

Deno.test("what a field is to be, or that nothing changed, follows from no uid", () => {
  const exchange = [
    answer("POST", PATH, 201, "u"),
    answer("DELETE", `${PATH}/a`, 200),
    answer("POST", PATH, 201, "u"),
  ];
  const idWith = (expected: string) =>
    symptomOf(
      { requirement: "a.b", statement: "", expected, actual: "two", exchange } as
        & Failure
        & { exchange: Exchange[] },
    )?.id;
  assertEquals(idWith('spec.strategy.type: "Recreate"'), undefined);
  assertEquals(idWith("no spec.paused, which the write sets to null"), undefined);
  assertEquals(idWith("resourceVersion 7, as nothing changed"), undefined);
  assertEquals(idWith("a uid not used before"), "uids are used again");
});
