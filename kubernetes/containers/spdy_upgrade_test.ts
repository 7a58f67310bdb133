/**
 * Tests of commands and forwarded ports over connections that were upgraded to SPDY/3.1, as older
 * releases of `kubectl` ask for.
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
import { askSpdy } from "./testing_spdy.ts";
import { bytesOf } from "./text.ts";

async function withWeb(
  options: ContainersOptions,
  test: (server: RunningServer) => Promise<void>,
): Promise<void> {
  await using server = await startServer({ play: ["pods-run", containers(options)], tls: true });
  await server.create({
    ...{ apiVersion: "v1", kind: "Pod", metadata: { name: "web" } },
    spec: { containers: [{ name: "main", image: "example" }] },
  });
  await server.settled();
  await test(server);
}

const stream = (streamtype: string, text?: string) => ({
  headers: { streamtype },
  ...(text !== undefined && { text }),
});

const PROTOCOL = "v4.channel.k8s.io";

Deno.test("a command reads and writes the streams of SPDY, and ends with its code", async () => {
  await withWeb({
    commands: {
      sh: async ({ lines, stdout, stderr, sizes }) => {
        const { value } = await sizes.getReader().read();
        await stderr(`${value?.width}x${value?.height}`);
        for await (const line of lines()) await stdout(`<${line}>`);
        return 7;
      },
    },
  }, async (server) => {
    const size = `${JSON.stringify({ Width: 80, Height: 24 })}\n`;
    const path = "exec?command=sh&stdin=1&stdout=1&stderr=1&tty=1";
    const { head, streams } = await askSpdy(server, path, {
      protocol: `v5.channel.k8s.io, ${PROTOCOL}`,
      requests: [
        stream("error"),
        stream("stdin", "a\r\x04"),
        stream("stdout"),
        stream("resize", size),
      ],
    });
    assertStringIncludes(head, "101 switching protocols");
    assertStringIncludes(head, `x-stream-protocol-version: ${PROTOCOL}`);
    const { details } = JSON.parse(streams.get(1)!);
    assertEquals(details.causes, [{ reason: "ExitCode", message: "7" }]);
    assertStringIncludes(streams.get(5)!, "80x24");
    assertStringIncludes(streams.get(5)!, "<a>");
  });
});

Deno.test("outputs of a command without a terminal have a stream each", async () => {
  const date = { stdout: "today\n", stderr: "no zone\n" };
  await withWeb({ commands: { date } }, async (server) => {
    const { streams } = await askSpdy(server, "exec?command=date&stdout=1&stderr=1", {
      protocol: PROTOCOL,
      requests: [stream("error"), stream("stderr"), stream("stdout")],
    });
    assertEquals(JSON.parse(streams.get(1)!).status, "Success");
    assertEquals([streams.get(5), streams.get(3)], ["today\n", "no zone\n"]);
    const refused = await askSpdy(server, "exec?command=date&stdout=1", {
      protocol: "channel.k8s.io",
      requests: [],
    });
    assertStringIncludes(refused.head, "400 bad request");
  });
});

Deno.test("connections to a port are streams of SPDY", async () => {
  await withWeb({
    ports: {
      80: async ({ readable, writable }) => {
        let text = "";
        for await (const bytes of readable) text += new TextDecoder().decode(bytes);
        await writable.getWriter().write(bytesOf(text.toUpperCase()));
      },
    },
  }, async (server) => {
    const pair = (port: string, requestid: string, text: string) => [
      { headers: { streamtype: "error", port, requestid }, text: "" },
      { headers: { streamtype: "data", port, requestid }, text },
    ];
    const { streams } = await askSpdy(server, "portforward?ports=80", {
      protocol: "portforward.k8s.io",
      requests: [...pair("80", "0", "hello"), ...pair("81", "1", "")],
      until: 4,
    });
    assertEquals([streams.get(3), streams.get(1)], ["HELLO", ""]);
    assertStringIncludes(streams.get(5)!, "no statement has it");
  });
});
