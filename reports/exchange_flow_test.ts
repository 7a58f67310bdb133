import { assertEquals } from "@std/assert";
import type { Exchange } from "./events.ts";
import { assignedValues, replaceAssigned } from "./exchange_flow.ts";

const exchange = (request: Partial<Exchange>, response: unknown = {}): Exchange => ({
  method: "GET",
  path: "/",
  identity: "",
  requestHeaders: {},
  status: 200,
  responseHeaders: {},
  responseBody: JSON.stringify(response),
  sentAt: 0,
  duration: 1,
  ...request,
});

Deno.test("a request needs the values that an earlier response assigned", () => {
  const exchanges = [
    exchange({}, { metadata: { resourceVersion: "7", continue: "a/b" } }),
    exchange({}, { items: [{ metadata: { uid: "u-1", resourceVersion: "7" } }] }),
    exchange({
      path: "/api/v1/secrets?limit=7&continue=a%2Fb&resourceVersion=7",
      requestBody: '{"metadata":{"uid":"u-1","name":"7"}}',
    }),
  ];
  const values = assignedValues(exchanges, 2);
  assertEquals(values.map(({ value, from, jq }) => [value, from, jq]), [
    ["u-1", 1, ".items[0].metadata.uid"],
    ["7", 1, ".items[0].metadata.resourceVersion"],
    ["a/b", 0, ".metadata.continue"],
  ]);
  const { path, requestBody } = exchanges[2]!;
  const replaced = (text: string) =>
    values.reduce((rest, value, at) => replaceAssigned(rest, value, `<${at}>`), text);
  assertEquals(replaced(path), "/api/v1/secrets?limit=7&continue=<2>&resourceVersion=<1>");
  assertEquals(replaced(requestBody!), '{"metadata":{"uid":"<0>","name":"7"}}');
});

Deno.test("a generated name is assigned, a given one is not", () => {
  const created = (requestBody: string) =>
    exchange({ method: "POST", requestBody }, { metadata: { name: "a-x1" } });
  const read = exchange({ path: "/api/v1/namespaces/one/secrets/a-x1?watch=1" });
  const values = (requestBody: string) => assignedValues([created(requestBody), read], 1);
  assertEquals(values('{"metadata":{"name":"a-x1"}}'), []);
  const [name] = values('{"metadata":{"generateName":"a-"}}');
  assertEquals(
    replaceAssigned(read.path, name!, "NAME"),
    "/api/v1/namespaces/one/secrets/NAME?watch=1",
  );
});

Deno.test("an object that is written as it was read has the times and managers of the server", () => {
  const metadata = {
    creationTimestamp: "2026-01-01T00:00:00Z",
    managedFields: [{ manager: "curl", time: "2026-01-01T00:00:01Z" }],
  };
  const body = JSON.stringify({ metadata, data: { time: "2026" } });
  const exchanges = [exchange({}, { metadata }), exchange({ method: "PUT", requestBody: body })];
  assertEquals(assignedValues(exchanges, 1).map(({ jq }) => jq), [
    ".metadata.creationTimestamp",
    ".metadata.managedFields[0].manager",
    ".metadata.managedFields[0].time",
  ]);
});
