import { assert, assertEquals, assertRejects } from "@std/assert";
import { startTestTarget } from "../engine/test_target.ts";
import { parseNemesis } from "./configuration.ts";
import { Nemesis, NemesisFailed, sleep } from "./nemesis.ts";

/** Returns a nemesis whose commands write to files of its directory. */
async function nemesisOf(fields: Record<string, unknown>, isHealthy: () => boolean = () => true) {
  const directory = await Deno.makeTempDir();
  const served = startTestTarget((_request, path) =>
    path === "/readyz" ? new Response(null, { status: isHealthy() ? 200 : 500 }) : undefined
  );
  const action = { name: "cut", hurt: "echo hurt >> log", heal: "echo healed >> log" };
  const text = JSON.stringify({ recovery: "1s", actions: [action], ...fields });
  const configuration = parseNemesis(text, `${directory}/file.yaml`);
  return {
    nemesis: new Nemesis(configuration, served.target.client),
    action: configuration.actions[0],
    log: () => Deno.readTextFile(`${directory}/log`).catch(() => ""),
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await Deno.remove(directory, { recursive: true });
    },
  };
}

const { signal } = new AbortController();

Deno.test("an action hurts, heals and waits until the target is healthy", async () => {
  let looks = 0;
  await using it = await nemesisOf({}, () => ++looks > 2);
  await it.nemesis.act(it.action, signal);
  assertEquals(await it.log(), "hurt\nhealed\n");
  assertEquals([it.nemesis.isHurt, looks], [false, 4]);
  const [injury] = it.nemesis.injuries;
  assert(injury?.action === "cut" && injury.to > injury.from);
});

Deno.test("an interrupted action is healed at once, and only once", async () => {
  await using it = await nemesisOf({});
  const interruption = new AbortController();
  const acting = it.nemesis.act({ ...it.action, lasts: 60_000 }, interruption.signal);
  await sleep(100);
  interruption.abort();
  await acting;
  await it.nemesis.heal();
  assertEquals(await it.log(), "hurt\nhealed\n");
});

Deno.test("a command that fails is named with its output", async () => {
  const actions = [{ name: "cut", hurt: "echo no such process; exit 3" }];
  await using it = await nemesisOf({ actions });
  await assertRejects(
    () => it.nemesis.act(it.action, signal),
    NemesisFailed,
    'The hurt of "cut" failed with 3: sh -c echo no such process; exit 3: no such process',
  );
});

Deno.test("a command that does not end is ended, and what it leaves behind is not", async () => {
  const left = [{ name: "cut", hurt: "sleep 5 & echo left" }];
  await using it = await nemesisOf({ actions: left });
  const started = performance.now();
  await it.nemesis.act(it.action, signal);
  assert(performance.now() - started < 4_000);
  await using other = await nemesisOf({ actions: [{ name: "cut", hurt: ["sleep", 30] }] });
  await assertRejects(
    () => other.nemesis.act(other.action, signal),
    NemesisFailed,
    "failed with 137",
  );
});

Deno.test("a target that does not become healthy is reported with what it answers", async () => {
  await using it = await nemesisOf({}, () => false);
  await assertRejects(
    () => it.nemesis.act(it.action, signal),
    NemesisFailed,
    'The target is not healthy within 1 s after "cut": /readyz is answered 500',
  );
});

Deno.test("health can be a command", async () => {
  await using it = await nemesisOf({ health: { command: "test -f log" } });
  await it.nemesis.act(it.action, signal);
  assertEquals(await it.log(), "hurt\nhealed\n");
});
