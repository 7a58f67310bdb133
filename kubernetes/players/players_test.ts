/**
 * Tests of the players that come with the server, through its public entry point.
 *
 * @module
 */
import { assertEquals, assertMatch } from "@std/assert";
import {
  createServer,
  type KubernetesObject,
  type Server,
  type ServerOptions,
} from "@plumbline/reference";

interface Workload extends KubernetesObject {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status: Readonly<Record<string, unknown>> & {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

const pod = (rest: object = {}) => ({
  metadata: { labels: { app: "web" } },
  spec: {
    containers: [{ name: "web", image: "web:1", ports: [{ name: "http", containerPort: 8080 }] }],
    ...rest,
  },
});

const workload = (kind: string, spec: object) => ({
  apiVersion: "apps/v1",
  kind,
  metadata: { name: "web" },
  spec: { selector: { matchLabels: { app: "web" } }, template: pod(), ...spec },
});

async function playing(
  test: (server: Server) => Promise<void>,
  options: ServerOptions = { play: ["all"] },
): Promise<void> {
  const errors: unknown[] = [];
  const server = await createServer({ onInternalError: (error) => errors.push(error), ...options });
  await server.settled();
  try {
    await test(server);
    await server.settled();
  } finally {
    await server.close();
  }
  assertEquals(errors, []);
}

const namesOf = (objects: readonly KubernetesObject[]) =>
  objects.map(({ metadata }) => metadata.name);
const podsOf = (server: Server, labelSelector = "app=web") =>
  server.list<Workload>("pods", { labelSelector });

Deno.test("a Deployment becomes available, follows its scale, and goes with its Pods", async () => {
  await playing(async (server) => {
    await server.apply(workload("Deployment", { replicas: 3 }));
    await server.settled();
    const find = async () => (await server.get<Workload>("Deployment", "web"))!;
    const deployment = await find();
    const { conditions, ...counts } = deployment.status;
    assertEquals(counts, {
      ...{ observedGeneration: deployment.metadata.generation, replicas: 3, updatedReplicas: 3 },
      ...{ readyReplicas: 3, availableReplicas: 3 },
    });
    assertEquals(conditions?.map(({ type, status }) => `${type} ${status}`), [
      "Available True",
      "Progressing True",
    ]);
    const [first] = await podsOf(server);
    assertEquals(first?.status.phase, "Running");
    assertMatch(String(first?.status.podIP), /^10\.244\./);
    assertEquals(first?.spec.nodeName, "node-1");
    await server.patch("deployments", "web", { spec: { replicas: 1 } });
    await server.settled();
    assertEquals([(await podsOf(server)).length, (await find()).status.replicas], [1, 1]);
    await server.patch("deployments", "web", { spec: { replicas: 0 } });
    await server.settled();
    assertEquals([(await podsOf(server)).length, (await find()).status.replicas], [0, undefined]);
    await server.patch("deployments", "web", { spec: { replicas: 2 } });
    await server.settled();
    await server.delete("deployments", "web");
    await server.settled();
    assertEquals([await podsOf(server), await server.list("replicasets")], [[], []]);
  });
});

Deno.test("a new template replaces the ReplicaSet, and the old template brings it back", async () => {
  for (const type of ["RollingUpdate", "Recreate"]) {
    await playing(async (server) => {
      await server.apply(workload("Deployment", { replicas: 2, strategy: { type } }));
      await server.settled();
      const setImage = async (image: string) => {
        const spec = { template: { spec: { containers: [{ name: "web", image }] } } };
        await server.patch("deployments", "web", { spec });
        await server.settled();
        const pods = await podsOf(server);
        const images = pods.map(({ spec: { containers } }) =>
          (containers as readonly { image: string }[])[0]!.image
        );
        assertEquals(images, [image, image]);
      };
      await setImage("web:2");
      await setImage("web:3");
      const sets = await server.list<Workload>("replicasets");
      assertEquals(sets.map(({ spec }) => spec.replicas).sort(), [0, 0, 2]);
      const { metadata, status } = (await server.get<Workload>("Deployment", "web"))!;
      assertEquals(metadata.annotations?.["deployment.kubernetes.io/revision"], "3");
      assertEquals([status.updatedReplicas, status.replicas], [2, 2]);
      // kubectl's `rollout undo` sends the old template with fields that are null.
      const template = { ...pod(), metadata: { creationTimestamp: null, ...pod().metadata } };
      const patch = [{ op: "replace", path: "/spec/template", value: template }];
      const url = "http://localhost/apis/apps/v1/namespaces/default/deployments/web";
      const undone = await server.fetch(
        new Request(url, {
          method: "PATCH",
          headers: {
            authorization: `Bearer ${server.token()}`,
            "content-type": "application/json-patch+json",
          },
          body: JSON.stringify(patch),
        }),
      );
      assertEquals(undone.status, 200, await undone.text());
      await server.settled();
      const newest = await server.get<Workload>("Deployment", "web");
      assertEquals(newest?.metadata.annotations?.["deployment.kubernetes.io/revision"], "4");
      assertEquals((await server.list("replicasets")).length, 3);
    });
  }
});

Deno.test("a deleted Pod is replaced if it has an owner", async () => {
  await playing(async (server) => {
    await server.apply(workload("ReplicaSet", { replicas: 2 }));
    await server.create({ apiVersion: "v1", kind: "Pod", ...pod(), metadata: { name: "alone" } });
    await server.settled();
    const [first, second] = namesOf(await podsOf(server));
    await server.delete("pods", first!);
    await server.delete("pods", "alone");
    await server.settled();
    const names = namesOf(await podsOf(server));
    assertEquals([names.length, names.includes(first!), names.includes(second!)], [2, false, true]);
    assertEquals(await server.get("pods", "alone"), undefined);
  });
});

Deno.test("a deleted Pod is not ready any more, before it is removed", async () => {
  await playing(async (server) => {
    const metadata = { name: "alone", finalizers: ["example.com/hold"] };
    await server.create({ apiVersion: "v1", kind: "Pod", ...pod(), metadata });
    await server.settled();
    await server.delete("pods", "alone");
    await server.settled();
    const held = await server.get<Workload>("pods", "alone");
    const states = Object.fromEntries(
      (held?.status.conditions ?? []).map(({ type, status }) => [type, status]),
    );
    assertEquals([states.Ready, states.ContainersReady, states.PodScheduled], [
      "False",
      "False",
      "True",
    ]);
  });
});

Deno.test("a StatefulSet has numbered Pods with claims, and follows its template", async () => {
  for (const podManagementPolicy of ["OrderedReady", "Parallel"]) {
    await playing(async (server) => {
      const volumeClaimTemplates = [{
        metadata: { name: "data" },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
      }];
      const spec = { replicas: 2, serviceName: "web", podManagementPolicy, volumeClaimTemplates };
      await server.apply(workload("StatefulSet", spec));
      await server.settled();
      assertEquals(namesOf(await podsOf(server)), ["web-0", "web-1"]);
      const claims = await server.list<Workload>("pvc");
      assertEquals(namesOf(claims), ["data-web-0", "data-web-1"]);
      assertEquals(claims.map(({ status }) => status.phase), ["Bound", "Bound"]);
      const find = async () => (await server.get<Workload>("StatefulSet", "web"))!.status;
      const before = await find();
      assertEquals([before.readyReplicas, before.updatedReplicas], [2, 2]);
      const template = { spec: { containers: [{ name: "web", image: "web:2" }] } };
      await server.patch("statefulsets", "web", { spec: { template, replicas: 1 } });
      await server.settled();
      const after = await find();
      assertEquals([after.replicas, after.updatedReplicas], [1, 1]);
      assertEquals(after.currentRevision, after.updateRevision);
      assertEquals(after.currentRevision === before.currentRevision, false);
    });
  }
});

Deno.test("a DaemonSet has a Pod on each node that it selects", async () => {
  await playing(async (server) => {
    await server.apply(workload("DaemonSet", {}));
    const metadata = { name: "node-2", labels: { disk: "ssd" } };
    await server.create({ apiVersion: "v1", kind: "Node", metadata });
    await server.settled();
    const find = async () => (await server.get<Workload>("DaemonSet", "web"))!.status;
    const { desiredNumberScheduled, numberReady, updatedNumberScheduled } = await find();
    assertEquals([desiredNumberScheduled, numberReady, updatedNumberScheduled], [2, 2, 2]);
    const template = { spec: { nodeSelector: { disk: "ssd" } } };
    await server.patch("daemonsets", "web", { spec: { template } });
    await server.settled();
    assertEquals((await podsOf(server)).map(({ spec }) => spec.nodeName), ["node-2"]);
    assertEquals((await find()).numberReady, 1);
  });
});

Deno.test("a Job completes, unless it is suspended or its Pods have failed", async () => {
  await playing(async (server) => {
    const job = (name: string, spec: object = {}) => ({
      ...{ apiVersion: "batch/v1", kind: "Job", metadata: { name } },
      spec: { template: pod({ restartPolicy: "Never" }), ...spec },
    });
    await server.create(job("one"));
    await server.create(job("three", { completions: 3, parallelism: 2 }));
    await server.create(job("waits", { suspend: true }));
    await server.settled();
    const find = async (name: string) => (await server.get<Workload>("jobs", name))!.status;
    const complete = async (name: string) => {
      const { succeeded, active, conditions = [] } = await find(name);
      return [succeeded, active, ...conditions.map(({ type, status }) => `${type} ${status}`)];
    };
    assertEquals(await complete("one"), [1, undefined, "Complete True"]);
    assertEquals(await complete("three"), [3, undefined, "Complete True"]);
    assertEquals(await complete("waits"), [undefined, undefined]);
    await server.patch("jobs", "waits", { spec: { suspend: false } });
    await server.settled();
    assertEquals(await complete("waits"), [1, undefined, "Complete True"]);
  });
});

Deno.test("Endpoints and EndpointSlices follow a Service and its ready Pods", async () => {
  await playing(async (server) => {
    await server.apply(workload("Deployment", { replicas: 2 }));
    await server.apply({
      ...{ apiVersion: "v1", kind: "Service", metadata: { name: "web" } },
      spec: {
        type: "LoadBalancer",
        selector: { app: "web" },
        ports: [{ port: 80, targetPort: "http" }],
      },
    });
    await server.settled();
    interface Found extends KubernetesObject {
      readonly subsets?: readonly { readonly addresses: readonly { readonly ip: string }[] }[];
      readonly endpoints?: readonly unknown[];
      readonly ports: readonly { readonly port: number }[];
    }
    const addresses = async () =>
      (await server.get<Found>("endpoints", "web"))?.subsets?.[0]?.addresses.map(({ ip }) => ip);
    const slices = () =>
      server.list<Found>("endpointslices", { labelSelector: "kubernetes.io/service-name=web" });
    const pods = await podsOf(server);
    assertEquals(await addresses(), pods.map(({ status }) => status.podIP) as string[]);
    const [slice] = await slices();
    assertEquals([slice?.endpoints?.length, slice?.ports[0]?.port], [2, 8080]);
    const service = await server.get<Workload>("services", "web");
    assertEquals(JSON.stringify(service?.status).includes("198.51.100."), true);
    await server.patch("deployments", "web", { spec: { replicas: 1 } });
    await server.settled();
    assertEquals((await addresses())?.length, 1);
    await server.delete("services", "web");
    await server.settled();
    assertEquals([await addresses(), await slices()], [undefined, []]);
  });
});

Deno.test("a new namespace gets its ServiceAccount and the authority, and can be deleted", async () => {
  await playing(async (server) => {
    await server.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: "team" } });
    await server.apply({
      ...workload("Deployment", { replicas: 1 }),
      metadata: { name: "web", namespace: "team" },
    });
    await server.settled();
    assertEquals((await server.get("sa", "default", "team"))?.metadata.name, "default");
    const authority = await server.get("cm", "kube-root-ca.crt", "team");
    assertMatch(JSON.stringify(authority?.data), /BEGIN CERTIFICATE/);
    await server.delete("sa", "default", "team");
    await server.settled();
    assertEquals((await server.get("sa", "default", "team"))?.metadata.name, "default");
    await server.delete("namespaces", "team");
    await server.settled();
    assertEquals(await server.get("namespaces", "team"), undefined);
  });
});

Deno.test("a deleted claim goes with its volume", async () => {
  await playing(async (server) => {
    await server.create({
      ...{ apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name: "data" } },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "2Gi" } } },
    });
    await server.settled();
    const claim = await server.get<Workload>("pvc", "data");
    assertEquals(claim?.status.phase, "Bound");
    const volume = await server.get<Workload>("pv", String(claim?.spec.volumeName));
    assertEquals(volume?.status.phase, "Bound");
    await server.delete("pvc", "data");
    await server.settled();
    assertEquals([await server.list("pvc"), await server.list("pv")], [[], []]);
  });
});

interface RecordedEvent extends KubernetesObject {
  readonly involvedObject: Readonly<Record<string, string>>;
  readonly source: Readonly<Record<string, string>>;
  readonly reason: string;
  readonly message: string;
  readonly count: number;
}

Deno.test("players record Events about what they do, and count those that repeat", async () => {
  await playing(async (server) => {
    await server.apply(workload("Deployment", { replicas: 1 }));
    await server.settled();
    for (const replicas of [2, 1, 2, 1]) {
      await server.patch("deployments", "web", { spec: { replicas } });
      await server.settled();
    }
    const events = await server.list<RecordedEvent>("events");
    const about = (kind: string) =>
      events.filter(({ involvedObject }) => involvedObject.kind === kind);
    const [set] = await server.list("replicasets");
    const deployment = await server.get("Deployment", "web");
    const scaling = about("Deployment").map(({ reason, message, count }) =>
      `${count} ${reason}: ${message}`
    );
    assertEquals(scaling.sort(), [
      `1 ScalingReplicaSet: Scaled up replica set ${set?.metadata.name} to 1`,
      `2 ScalingReplicaSet: Scaled down replica set ${set?.metadata.name} to 1 from 2`,
      `2 ScalingReplicaSet: Scaled up replica set ${set?.metadata.name} to 2 from 1`,
    ]);
    const [first] = about("Deployment");
    const { resourceVersion: _, ...reference } = first!.involvedObject;
    assertEquals([reference, first?.source], [{
      ...{ apiVersion: "apps/v1", kind: "Deployment", name: "web", namespace: "default" },
      uid: deployment!.metadata.uid,
    }, { component: "deployment-controller" }]);
    const reasons = (kind: string) =>
      Object.fromEntries(
        [...Map.groupBy(about(kind), ({ reason }) => reason)].map((
          [reason, { length }],
        ) => [reason, length]),
      );
    assertEquals(reasons("ReplicaSet"), { SuccessfulCreate: 3, SuccessfulDelete: 2 });
    assertEquals(reasons("Pod"), { Scheduled: 3, Pulled: 3, Created: 3, Started: 3, Killing: 2 });
    const started = about("Pod").find(({ reason }) => reason === "Started");
    assertEquals([started?.involvedObject.fieldPath, started?.source], [
      "spec.containers{web}",
      { component: "kubelet", host: "node-1" },
    ]);
  });
});

Deno.test("players of other workloads, Services and claims record Events", async () => {
  await playing(async (server) => {
    const volumeClaimTemplates = [{
      metadata: { name: "data" },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    }];
    await server.apply(
      workload("StatefulSet", { replicas: 1, serviceName: "web", volumeClaimTemplates }),
    );
    await server.apply(workload("DaemonSet", {}));
    await server.create({
      ...{ apiVersion: "batch/v1", kind: "Job", metadata: { name: "once" } },
      spec: { template: pod({ restartPolicy: "Never" }) },
    });
    await server.create({
      ...{ apiVersion: "v1", kind: "Service", metadata: { name: "web" } },
      spec: { type: "LoadBalancer", ports: [{ port: 80 }] },
    });
    await server.settled();
    const events = await server.list<RecordedEvent>("events");
    const messagesAbout = (kind: string) =>
      events.filter(({ involvedObject }) => involvedObject.kind === kind)
        .map(({ reason, message }) => `${reason}: ${message.replace(/-[a-z0-9]{5}$/, "-…")}`)
        .sort();
    assertEquals(messagesAbout("StatefulSet"), [
      "SuccessfulCreate: create Claim data-web-0 Pod web-0 in StatefulSet web success",
      "SuccessfulCreate: create Pod web-0 in StatefulSet web successful",
    ]);
    assertEquals(messagesAbout("DaemonSet"), ["SuccessfulCreate: Created pod: web-…"]);
    assertEquals(messagesAbout("Job"), [
      "Completed: Job completed",
      "SuccessfulCreate: Created pod: once-…",
    ]);
    assertEquals(messagesAbout("Service"), [
      "EnsuredLoadBalancer: Ensured load balancer",
      "EnsuringLoadBalancer: Ensuring load balancer",
    ]);
    assertMatch(
      messagesAbout("PersistentVolumeClaim").join(),
      /^ProvisioningSucceeded: Successfully provisioned volume pvc-/,
    );
  });
});

Deno.test("an Event that the server rejects is lost, and the player goes on", async () => {
  await playing(async (server) => {
    const rejects = { name: "no-events", namespace: "gone" };
    await server.play({
      name: "records-elsewhere",
      for: "configmaps",
      async reconcile(object, playerServer) {
        const elsewhere = { ...object, metadata: { ...object.metadata, ...rejects } };
        await playerServer.record(elsewhere, { reason: "Seen", message: "seen", from: "test" });
        const place = { namespace: "default" };
        await playerServer.patch(
          "configmaps",
          object.metadata.name,
          { data: { seen: "yes" } },
          place,
        );
      },
    }, {});
    await server.create({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "it" } });
    await server.settled();
    assertEquals((await server.get("configmaps", "it"))?.data, { seen: "yes" });
  }, {});
});
