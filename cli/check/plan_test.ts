import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { parse } from "@std/yaml";
import { startSmallServer } from "@plumbline/suites/connect/test_server";
import { startTestTarget } from "@plumbline/suites/engine/test_target";
import { main } from "../main.ts";
import { testTerminal } from "../test_terminal.ts";

async function plan(...words: string[]) {
  const terminal = testTerminal();
  const code = await main(["check", "--plan", ...words], terminal);
  return { code, written: terminal.written(), complaints: terminal.complaints() };
}

Deno.test("a plan lists verbs and resources, and is a valid ClusterRole", async () => {
  const { code, written } = await plan("--area", "secrets", "--dialect", "kubernetes");
  assertEquals(code, 0);
  assertMatch(written, /^# clusterroles\.rbac\.authorization\.k8s\.io +cluster +list$/m);
  assertMatch(written, /^# secrets +namespace +create delete /m);
  assertMatch(written, /^# deployments\.apps +namespace +list$/m);
  const role = parse(written) as { kind: string; apiVersion: string; rules: unknown[] };
  assertEquals([role.kind, role.apiVersion], ["ClusterRole", "rbac.authorization.k8s.io/v1"]);
  assert(role.rules.length > 3);
});

Deno.test("a plan of more checks has more rules, and the powerful verbs are explained", async () => {
  const [few, all] = [await plan("--only", "secrets/type-defaults-opaque"), await plan()];
  assert(few.written.length < all.written.length);
  assert(!/^# (escalate|impersonate):/m.test(few.written), few.written);
  for (const verb of ["escalate", "bind", "impersonate"]) {
    assertStringIncludes(all.written, `\n# ${verb}: `);
  }
});

Deno.test("the dialect is detected unless it is given; nothing else is requested", async () => {
  const asked: string[] = [];
  await using served = startTestTarget((request, path) => {
    asked.push(`${request.method} ${path}`);
    if (path !== "/apis") return undefined;
    return Response.json({ groups: [{ name: "rbac.authorization.k8s.io" }] });
  });
  const { url } = served.target;
  assertStringIncludes((await plan(url)).written, "rbac.authorization.k8s.io");
  assertEquals(asked.filter((line) => !line.startsWith("GET ")), []);
  asked.length = 0;
  assertStringIncludes((await plan(url, "--dialect", "svc")).written, "authorization.svc.io");
  assertEquals(asked, []);
});

Deno.test("an error of the detection asks for --dialect", async () => {
  await using served = startTestTarget(() => Response.json({}, { status: 403 }));
  const { code, complaints } = await plan(served.target.url);
  assertEquals(code, 2);
  assertStringIncludes(complaints, "--dialect");
});

Deno.test("a plan of the types of a server has their names, and no others", async () => {
  await using server = startSmallServer({});
  const { code, written } = await plan(server.url);
  assertEquals(code, 0);
  assertMatch(written, /^# widgets\.example\.com +namespace +create delete get list patch update/m);
  assert(!/^# (deployments|roles)\b/m.test(written), written);
});
