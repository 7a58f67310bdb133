import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { DIALECTS } from "../dialect.ts";
import { loadProtobuf } from "./protobuf.ts";

Deno.test("the Protobuf encoding is loaded once", async () => {
  const loading = loadProtobuf();
  assertStrictEquals(loadProtobuf(), loading);
  const { decodeProtobuf, encodeProtobuf } = await loading;
  const dialect = DIALECTS.svc;
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "a" }, spec: {} };
  const read = decodeProtobuf(encodeProtobuf(namespace, { dialect }), { dialect });
  assertEquals(read, {
    ...namespace,
    metadata: { name: "a", creationTimestamp: null },
    status: {},
  });
});

Deno.test("`protobuf.ts` itself imports nothing of the Protobuf encoding", async () => {
  const info = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", new URL("protobuf.ts", import.meta.url).pathname],
    stdout: "piped",
  }).output();
  const { modules, roots } = JSON.parse(new TextDecoder().decode(info.stdout));
  const door = modules.find(({ specifier }: { specifier: string }) => specifier === roots[0]);
  const imports: { code?: unknown; isDynamic?: boolean }[] = door.dependencies;
  const runtime = imports.filter(({ code }) => code);
  assert(runtime.length > 0);
  assertEquals(runtime.filter(({ isDynamic }) => !isDynamic), []);
});
