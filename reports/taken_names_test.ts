import { assertEquals } from "@std/assert";
import type { Exchange, Failure } from "./events.ts";
import { takenName } from "./taken_names.ts";

const SECRETS = "/api/v1/namespaces/one/secrets";
const DUE = "an error: a 4xx status with a Status body";

const sent = (method: string, status: number, name = "a", path = SECRETS) =>
  ({
    method,
    path,
    status,
    responseBody: JSON.stringify({ kind: "Secret", metadata: { name } }),
  }) as unknown as Exchange;

const isTaken = (expected: string, actual: string, ...exchange: readonly Exchange[]) =>
  takenName({ expected, actual, exchange } as unknown as Failure) !== undefined;

Deno.test("a create of an existing name is accepted, alone or in a race", () => {
  assertEquals(isTaken(DUE, "201 {}", sent("POST", 201), sent("POST", 201)), true);
  assertEquals(
    isTaken(DUE, "201 {}", sent("POST", 201), sent("POST", 201), sent("GET", 200)),
    true,
  );
  const two = [sent("POST", 201), sent("POST", 201)];
  assertEquals(
    isTaken("exactly one of 2 requests succeeds", "all of 2 requests succeeded (201, 201)", ...two),
    true,
  );
});

Deno.test("a create of a free name, or one that is refused, is none", () => {
  assertEquals(isTaken(DUE, "201 {}", sent("POST", 201)), false);
  assertEquals(isTaken(DUE, "201 {}", sent("POST", 201, "b"), sent("POST", 201)), false);
  const deleted = [sent("POST", 201), sent("DELETE", 200, "a", `${SECRETS}/a`), sent("POST", 201)];
  assertEquals(isTaken(DUE, "201 {}", ...deleted), false);
  assertEquals(isTaken(DUE, "409 {}", sent("POST", 201), sent("POST", 409)), false);
  const dry = `${SECRETS}?dryRun=All`;
  assertEquals(isTaken(DUE, "201 {}", sent("POST", 201, "a", dry), sent("POST", 201)), false);
});
