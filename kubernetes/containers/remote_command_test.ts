/**
 * Tests of commands in containers, as clients run them over WebSocket.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  containers,
  type ContainersOptions,
  type RunningServer,
  startServer,
} from "@plumbline/reference";
import { ChannelClient } from "./testing.ts";

async function withWeb(
  options: ContainersOptions,
  test: (server: RunningServer, web: ReturnType<typeof containers>) => Promise<void>,
  tls = false,
): Promise<void> {
  const web = containers(options);
  await using server = await startServer({ play: ["pods-run", web], tls });
  await server.create({
    ...{ apiVersion: "v1", kind: "Pod", metadata: { name: "web" } },
    spec: { containers: [{ name: "main", image: "example" }] },
  });
  await server.settled();
  await test(server, web);
}

const SUCCESS = { metadata: {}, status: "Success" };

const run = async (server: RunningServer, query: string, input?: string) => {
  const client = await ChannelClient.open(server, `exec?${query}`);
  if (input !== undefined) {
    client.send(0, input);
    client.end(0);
  }
  return await client.ended();
};

for (const tls of [false, true]) {
  Deno.test(`commands print, read and end with a code, ${tls ? "with" : "without"} TLS`, async () => {
    await withWeb({
      commands: {
        "date -u": "today\n",
        "date": { stderr: "no zone\n", code: 3 },
        "cat": async ({ stdin, stdout }) => {
          for await (const bytes of stdin) await stdout(bytes);
        },
        "false": 1,
      },
    }, async (server) => {
      const out = "stdout=1&stderr=1";
      assertEquals(await run(server, `command=date&command=-u&${out}`), {
        ...{ stdout: "today\n", stderr: "", status: SUCCESS },
      });
      const failed = await run(server, `command=date&${out}`);
      assertEquals([failed.stderr, failed.status?.reason], ["no zone\n", "NonZeroExitCode"]);
      assertEquals(failed.status?.details?.causes, [{ reason: "ExitCode", message: "3" }]);
      const echoed = await run(server, `command=cat&stdin=1&${out}`, "piped");
      assertEquals([echoed.stdout, echoed.status], ["piped", SUCCESS]);
      const unknown = await run(server, `command=nothing&${out}`);
      assertStringIncludes(unknown.stderr, 'no command "nothing" is stated; these are: date -u, ');
      assertEquals(unknown.status?.details?.causes[0]?.message, "127");
    }, tls);
  });
}

Deno.test("a terminal has one output, shows the input and reports its size", async () => {
  await withWeb({
    commands: {
      sh: async (call) => {
        const { value } = await call.sizes.getReader().read();
        await call.stderr(`${value?.width}x${value?.height}\n`);
        for await (const line of call.lines()) {
          if (line === "exit") return 7;
          await call.stdout(`<${line}>\n`);
        }
        return 0;
      },
    },
  }, async (server) => {
    const client = await ChannelClient.open(server, "exec?command=sh&stdin=1&stdout=1&tty=1");
    client.send(4, JSON.stringify({ Width: 80, Height: 24 }));
    client.send(0, "hx\x7fi\r");
    client.send(0, "exit\r");
    const { stdout, stderr, status } = await client.ended();
    assertEquals(stdout, "80x24\r\nhx\b \bi\r\n<hi>\r\nexit\r\n");
    assertEquals([stderr, status?.details?.causes[0]?.message], ["", "7"]);
  });
});

Deno.test("attach sends what is printed from now on, or what the statement does", async () => {
  await withWeb({ output: ["before"] }, async (server, web) => {
    const client = await ChannelClient.open(server, "attach?stdout=1");
    web.print("after");
    await server.delete("Pod", "web");
    assertEquals(await client.ended(), { stdout: "after\n", stderr: "", status: SUCCESS });
  });
  await withWeb({ attach: () => ({ stdout: "attached" }) }, async (server) => {
    const client = await ChannelClient.open(server, "attach?stdout=1");
    assertEquals((await client.ended()).stdout, "attached");
  });
});

Deno.test("files are copied out of a container and into it by tar", async () => {
  await withWeb({ files: { "/data/a.txt": "a", "/data/sub/b?.txt": "b" } }, async (server, web) => {
    const out = "stdout=1&stderr=1";
    const words = "command=tar&command=cf&command=-&command=/data";
    const client = await ChannelClient.open(server, `exec?${words}&${out}`);
    const archive = await client.bytes();
    web.files.clear();
    const back = await ChannelClient.open(
      server,
      `exec?command=tar&command=-xmf&command=-&command=-C&command=/copy&stdin=1&${out}`,
    );
    back.send(0, archive);
    back.end(0);
    assertEquals((await back.ended()).status, SUCCESS);
    const files = [...web.files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]);
    assertEquals(files.filter(([path]) => !path!.endsWith("/")).sort(), [
      ["/copy/data/a.txt", "a"],
      ["/copy/data/sub/b?.txt", "b"],
    ]);
    const code = async (flag: string, path: string) =>
      (await run(server, `command=test&command=${flag}&command=${path}&${out}`)).status?.status;
    assertEquals(await code("-d", "/copy/data"), "Success");
    assertEquals(await code("-d", "/copy/data/a.txt"), "Failure");
    assertEquals(await code("-f", "/copy/../copy/data/a.txt"), "Success");
    const missing = await run(server, `command=tar&command=cf&command=-&command=/none&${out}`);
    assertStringIncludes(missing.stderr, "tar: /none: Cannot stat: No such file or directory");
    const zipped = await run(server, `command=tar&command=czf&command=-&command=/copy&${out}`);
    assertStringIncludes(zipped.stderr, "it does not support -z");
  });
});

Deno.test("older subprotocols have the exit code, as text before v4, and base64", async () => {
  await withWeb({ commands: { fail: { stdout: "out", code: 2 } } }, async (server) => {
    for (const protocol of ["v4.channel.k8s.io", "channel.k8s.io", "v4.base64.channel.k8s.io"]) {
      const client = await ChannelClient.open(server, "exec?command=fail&stdout=1", protocol);
      assertEquals(client.protocol, protocol);
      const { stdout, status, message } = await client.ended();
      assertEquals(stdout, "out");
      const expected = "command terminated with non-zero exit code: exit status 2";
      assertEquals(status?.message ?? message, expected);
    }
  });
});

Deno.test("a function of a test that throws ends the command with its message", async () => {
  const fail = () => {
    throw new Error("broken on purpose");
  };
  await withWeb({ commands: fail }, async (server) => {
    const { stderr, status } = await run(server, "command=x&stdout=1&stderr=1");
    assertStringIncludes(stderr, "broken on purpose");
    assertEquals(status?.reason, "InternalError");
  });
});

Deno.test("a command ends with its client, and with the server", async () => {
  const states: string[] = [];
  let begun = Promise.withResolvers<void>();
  const commands = async ({ signal }: { signal: AbortSignal }) => {
    begun.resolve();
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    states.push("aborted");
  };
  await withWeb({ commands }, async (server) => {
    const client = await ChannelClient.open(server, "exec?command=x&stdout=1");
    await begun.promise;
    client.close();
    await client.ended();
    begun = Promise.withResolvers<void>();
    await ChannelClient.open(server, "exec?command=x&stdout=1");
    await begun.promise;
  });
  assertEquals(states, ["aborted", "aborted"]);
});

Deno.test("what cannot be run is refused in words", async () => {
  await withWeb({ container: "other", commands: { x: "" } }, async (server) => {
    const ask = async (path: string, fetching: typeof fetch = fetch) => {
      const url = `${server.url}/api/v1/namespaces/default/pods/web/${path}`;
      const response = await fetching(url, {
        headers: { authorization: `Bearer ${server.token()}` },
      });
      return `${response.status} ${(await response.json()).message}`;
    };
    assertStringIncludes(
      await ask("exec?command=x&stdout=1"),
      "501 This server runs no containers: it has no commands of the container",
    );
    assertStringIncludes(await ask("attach?stdout=1"), "501 This server runs no containers");
    assertEquals(
      await ask("exec?stdout=1"),
      "400 you must specify at least one command for the container",
    );
    assertEquals(
      await ask("exec?command=x"),
      "400 you must specify at least 1 of stdin, stdout, stderr",
    );
    await server.play(containers({ commands: { x: "" } }));
    assertEquals(await ask("exec?command=x&stdout=1"), "400 Upgrade request required");
    const spdy = (url: string | URL | Request, init?: RequestInit) => {
      const headers = new Headers(init?.headers);
      headers.set("upgrade", "SPDY/3.1");
      headers.set("connection", "Upgrade");
      return server.fetch(new Request(url, { method: "POST", headers }));
    };
    assertStringIncludes(
      await ask("exec?command=x&stdout=1", spdy),
      "501 This connection cannot be upgraded to SPDY/3.1: use a client with WebSocket",
    );
    const here = (url: string | URL | Request, init?: RequestInit) => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries(HANDSHAKE)) headers.set(name, value);
      return server.fetch(new Request(url, { headers }));
    };
    assertStringIncludes(
      await ask("exec?command=x&stdout=1", here),
      "501 The connection of this request cannot be upgraded",
    );
  });
});

const HANDSHAKE = { upgrade: "websocket", connection: "Upgrade" };
