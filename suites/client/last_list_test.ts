import { assert, assertEquals, assertRejects } from "@std/assert";
import { FetchClient } from "./fetch_client.ts";
import { TargetUnreachable } from "./http_client.ts";
import { LastList } from "./last_list.ts";

const secrets = "/api/v1/namespaces/one/secrets";

/** What a client did with a server that leaves writes waiting, after many of them. */
async function afterUnanswered(answersLists: () => boolean) {
  let now = 0;
  const waiting = Promise.withResolvers<void>();
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      const isList = request.method === "GET" && new URL(request.url).pathname === secrets;
      if (isList ? !answersLists() : request.method !== "GET") await waiting.promise;
      return new Response("{}");
    },
  );
  const client = new FetchClient({
    url: `http://127.0.0.1:${server.addr.port}`,
    identities: [{ name: "admin", token: "" }],
    timeLimit: 300,
    now: () => now,
  });
  await client.send({ method: "GET", path: secrets, query: { labelSelector: "a=b" } });
  for (let times = 0; times < 8; times++) {
    now += 10_000;
    await assertRejects(() => client.send({ method: "POST", path: secrets }), TargetUnreachable);
  }
  const watch = await client.watch({ path: `${secrets}/other` }).then((stream) => {
    stream.close();
    return "served";
  }, () => "ended");
  waiting.resolve();
  client.close();
  return { watch, isBroken: client.breakdown !== undefined };
}

Deno.test("a server that leaves some writes waiting, and answers lists, is asked as before", async () => {
  assertEquals(await afterUnanswered(() => true), { watch: "served", isBroken: false });
});

Deno.test("a server that leaves lists waiting, too, is asked for little more", async () => {
  let isFirst = true;
  const answersOnce = () => isFirst && !(isFirst = false);
  assertEquals(await afterUnanswered(answersOnce), { watch: "ended", isBroken: true });
});

Deno.test("the last list is one that is answered alike each time", async () => {
  const last = new LastList<{ readonly method: string; readonly path: string }>();
  const asked: string[] = [];
  const send = ({ path }: { readonly path: string }) => Promise.resolve((asked.push(path), 200));
  assert(!await last.isAnswered(send));
  last.answered({ method: "GET", path: `${secrets}?labelSelector=a` }, 200);
  last.answered({ method: "GET", path: `${secrets}?watch=1` }, 200);
  last.answered({ method: "GET", path: `${secrets}?resourceVersion=7` }, 200);
  last.answered({ method: "GET", path: `${secrets}/a` }, 200);
  last.answered({ method: "GET", path: "/apis/apps/v1" }, 200);
  last.answered({ method: "GET", path: "/api/v1/secrets" }, 403);
  last.answered({ method: "DELETE", path: secrets }, 200);
  assert(await last.isAnswered(send));
  assertEquals(asked, [`${secrets}?labelSelector=a`]);
  assert(!await last.isAnswered(() => Promise.resolve(503)));
  assert(!await last.isAnswered(() => Promise.reject(new Error("late"))));
});
