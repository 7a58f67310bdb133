import { assertEquals } from "@std/assert";
import { startServer } from "@plumbline/reference";

Deno.test("each list has a Protobuf form, or is answered with 406", async () => {
  await using server = await startServer({ dialect: "kubernetes" });
  const authorization = `Bearer ${server.identities[0].token}`;
  const get = (path: string, accept = "application/json") =>
    fetch(server.url + path, { headers: { authorization, accept } });
  const json = async (path: string) => await (await get(path)).json();
  const versions = ["/api/v1"];
  for (const group of (await json("/apis")).groups) {
    for (const { groupVersion } of group.versions) versions.push(`/apis/${groupVersion}`);
  }
  const without: string[] = [];
  for (const version of versions) {
    for (const { name, verbs } of (await json(version)).resources) {
      if (name.includes("/") || !verbs.includes("list")) continue;
      const path = `${version}/${name}`;
      const response = await get(path, "application/vnd.kubernetes.protobuf");
      await response.body?.cancel();
      if (response.status === 406) without.push(name);
      else assertEquals([path, response.status], [path, 200]);
    }
  }
  assertEquals(without.sort(), ["apiservices", "customresourcedefinitions"]);
});
