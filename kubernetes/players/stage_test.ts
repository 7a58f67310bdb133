/**
 * Tests of players that users write, and of when players act and end.
 *
 * @module
 */
import { assertEquals, assertRejects } from "@std/assert";
import {
  AdjustableClock,
  ConfigurationError,
  createServer,
  type Player,
} from "@plumbline/reference";
import { CountingClock } from "@plumbline/server/testing";
import { injectedFaults, journal } from "@plumbline/plugins";

const CRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.acme.example}
spec:
  group: acme.example
  scope: Namespaced
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
`;

const widget = (name: string) => ({
  ...{ apiVersion: "acme.example/v1", kind: "Widget", metadata: { name } },
  spec: { size: 1 },
});

const configMap = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });

/** A player that notes what it is called for. */
function noting(): { player: Player; notes: string[] } {
  const notes: string[] = [];
  const player: Player = {
    name: "noting",
    for: "configmaps",
    reconcile({ metadata: { name } }) {
      notes.push(name);
      return Promise.resolve();
    },
    removed({ metadata: { name } }) {
      notes.push(`-${name}`);
      return Promise.resolve();
    },
  };
  return { player, notes };
}

Deno.test("a player reconciles custom resources, also those that are defined later", async () => {
  await using server = await createServer();
  await server.play({
    name: "widgets-become-ready",
    for: "widgets.acme.example",
    async reconcile({ metadata: { name, namespace = "" }, status }, server) {
      if (status) return;
      const place = { namespace, subresource: "status" };
      await server.patch("widgets", name, { status: { ready: true } }, place);
    },
  });
  await server.apply(CRD);
  await server.apply(widget("a"));
  await server.settled();
  assertEquals((await server.get("widgets", "a"))?.status, { ready: true });
});

Deno.test("existing objects are reconciled first, later ones as they change, removed ones are named", async () => {
  await using server = await createServer({ objects: [configMap("a"), configMap("b")] });
  const { player, notes } = noting();
  await server.play(player);
  await server.play(player);
  await server.settled();
  assertEquals(notes.splice(0), ["a", "b"]);
  await server.patch("configmaps", "b", { data: { x: "1" } });
  await server.delete("configmaps", "a");
  await server.settled();
  assertEquals(notes, ["b", "-a"]);
});

Deno.test("an object of another type leads to its owner, or to what a function returns", async () => {
  await using server = await createServer();
  const { player, notes } = noting();
  await server.play({
    ...player,
    watches: {
      secrets: "owner",
      serviceaccounts: ({ metadata: { namespace } }) => [{ name: "a", namespace }],
    },
  });
  const { kind, apiVersion, metadata: { name, uid } } = await server.create(configMap("a"));
  await server.settled();
  const ownerReferences = [{ kind, apiVersion, name, uid, controller: true }];
  const metadata = { name: "owned", ownerReferences };
  await server.create({ apiVersion: "v1", kind: "Secret", metadata });
  await server.settled();
  await server.create({ apiVersion: "v1", kind: "Secret", metadata: { name: "free" } });
  await server.create({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "b" } });
  await server.settled();
  assertEquals(notes, ["a", "a", "a"]);
});

Deno.test("a delay is of the server's clock, and several changes in it are one", async () => {
  const clock = new AdjustableClock();
  await using server = await createServer({ clock });
  const { player, notes } = noting();
  await server.play(player, { delay: 60_000 });
  await server.create(configMap("a"));
  await server.patch("configmaps", "a", { data: { x: "1" } });
  assertEquals(notes, []);
  clock.advance(60_000);
  await server.settled();
  assertEquals(notes, ["a"]);
});

Deno.test("players end with the server, without timers", async () => {
  const clock = new CountingClock();
  const server = await createServer({ clock, play: ["all"] });
  const { player, notes } = noting();
  await server.play(player, { delay: 60_000 });
  await server.create(configMap("a"));
  const settled = server.settled();
  await server.close();
  await settled;
  await server.create(configMap("b"));
  assertEquals([notes, clock.pending], [[], 0]);
});

Deno.test("a Conflict is tried again, and an error of a player is reported with its name", async () => {
  const errors: unknown[] = [];
  await using server = await createServer({ onInternalError: (error) => errors.push(error) });
  let attempts = 0;
  await server.play({
    name: "impatient",
    for: "configmaps",
    async reconcile({ metadata }, server) {
      attempts++;
      const { name } = metadata;
      if (name === "broken") throw new Error("no");
      if (name !== "a" || attempts > 2) return;
      const old = { ...configMap(name), metadata: { name, resourceVersion: "1" } };
      await server.apply(old);
    },
  });
  await server.create(configMap("a"));
  await server.settled();
  assertEquals([attempts, errors], [3, []]);
  await server.create(configMap("broken"));
  await server.settled();
  assertEquals(errors.map(String), ["Error: The player impatient failed: no"]);
});

Deno.test("an unknown player or type is named", async () => {
  await using server = await createServer();
  await assertRejects(
    // @ts-expect-error: the name is none of the known ones
    () => server.play("pods-fly"),
    ConfigurationError,
    'Cannot find the player "pods-fly". Use one of all, claims-are-bound',
  );
  const { player } = noting();
  await assertRejects(() => server.play({ ...player, for: "widgets" }), RangeError, "widgets");
});

Deno.test("injected faults and the journal concern clients, not players", async () => {
  const requests = journal();
  const faults = injectedFaults({ rules: [{ when: {}, effect: { kind: "refuse", code: 500 } }] });
  await using server = await createServer({ plugins: [faults, requests], play: ["all"] });
  await server.settled();
  assertEquals((await server.list("serviceaccounts")).length, 4);
  assertEquals(requests.entries(), []);
});
