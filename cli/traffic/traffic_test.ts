import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { startServer } from "@plumbline/reference";
import { readHar, replay } from "@plumbline/plugins";
import { main } from "../main.ts";
import { testTerminal } from "../test_terminal.ts";

const TOKEN = "token-of-the-admin";
const identities = [{ name: "admin", token: TOKEN, groups: ["system:masters"] }];
const SECRETS = "/api/v1/namespaces/default/secrets";
const HEADERS = { "content-type": "application/json" };

async function until<T>(find: () => T | undefined): Promise<T> {
  for (;;) {
    const found = find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Records what a client does with a server, and returns the path of the file. */
async function record(url: string, out: string, use: (url: string) => Promise<void>) {
  const terminal = testTerminal();
  const ended = main(["record", url, "--token", TOKEN, "--out", out], terminal);
  const [, proxy] = await until(() => / at (http:\S+)\n/.exec(terminal.written()) ?? undefined);
  await use(proxy!);
  terminal.interrupt();
  assertEquals([await ended, terminal.complaints()], [0, ""]);
  return terminal.written();
}

async function withFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Creates and changes a Secret, and reads it and one that does not exist. */
async function useSecrets(url: string): Promise<void> {
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: HEADERS,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return await response.json();
  };
  const metadata = { name: "a", labels: { app: "web" } };
  const made = await send("POST", SECRETS, { metadata, stringData: { key: "very secret" } });
  await send("PUT", `${SECRETS}/a`, { ...made, type: undefined });
  await send("GET", `${SECRETS}/a`);
  await send("GET", `${SECRETS}/b`);
}

Deno.test("recorded traffic has no credentials, and is answered as recorded", async () => {
  await withFolder(async (folder) => {
    const file = `${folder}/traffic.har`;
    await using server = await startServer({ identities });
    let watching: ReadableStreamDefaultReader | undefined;
    const written = await record(server.url, file, async (url) => {
      await useSecrets(url);
      // A watch that is still open when the recording ends.
      const watch = await fetch(`${url}${SECRETS}?watch=1`);
      watching = watch.body!.getReader();
      await watching.read();
      const socket = await fetch(`${url}/version`, { headers: { cookie: "session=hidden" } });
      await socket.text();
    });
    await watching?.cancel().catch(() => {});
    assertStringIncludes(written, `Wrote 6 requests to ${file}\n`);
    const text = await Deno.readTextFile(file);
    for (const secret of [TOKEN, "very secret", btoa("very secret"), "hidden"]) {
      assert(!text.includes(secret), secret);
    }
    const exchanges = readHar(text);
    assertEquals(exchanges.map(({ method, status }) => [method, status]), [
      ["POST", 201],
      ["PUT", 200],
      ["GET", 200],
      ["GET", 404],
      ["GET", 200],
      ["GET", 200],
    ]);
    const [{ requestHead, requestBody } = assertHas(undefined)] = exchanges;
    assert(requestHead.some(([name, value]) => name === "authorization" && /redacted/.test(value)));
    assertEquals(JSON.parse(new TextDecoder().decode(requestBody)).metadata.name, "a");

    await using other = await startServer({ plugins: [replay({ recording: text })] });
    const again = await fetch(`${other.url}${SECRETS}/a`);
    const { metadata, data } = await again.json();
    assertEquals([again.status, metadata.labels, data], [
      200,
      { app: "web" },
      { key: btoa("redacted") },
    ]);
    const watched = await (await fetch(`${other.url}${SECRETS}?watch=1`)).text();
    assertEquals(JSON.parse(watched.split("\n")[0]!).type, "ADDED");
    const unknown = await fetch(`${other.url}${SECRETS}/c`);
    await unknown.body?.cancel();
    // The server itself answers it.
    assertEquals(unknown.status, 401);
  });
});

function assertHas(value: undefined): never {
  throw new Error(`missing: ${value}`);
}

Deno.test("the reference server answers as it was recorded, and a changed response is shown", async () => {
  await withFolder(async (folder) => {
    const file = `${folder}/traffic.har`;
    await using server = await startServer({ identities });
    await record(server.url, file, useSecrets);
    const same = testTerminal();
    assertEquals([await main(["compare", file], same), same.complaints()], [0, ""]);
    assertEquals(same.written(), "4 requests compared, 0 with differences\n");

    const text = await Deno.readTextFile(file);
    const har = JSON.parse(text.replaceAll('\\"web\\"', '\\"api\\"'));
    har.log.entries.at(-1).response.status = 410;
    await Deno.writeTextFile(file, JSON.stringify(har));
    const changed = testTerminal();
    assertEquals(await main(["compare", file], changed), 1);
    assertEquals(
      changed.written(),
      `GET ${SECRETS}/b\n` +
        "  status: recorded 410, now 404\n" +
        "4 requests compared, 1 with differences\n",
    );
  });
});

Deno.test("a field that another server answers differently is named with both values", async () => {
  await withFolder(async (folder) => {
    const file = `${folder}/traffic.har`;
    const request = { method: "GET", url: "https://cluster/api/v1/namespaces/default" };
    const body = { kind: "Namespace", apiVersion: "v1", metadata: { name: "default", x: 1 } };
    const content = { mimeType: "application/json", text: JSON.stringify(body) };
    const watch = { ...request, url: `${request.url}?watch=true` };
    const log = {
      entries: [{ request, response: { status: 200, content } }, {
        request: watch,
        response: { status: 200 },
      }],
    };
    await Deno.writeTextFile(file, JSON.stringify({ log }));
    const terminal = testTerminal();
    assertEquals(await main(["compare", file], terminal), 1);
    assertStringIncludes(terminal.written(), "  body.metadata.x: recorded 1, now absent\n");
    assertStringIncludes(
      terminal.written(),
      "1 request compared, 1 with differences, 1 of watches",
    );
  });
});

Deno.test("what cannot be recorded, replayed or compared is said in one line", async () => {
  await withFolder(async (folder) => {
    const file = `${folder}/traffic.har`;
    await Deno.writeTextFile(file, '{"log":{"entries":[{"request":{"method":"GET"}}]}}');
    const complaintOf = async (...words: string[]) => {
      const terminal = testTerminal();
      assertEquals(await main(words, terminal), 2);
      return terminal.complaints();
    };
    const wrong = `${file}: Cannot use the recording as HAR: log.entries[0].request.url is no URL.`;
    assertStringIncludes(await complaintOf("compare", file), wrong);
    assertStringIncludes(await complaintOf("serve", "--port", "0", "--replay", file), wrong);
    assertStringIncludes(await complaintOf("record", "http://127.0.0.1:1"), "Give --out FILE.");
    assertStringIncludes(await complaintOf("record", "--out", file), "record needs a server.");
    assertStringIncludes(
      await complaintOf("record", "cluster", "--out", file),
      "Cannot use the URL",
    );
  });
});

Deno.test("a Protobuf body is sent as recorded, and its response is compared by status", async () => {
  await withFolder(async (folder) => {
    const file = `${folder}/traffic.har`;
    await using server = await startServer({ identities });
    await record(server.url, file, async (url) => {
      const metadata = { name: "b" };
      const made = await fetch(`${url}/api/v1/namespaces/default/configmaps`, {
        method: "POST",
        headers: { ...HEADERS, accept: "application/vnd.kubernetes.protobuf" },
        body: JSON.stringify({ metadata }),
      });
      const message = new Uint8Array(await made.arrayBuffer());
      const path = `${url}/api/v1/namespaces/default/configmaps`;
      await (await fetch(`${path}/b`, { method: "DELETE" })).text();
      const again = await fetch(path, {
        method: "POST",
        headers: { "content-type": "application/vnd.kubernetes.protobuf" },
        body: message.slice(),
      });
      await again.text();
    });
    const terminal = testTerminal();
    await main(["compare", file], terminal);
    assertEquals(terminal.written(), "3 requests compared, 0 with differences\n");
  });
});
