import { assertEquals, assertRejects } from "@std/assert";
import { ConfigurationError } from "./configuration.ts";
import { readKubeconfig } from "./kubeconfig.ts";

async function read(cluster: Readonly<Record<string, unknown>>) {
  const path = await Deno.makeTempFile({ suffix: ".yaml" });
  try {
    const config = {
      "current-context": "one",
      contexts: [{ name: "one", context: { cluster: "c", user: "u" } }],
      clusters: [{ name: "c", cluster: { server: "https://localhost:1/", ...cluster } }],
      users: [{ name: "u", user: { token: "t" } }],
    };
    await Deno.writeTextFile(path, JSON.stringify(config));
    return await readKubeconfig(path);
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("a kubeconfig gives the URL and the token of its current context", async () => {
  const { url, user, token } = await read({ "proxy-url": "" });
  assertEquals([url, user, token], ["https://localhost:1", "u", "t"]);
});

Deno.test("a cluster that is reached in a way that is not supported is refused", async () => {
  for (const field of ["proxy-url", "tls-server-name"]) {
    const error = await assertRejects(() => read({ [field]: "there" }), ConfigurationError);
    assertEquals(error.message.includes(`its ${field} "there" is not supported. `), true);
  }
});
