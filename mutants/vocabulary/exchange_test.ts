import { assertEquals } from "@std/assert";
import { rewriteJson } from "./exchange.ts";

Deno.test("the JSON of a compressed response is changed, and sent as it is", async () => {
  const sent = new Response('{"kind":"Secret"}').body!;
  const compressed = new Response(sent.pipeThrough(new CompressionStream("gzip")), {
    headers: { "content-type": "application/json", "content-encoding": "gzip" },
  });
  const changed = await rewriteJson(compressed, (body) => ({ ...body, type: "Opaque" }));
  assertEquals(changed.headers.get("content-encoding"), null);
  assertEquals(await changed.json(), { kind: "Secret", type: "Opaque" });
});

Deno.test("a response of another type is passed on as it is", async () => {
  const plain = new Response("ok", { headers: { "content-type": "text/plain" } });
  const changed = await rewriteJson(plain, () => ({}));
  assertEquals([changed, await changed.text()], [plain, "ok"]);
});
