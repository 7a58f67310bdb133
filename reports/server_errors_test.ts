import { assertEquals } from "@std/assert";
import { causesOf } from "./causes.ts";
import type { Exchange } from "./events.ts";
import { serverErrorOf } from "./server_errors.ts";
import { failedCheck as failed } from "./testing/failed_check.ts";

const answer = (method: string, name: string, message: string, path = "secrets/a") =>
  ({
    method,
    path: `/api/v1/namespaces/default/${path}`,
    status: 500,
    requestHeaders: {},
    responseBody: JSON.stringify({ kind: "Status", message: `${message} /data/v1/${name}.json` }),
  }) as unknown as Exchange;

const failure = (id: string, actual: string, exchange: readonly Exchange[]) =>
  failed(id, { requirement: `${id}.r`, expected: "404", actual, exchange });

Deno.test("messages that differ in the paths of files are of one error, whatever is requested", () => {
  const [one, other] = [
    answer("GET", "a", "cannot open the file"),
    answer("PUT", "b/c", "cannot open the file"),
  ];
  const words = [one, other].map((each) =>
    serverErrorOf(failure("a", `500 ${JSON.parse(each.responseBody).message}`, [each]).failures[0]!)
      ?.words
  );
  assertEquals(words, ["cannot open the file …", "cannot open the file …"]);
});

Deno.test("an error that a check reports by its status alone has the message of the response", () => {
  const message = "cannot open the file";
  const explained = ["get", "update"].map((verb) => ({
    id: `${verb} is answered with a 5xx status`,
    title: `${verb} is answered with a 5xx status`,
    seen: [`${verb} secrets`],
    unseen: [],
    failures: [{ check: verb, requirement: `${verb}.r` }],
  }));
  const checks = [
    failure("get", "500", [answer("GET", "a", message)]),
    failure("update", `500 ${message} /data/v1/b.json`, [answer("PUT", "b", message)]),
  ];
  const causes = causesOf({ checks, explained });
  assertEquals(causes.map((cause) => cause.checks.toSorted()), [["get", "update"]]);
  assertEquals(
    causes.map(({ title }) =>
      title.includes("answered with 500, not with 404: cannot open the file")
    ),
    [true],
  );
});

Deno.test("a response that is no text has no message", () => {
  const binary = failure("a", "500 k8s\u0000 v1 Status", []).failures[0]!;
  assertEquals(serverErrorOf(binary)?.isGeneric, true);
});
