import { assertEquals } from "@std/assert";
import {
  AdjustableClock,
  createServer,
  type Server,
  type ServerOptions,
} from "@plumbline/reference";
import { testWithEtcd } from "@plumbline/stores/testing";

const PATH = "/api/v1/namespaces/default/configmaps";

async function ask(server: Server, path: string, init?: RequestInit): Promise<Response> {
  const headers = {
    authorization: `Bearer ${server.token()}`,
    "content-type": "application/json",
  };
  return await server.fetch(new Request(`http://localhost${path}`, { ...init, headers }));
}

/** Checks that old resourceVersions are gone after the time that `history` gives. */
async function checkHistory(options: ServerOptions): Promise<void> {
  const clock = new AdjustableClock();
  await using server = await createServer({ ...options, history: 20_000, clock });
  const { metadata } = await (await ask(server, PATH)).json();
  const create = async (name: string) => {
    const body = JSON.stringify({ metadata: { name } });
    assertEquals((await ask(server, PATH, { method: "POST", body })).status, 201);
  };
  const statusOfPast = async () => {
    const query = `resourceVersion=${metadata.resourceVersion}&resourceVersionMatch=Exact`;
    return (await ask(server, `${PATH}?limit=1&${query}`)).status;
  };
  await create("first");
  clock.advance(19_000);
  await create("second");
  assertEquals(await statusOfPast(), 200);
  clock.advance(2_000);
  assertEquals(await statusOfPast(), 410);
}

/** Checks that old resourceVersions are gone once history takes more than `historyBytes`. */
async function checkHistoryBytes(options: ServerOptions): Promise<void> {
  const clock = new AdjustableClock();
  await using server = await createServer({ ...options, historyBytes: 100_000, clock });
  const { metadata } = await (await ask(server, PATH)).json();
  const body = JSON.stringify({ metadata: { name: "large" } });
  assertEquals((await ask(server, PATH, { method: "POST", body })).status, 201);
  const change = async (round: number) => {
    const body = JSON.stringify({
      metadata: { name: "large" },
      data: { text: `${round}`.padEnd(20_000) },
    });
    const changed = await ask(server, `${PATH}/large`, { method: "PUT", body });
    return (await changed.json()).metadata.resourceVersion as string;
  };
  const versions: string[] = [];
  for (let round = 0; round < 20; round++) versions.push(await change(round));
  const statusOf = async (query: string) => {
    const answer = await ask(server, `${PATH}?${query}`);
    await answer.body?.cancel();
    return answer.status;
  };
  const exact = (version: string) => `resourceVersion=${version}&resourceVersionMatch=Exact`;
  assertEquals(await statusOf(exact(versions.at(-2)!)), 200);
  assertEquals(await statusOf(exact(metadata.resourceVersion)), 410);
  assertEquals(await statusOf(exact(versions[3]!)), 410);
  assertEquals(await statusOf(`watch=1&timeoutSeconds=1&resourceVersion=${versions.at(-2)}`), 200);
  assertEquals(await statusOf(`watch=1&resourceVersion=${versions[3]}`), 410);
}

Deno.test("a server in memory keeps history for the given time", () => checkHistory({}));

Deno.test("a server in memory keeps history of the given bytes", () => checkHistoryBytes({}));

Deno.test("a server with a data file keeps history of the given bytes", async () => {
  const folder = await Deno.makeTempDir();
  await checkHistoryBytes({ data: `${folder}/data` });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a server with a data file keeps history for the given time", async () => {
  const folder = await Deno.makeTempDir();
  await checkHistory({ data: `${folder}/data` });
  await Deno.remove(folder, { recursive: true });
});

testWithEtcd(
  "a server over etcd keeps history of the given bytes",
  ({ store }) => checkHistoryBytes({ store }),
);

testWithEtcd(
  "a server over etcd keeps history for the given time",
  ({ store }) => checkHistory({ store }),
);
