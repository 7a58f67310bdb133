import { assertEquals } from "@std/assert";
import { acceptedFields, kindInPlace, reviewPermits, statusInPlace } from "./answer_likeness.ts";
import type { Failure } from "./events.ts";

const failure = (expected: string, actual: string, statement = ""): Failure =>
  ({ expected, actual, statement }) as Failure;

Deno.test("a status in place of another one is the same in whatever words", () => {
  const taken = statusInPlace(failure("409", '422 Invalid: secrets "a" already exists'));
  assertEquals(statusInPlace(failure("409, because of: taken name", "422 Invalid")), taken);
  const gone = statusInPlace(failure("404 after the deletion", "410"));
  assertEquals(gone, '["status","404","410"]');
  assertEquals(statusInPlace(failure("an error: status 404 with a Status body", "410 Gone")), gone);
  // Statuses of invalid requests are mixed up for many reasons, and one may be right.
  for (
    const [due, found] of [["400", "422 Invalid"], ["401", "403"], ["409", "409"], ["a", "410"]]
  ) {
    assertEquals(statusInPlace(failure(due!, found!)), undefined);
  }
});

Deno.test("an object in place of a Status is the same in whatever words", () => {
  const secret = '["kind","Status","Secret"]';
  const expected = "a v1 Status, or the object if finalizers hold it";
  assertEquals(kindInPlace(failure(expected, "v1 Secret")), secret);
  assertEquals(kindInPlace(failure("delete returns Status", "Secret")), secret);
  const list = kindInPlace(failure("kind Table", '"RoleList"'));
  assertEquals(list, '["kind","Table","a list"]');
  assertEquals(kindInPlace(failure("a Status", "no body")), undefined);
});

Deno.test("a field that takes any value has each name that requirements and cases give it", () => {
  const path = "create with spec.strategy.type = 1 (a number) is rejected with an error";
  assertEquals(acceptedFields(failure(path, "201")), ["spec.strategy.type", "strategy.type"]);
  const words = "Any other `strategy.type` is rejected.";
  assertEquals(acceptedFields(failure("an error", "201", words)), ["strategy.type"]);
  assertEquals(acceptedFields(failure("an error", "201", "A `name` is required.")), []);
});

Deno.test("a review that permits what it must not is the same whatever was expected", () => {
  const review = (expected: string, actual: string, path = "subjectaccessreviews") => {
    const exchange = [{ path: `/apis/authorization.k8s.io/v1/${path}` }];
    return reviewPermits({ ...failure(expected, actual), exchange } as unknown as Failure);
  };
  const key = '["permits","subjectaccessreviews"]';
  assertEquals(review("an error in the review", '{"allowed":true}'), key);
  assertEquals(review("allowed: false", "allowed: true"), key);
  assertEquals(review("ann may not get it", 'review: {"allowed":true,"reason":""}'), key);
  assertEquals(review("allowed: true", "allowed: false"), undefined);
  assertEquals(review("allowed: false", "allowed: true", "secrets"), undefined);
});
