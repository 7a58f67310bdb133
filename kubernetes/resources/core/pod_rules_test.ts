import { assertEquals } from "@std/assert";
import { withServer } from "@plumbline/reference/testing";
import type { TestServer } from "@plumbline/server/testing";

const CORE = "/api/v1/namespaces/default";
const MERGE = { "content-type": "application/merge-patch+json" };
const TABLE = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
const container = { name: "main", image: "web:1" };

const dialect = { dialect: "kubernetes" } as const;

const create = (server: TestServer, path: string, body: unknown) =>
  server.must("POST", path, { body: { metadata: { name: "a" }, ...body as object } });

/** Returns the causes of a patch as `reason field`, or the status of a success. */
async function patch(server: TestServer, path: string, body: unknown): Promise<unknown> {
  const answer = await server.ask("PATCH", path, { headers: MERGE, body });
  if (answer.status < 300) return answer.status;
  return answer.body.details.causes.map(({ reason, field }: { reason: string; field: string }) =>
    `${reason.replace("FieldValue", "")} ${field}`
  );
}

Deno.test("the addresses of a pod are of two families, and the first is its one address", async () => {
  await withServer(async (server) => {
    await create(server, `${CORE}/pods`, { spec: { containers: [container] } });
    const write = (...ips: string[]) =>
      patch(server, `${CORE}/pods/a/status`, { status: { podIPs: ips.map((ip) => ({ ip })) } });
    const field = "status.podIPs";
    assertEquals(await write("10.1.1.1", "x"), [
      `Invalid ${field}[1]`,
      `InternalError ${field}`,
      `Invalid ${field}`,
    ]);
    assertEquals(await write("10.1.1.1", "10.1.1.2"), [`Invalid ${field}`]);
    assertEquals(await write("10.1.1.1", "fd00::1"), 200);
    const { status } = await server.must("GET", `${CORE}/pods/a`);
    assertEquals([status.podIP, status.podIPs.length], ["10.1.1.1", 2]);
  }, dialect);
});

Deno.test("an update of a pod shortens its deadline and sets a negative grace period to 1", async () => {
  await withServer(async (server) => {
    await create(server, `${CORE}/pods`, {
      spec: {
        containers: [container],
        activeDeadlineSeconds: 5,
        terminationGracePeriodSeconds: -5,
      },
    });
    const write = (spec: unknown) => patch(server, `${CORE}/pods/a`, { spec });
    const deadline = "Invalid spec.activeDeadlineSeconds";
    assertEquals(await write({ activeDeadlineSeconds: 6, hostname: "x" }), [deadline]);
    assertEquals(await write({ activeDeadlineSeconds: null }), [deadline]);
    assertEquals(await write({ activeDeadlineSeconds: 4 }), 200);
    assertEquals(await write({ terminationGracePeriodSeconds: 2 }), ["Forbidden spec"]);
    assertEquals(await write({ terminationGracePeriodSeconds: 1 }), 200);
  }, dialect);
});

Deno.test("a container that has ended does not run again unless the policy restarts it", async () => {
  await withServer(async (server) => {
    await create(server, `${CORE}/pods`, {
      spec: { containers: [container], restartPolicy: "OnFailure" },
    });
    const write = (state: unknown) =>
      patch(server, `${CORE}/pods/a/status`, {
        status: {
          containerStatuses: [
            { name: "main", ready: false, restartCount: 0, image: "", imageID: "", state },
          ],
        },
      });
    assertEquals(await write({ terminated: { exitCode: 1 } }), 200);
    assertEquals(await write({ running: {} }), 200);
    assertEquals(await write({ terminated: { exitCode: 0 } }), 200);
    assertEquals(await write({ running: {} }), ["Forbidden status.containerStatuses[0].state"]);
  }, dialect);
});

Deno.test("the row of a pod that has ended says so in a condition", async () => {
  await withServer(async (server) => {
    await create(server, `${CORE}/pods`, { spec: { containers: [container] } });
    const conditions = async () => {
      const { rows } = await server.must("GET", `${CORE}/pods`, { headers: TABLE });
      return rows[0].conditions?.map(({ type, reason }: Record<string, string>) => [type, reason]);
    };
    assertEquals(await conditions(), undefined);
    await patch(server, `${CORE}/pods/a/status`, { status: { phase: "Failed" } });
    assertEquals(await conditions(), [["Completed", "Failed"]]);
  }, dialect);
});

Deno.test("an update of a Node validates amounts and addresses of its status", async () => {
  await withServer(async (server) => {
    const address = { type: "InternalIP", address: "a" };
    await create(server, "/api/v1/nodes", { status: { addresses: [address, address] } });
    assertEquals(await patch(server, "/api/v1/nodes/a", { metadata: { labels: { a: "b" } } }), [
      "Duplicate status.addresses[1]",
    ]);
    const status = {
      addresses: [address],
      capacity: { "not valid!": "-1", "example.com/a": "0.5" },
    };
    assertEquals(await patch(server, "/api/v1/nodes/a/status", { status }), [
      "Invalid status.capacity.not valid!",
      "Invalid status.capacity.example.com/a",
      "Invalid status.allocatable.not valid!",
      "Invalid status.allocatable.example.com/a",
    ]);
  }, dialect);
});

Deno.test("an update of a Job keeps the annotation that its pods are counted by", async () => {
  await withServer(async (server) => {
    const path = "/apis/batch/v1/namespaces/default/jobs";
    await create(server, path, {
      spec: { template: { spec: { restartPolicy: "Never", containers: [container] } } },
    });
    assertEquals(await patch(server, `${path}/a`, { metadata: { annotations: null } }), 200);
    const { metadata } = await server.must("GET", `${path}/a`);
    assertEquals(metadata.annotations, { "batch.kubernetes.io/job-tracking": "" });
    const uncountedTerminatedPods = { succeeded: ["a", "a", ""], failed: ["a"] };
    const field = "status.uncountedTerminatedPods";
    assertEquals(await patch(server, `${path}/a/status`, { status: { uncountedTerminatedPods } }), [
      `Duplicate ${field}.succeeded[1]`,
      `Invalid ${field}.succeeded[2]`,
      `Duplicate ${field}.failed[0]`,
    ]);
  }, dialect);
});

Deno.test("an update of an event is not validated as a new one", async () => {
  await withServer(async (server) => {
    const time = "2026-01-01T00:00:00.000000Z";
    const path = "/namespaces/default/events";
    await create(server, `/api/v1${path}`, {
      involvedObject: { namespace: "default" },
      type: "Other",
      count: 2,
      eventTime: time,
      action: "a",
      reason: "r",
      reportingComponent: "c",
      reportingInstance: "i",
    });
    const write = (body: unknown) => patch(server, `/apis/events.k8s.io/v1${path}/a`, body);
    assertEquals(await write({ metadata: { labels: { a: "b" } } }), 200);
    assertEquals(await write({ note: "x", series: { count: 1 } }), [
      "Invalid message",
      "Invalid series.count",
      "Required series.lastObservedTime",
    ]);
  }, dialect);
});

Deno.test("what is invalid is rejected before a class is looked for, also without a name", async () => {
  await withServer(async (server) => {
    const template = { spec: { restartPolicy: "Never", containers: [container] } };
    const spec = { schedule: "* * * * *", jobTemplate: { spec: { template } } };
    const jobs = "/apis/batch/v1/namespaces/default/cronjobs";
    const unnamed = await server.ask("POST", jobs, { body: { metadata: { name: null }, spec } });
    assertEquals([unnamed.status, unnamed.body.details.causes.length], [422, 1]);
    const pod = (overhead: unknown) =>
      server.ask("POST", `${CORE}/pods`, {
        body: { metadata: { name: "a" }, spec: { containers: [container], overhead } },
      });
    assertEquals((await pod({ pods: 1 })).status, 422);
    assertEquals((await pod({ cpu: 1 })).status, 403);
  }, dialect);
});

Deno.test("a write of ephemeral containers drops disabled fields, and nobody becomes their owner", async () => {
  await withServer(async (server) => {
    const { metadata } = await create(server, `${CORE}/pods`, {
      spec: { containers: [container] },
    });
    const debugging = { name: "e", image: "a", resources: { claims: [{ name: "a" }] } };
    const { status, body } = await server.ask("PATCH", `${CORE}/pods/a/ephemeralcontainers`, {
      headers: MERGE,
      body: { spec: { ephemeralContainers: [debugging] } },
    });
    assertEquals([status, body.spec.ephemeralContainers[0].resources], [200, {}]);
    assertEquals(body.metadata.managedFields, metadata.managedFields);
  }, dialect);
});
