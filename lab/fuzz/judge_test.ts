import { assertEquals, assertStringIncludes } from "@std/assert";
import type { RawAnswer, RawRequest } from "../client/connection.ts";
import { violationOf } from "./judge.ts";

const GET: RawRequest = {
  method: "GET",
  target: "/api/v1/secrets?resourceVersion=9",
  headers: [],
};
const STATUS = {
  kind: "Status",
  status: "Failure",
  message: "Cannot",
  reason: "NotFound",
  code: 404,
};

const answer = (status: number, body: unknown, type = "application/json"): RawAnswer => ({
  status,
  headers: new Headers({ "content-type": type }),
  body: new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body)),
  isOpen: false,
});

Deno.test("a complete Status and a readable success are accepted", () => {
  assertEquals(violationOf(GET, answer(404, STATUS)), undefined);
  assertEquals(
    violationOf(GET, answer(404, JSON.stringify(STATUS), "application/yaml")),
    undefined,
  );
  assertEquals(violationOf(GET, answer(200, { a: 1 })), undefined);
  assertEquals(
    violationOf(GET, answer(504, { ...STATUS, code: 504, reason: "Timeout" })),
    undefined,
  );
  assertEquals(violationOf({ ...GET, method: "HEAD" }, answer(404, "")), undefined);
});

Deno.test("an internal error of the server is detected, whatever its body", () => {
  for (const status of [500, 501, 503, 599]) {
    assertStringIncludes(
      violationOf(GET, answer(status, { ...STATUS, code: status }))!,
      "internal error",
    );
  }
  const ahead = answer(504, { ...STATUS, code: 504 });
  assertStringIncludes(violationOf({ ...GET, target: "/" }, ahead)!, "internal error");
});

Deno.test("an error that is not a complete Status is detected", () => {
  const wrong = [
    "",
    "not found",
    "{}",
    { ...STATUS, kind: "Secret" },
    { ...STATUS, status: "Success" },
    { ...STATUS, code: 400 },
    { ...STATUS, message: "" },
    { ...STATUS, reason: undefined },
  ];
  for (const body of wrong) assertEquals(typeof violationOf(GET, answer(404, body)), "string");
  assertStringIncludes(violationOf(GET, answer(404, STATUS, "text/html"))!, "text/html");
  const protobuf = "application/vnd.svc.protobuf";
  assertStringIncludes(violationOf(GET, answer(404, "k8s\0", protobuf))!, "cannot be read");
});

Deno.test("a success that cannot be read is detected", () => {
  assertStringIncludes(violationOf(GET, answer(200, "{"))!, "cannot be read");
  assertStringIncludes(violationOf(GET, answer(200, "[", "application/yaml"))!, "cannot be read");
  assertStringIncludes(violationOf(GET, answer(200, "", "text/html"))!, "text/html");
});
