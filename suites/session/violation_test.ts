import { assertEquals } from "@std/assert";
import type { HttpResponse, Json } from "../client/http_client.ts";
import { violationsOf } from "../verify.ts";
import {
  describeWinners,
  expectError,
  expectFormAccepted,
  expectStatus,
  expectSuccess,
} from "./violation.ts";

const response = (status: number, json?: Json): HttpResponse => ({
  status,
  headers: new Headers(),
  text: "",
  json,
});

Deno.test("of simultaneous requests those that succeeded are counted", () => {
  const taken = { kind: "Status", reason: "AlreadyExists", message: "taken" };
  const refused = [409, 409].map((status) => response(status, taken));
  assertEquals(
    describeWinners([response(201), ...refused, response(201)]),
    "2 of 4 requests succeeded (201, 201); 2 × 409 AlreadyExists: taken",
  );
  assertEquals(
    describeWinners([...refused, response(500)]),
    "none of 3 requests succeeded; 2 × 409 AlreadyExists: taken; 1 × 500",
  );
  assertEquals(
    describeWinners([response(200), response(202)]),
    "all of 2 requests succeeded (200, 202)",
  );
});

Deno.test("an error without a Status is described by the body that it has", async () => {
  const error = { ...response(404), text: "not found\n" };
  const [violation] = await violationsOf(() => {
    expectError<string>("acme.rejected", error);
  });
  assertEquals(violation!.actual, "404 with a body that is not JSON: not found");
});

Deno.test("an indented body is described in one line", async () => {
  const indented = { ...response(500), text: '{\n  "ErrStatus": {\n    "code": 500\n  }\n}\n' };
  const [violation] = await violationsOf(() => {
    expectStatus<string>("acme.status", indented, 200);
  });
  assertEquals(violation!.actual, '500 { "ErrStatus": { "code": 500 } }');
});

Deno.test("a violation names the request whose response is wrong, and that it has no body", async () => {
  const violations = await violationsOf(() => {
    const second = { ...response(200), exchange: 2 };
    expectStatus<string>("acme.status", second, 401);
    expectError<string>("acme.rejected", second);
    // It ends the case.
    expectSuccess<string>("acme.accepted", { ...response(404), exchange: 3 });
  });
  assertEquals(violations.map(({ judged }) => judged), [2, 2, 3]);
  assertEquals(violations[0]!.actual, "200 without a body");
});

Deno.test("a rejection with another status only misleads, whatever the requirement states", async () => {
  const harmOf = async (status: number, ...expected: number[]) => {
    const [violation] = await violationsOf(() => {
      expectStatus<string>("acme.rejected", response(status), ...expected);
    });
    return violation?.harm;
  };
  assertEquals(await harmOf(403, 401), "misleading");
  assertEquals(await harmOf(200, 401), undefined);
  // It may have done something before it failed, but showed nothing.
  assertEquals(await harmOf(500, 401), "availability");
  // A valid request was rejected.
  assertEquals(await harmOf(403, 200), undefined);
  const [other] = await violationsOf(() => {
    expectError<string>("acme.rejected", response(422, { kind: "Status" }), { only: 409 });
  });
  assertEquals(other!.harm, "misleading");
});

Deno.test("a valid request that is refused harms by that alone", async () => {
  const [violation] = await violationsOf(() => {
    expectSuccess<string>("acme.stored", response(500));
  });
  assertEquals(violation!.harm, "availability");
});

Deno.test("a body in a form that is not supported misleads, and no other refusal does", async () => {
  const harmOf = async (status: number) => {
    const [violation] = await violationsOf(() => {
      expectFormAccepted<string>("acme.forms", response(status), 200, 201);
    });
    return violation === undefined ? "none" : violation.harm;
  };
  assertEquals(await harmOf(415), "misleading");
  assertEquals(await harmOf(400), undefined);
  assertEquals(await harmOf(201), "none");
});
