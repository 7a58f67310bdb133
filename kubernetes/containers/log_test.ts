/**
 * Tests of the output of containers.
 *
 * @module
 */
import { assertEquals, assertThrows } from "@std/assert";
import { AdjustableClock } from "@plumbline/server/api";
import { createServer, type Server } from "@plumbline/reference";
import { containers } from "./containers.ts";

const START = Date.parse("2026-01-01T00:00:00Z");

/** A clock that only a test moves. */
class StillClock extends AdjustableClock {
  #time = START;

  override now(): number {
    return this.#time;
  }

  /** Moves it. */
  move(milliseconds: number): void {
    this.#time += milliseconds;
  }
}

const pod = (name: string, names: readonly string[] = ["main"], spec: object = {}) => ({
  ...{ apiVersion: "v1", kind: "Pod", metadata: { name } },
  spec: { containers: names.map((each) => ({ name: each, image: "example" })), ...spec },
});

async function open(server: Server, query = "", name = "web"): Promise<Response> {
  const url = `http://localhost/api/v1/namespaces/default/pods/${name}/log?${query}`;
  const headers = { authorization: `Bearer ${server.token()}` };
  return await server.fetch(new Request(url, { headers }));
}

async function log(server: Server, query = "", name = "web"): Promise<string> {
  const response = await open(server, query, name);
  const text = await response.text();
  return response.ok ? text : `${response.status} ${JSON.parse(text).message}`;
}

Deno.test("logs have the stated output, and what was printed since, in the order of time", async () => {
  const clock = new StillClock();
  const web = containers({
    pods: { app: "web" },
    output: ({ pod, container }) => [`${pod.metadata.name}/${container} begins`],
    previous: "out of memory\n",
  });
  await using server = await createServer({ clock, play: ["pods-run", web] });
  await server.create({ ...pod("web"), metadata: { name: "web", labels: { app: "web" } } });
  await server.create(pod("other"));
  await server.settled();
  clock.move(10_000);
  web.print("one\ntwo\n");
  clock.move(10_000);
  web.print("three", { pod: "web", container: "main" });
  web.print("never", { pod: "other" });
  assertEquals(await log(server), "web/main begins\none\ntwo\nthree\n");
  assertEquals(
    await log(server, "timestamps=true&tailLines=2"),
    "2026-01-01T00:00:10.000000000Z two\n2026-01-01T00:00:20.000000000Z three\n",
  );
  assertEquals(await log(server, "sinceSeconds=10"), "one\ntwo\nthree\n");
  assertEquals(await log(server, "sinceTime=2026-01-01T00:00:11Z"), "three\n");
  assertEquals(await log(server, "limitBytes=7&tailLines=3"), "one\ntwo");
  assertEquals(await log(server, "tailLines=0"), "");
  assertEquals(await log(server, "previous=true"), "out of memory\n");
});

Deno.test("followed logs send each line at once, and end with the container", async () => {
  const web = containers({ output: ["begins"] });
  await using server = await createServer({ play: ["pods-run", web] });
  await server.create(pod("web"));
  await server.settled();
  const response = await open(server, "follow=true");
  assertEquals(response.headers.get("content-type"), "text/plain");
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  assertEquals((await reader.read()).value, "begins\n");
  web.print("one\ntwo");
  assertEquals((await reader.read()).value, "one\ntwo\n");
  await server.delete("Pod", "web");
  assertEquals((await reader.read()).done, true);
});

Deno.test("followed logs end at the limit of bytes, with the server and with their reader", async () => {
  const web = containers({ output: ["begins"] });
  const server = await createServer({ play: ["pods-run", web] });
  await server.create(pod("web"));
  await server.settled();
  assertEquals(await log(server, "follow=true&limitBytes=3"), "beg");
  const given = await open(server, "follow=true");
  await given.body!.cancel();
  web.print("nobody reads this");
  const open2 = await open(server, "follow=true&tailLines=1");
  await server.close();
  assertEquals(await open2.text(), "nobody reads this\n");
});

Deno.test("logs of a container that is not the only one need its name", async () => {
  const both = containers({ container: "b", output: "of b\n" });
  await using server = await createServer({ play: ["pods-run", both] });
  await server.create(pod("web", ["a", "b"], { initContainers: [{ name: "i", image: "x" }] }));
  await server.settled();
  const choice = "choose one of: [a b] or one of the init containers: [i]";
  assertEquals(
    await log(server),
    `400 a container name must be specified for pod web, ${choice}`,
  );
  assertEquals(await log(server, "container=c"), "400 container c is not valid for pod web");
  assertEquals(await log(server, "container=b"), "of b\n");
  assertEquals(
    await log(server, "container=b&previous=1"),
    '400 previous terminated container "b" in pod "web" not found',
  );
  assertEquals(await log(server, "", "none"), '404 pods "none" not found');
});

Deno.test("output that nobody has stated is missing in words, and empty before a Pod is on a node", async () => {
  await using server = await createServer();
  await server.create(pod("web"));
  assertEquals(await log(server), "");
  await server.play("pods-run");
  await server.settled();
  assertEquals(
    await log(server),
    '501 This server runs no containers: it has no output of the container "main" of the pod ' +
      '"web". State it with containers({ output: ["…"] })',
  );
});

Deno.test("wrong options of logs are rejected like on a real server", async () => {
  await using server = await createServer({ play: [containers({ output: "a" })] });
  await server.create(pod("web"));
  const refused = [
    [
      "tailLines=-1",
      '422 PodLogOptions "web" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      "limitBytes=0",
      '422 PodLogOptions "web" is invalid: limitBytes: Invalid value: 0: must be greater than 0',
    ],
    [
      "sinceSeconds=x",
      '400 Cannot read sinceSeconds as it must be a whole number: current value is "x"',
    ],
    [
      "sinceTime=x",
      '400 Cannot read sinceTime as it must be a time in RFC 3339: current value is "x"',
    ],
  ];
  for (const [query, expected] of refused) assertEquals(await log(server, query), expected);
  const both = await log(server, "sinceSeconds=1&sinceTime=2026-01-01T00:00:00Z");
  assertEquals(both.startsWith("422 "), true, both);
});

Deno.test("discovery lists the subresources that answer by themselves, and only where Pods are", async () => {
  const names = async (kinds: "all" | "specification") => {
    await using server = await createServer({ kinds });
    const headers = { authorization: `Bearer ${server.token()}` };
    const response = await server.fetch(new Request("http://localhost/api/v1", { headers }));
    const { resources } = await response.json() as { resources: { name: string }[] };
    return resources.map(({ name }) => name).filter((name) => /\/(log|proxy)$/.test(name));
  };
  assertEquals(await names("all"), ["nodes/proxy", "pods/log", "pods/proxy", "services/proxy"]);
  assertEquals(await names("specification"), []);
});

Deno.test("a request to pass on is refused in words, and other methods are not allowed", async () => {
  await using server = await createServer();
  await server.create({
    ...{ apiVersion: "v1", kind: "Service", metadata: { name: "web" } },
    spec: { ports: [{ port: 80 }] },
  });
  const ask = async (path: string, method = "GET") => {
    const headers = { authorization: `Bearer ${server.token()}` };
    const url = `http://localhost/api/v1/${path}`;
    const response = await server.fetch(new Request(url, { headers, method }));
    return `${response.status} ${(await response.json()).message}`;
  };
  const words = 'This server passes no requests on to services: it has no network behind "web"';
  assertEquals(await ask("namespaces/default/services/web/proxy/a/b"), `501 ${words}`);
  await server.create(pod("web"));
  const notAllowed = "405 the server does not allow this method on the requested resource";
  assertEquals(await ask("namespaces/default/pods/web/log", "DELETE"), notAllowed);
  const unknown = "404 the server could not find the requested resource";
  assertEquals(await ask("namespaces/default/pods/web/log/more"), unknown);
  assertEquals(await ask("pods/web/log"), unknown);
});

Deno.test("wrong statements about containers are refused with what was meant", () => {
  const wrong = [
    [{ outptu: "a" }, 'Cannot state containers: it has no option "outptu". Did you mean output?'],
    [{ files: { a: "x" } }, "Cannot state containers: files must be files by absolute path"],
    [{ ports: { 0: 1 } }, "Cannot state containers: ports must be handlers by port"],
    [{ output: [1] }, "Cannot state containers: output must be text, lines, or a function"],
  ] as const;
  for (const [options, message] of wrong) {
    assertThrows(() => containers(options as never), Error, message);
  }
});
