/**
 * What writes of single kinds change and reject, as a kube-apiserver 1.26.15 does.
 *
 * @module
 */
import { assertEquals, assertNotEquals } from "@std/assert";
import { withServer } from "@plumbline/reference/testing";
import { assertRefused, type TestServer } from "@plumbline/server/testing";

const CORE = "/api/v1/namespaces/default";
const MERGE = { "content-type": "application/merge-patch+json" };
const STRATEGIC = { "content-type": "application/strategic-merge-patch+json" };
const APPLY = { "content-type": "application/apply-patch+yaml" };
const TABLE = { accept: "application/json;as=Table;v=v1;g=meta.svc.io" };
const container = { name: "main", image: "web:1" };

const causesOf = ({ body }: Awaited<ReturnType<TestServer["ask"]>>): string[] =>
  body.details.causes.map(({ reason, field }: { reason: string; field: string }) =>
    `${reason.replace("FieldValue", "")} ${field}`
  );

Deno.test("an apply to a status that changes nothing does not compare resourceVersions", async () => {
  await withServer(async (server) => {
    const path = "/apis/storage.svc.io/v1/volumeattachments";
    const body = {
      apiVersion: "storage.svc.io/v1",
      kind: "VolumeAttachment",
      metadata: { name: "a" },
      spec: { attacher: "a.example", nodeName: "n", source: { persistentVolumeName: "v" } },
    };
    const { metadata: { resourceVersion } } = await server.must("POST", path, { body });
    await server.must("PATCH", `${path}/a`, {
      headers: MERGE,
      body: { metadata: { resourceVersion, labels: { a: "b" } } },
    });
    const stale = { ...body, metadata: { name: "a", resourceVersion } };
    const apply = (status?: unknown) =>
      server.ask("PATCH", `${path}/a/status?fieldManager=m`, {
        headers: APPLY,
        body: { ...stale, ...(status !== undefined && { status }) },
      });
    assertEquals((await apply()).status, 200);
    assertRefused(await apply({ attached: true }), "Conflict");
  }, { dialect: "svc" });
});

Deno.test("the claim that a PersistentVolume refers to has an owner for each field", async () => {
  await withServer(async (server) => {
    const { metadata } = await server.must("POST", "/api/v1/persistentvolumes", {
      body: {
        metadata: { name: "a" },
        spec: {
          capacity: { storage: "1Gi" },
          accessModes: ["ReadWriteOnce"],
          hostPath: { path: "/data" },
          claimRef: { namespace: "default", name: "b" },
        },
      },
    });
    assertEquals(metadata.managedFields[0].fieldsV1["f:spec"]["f:claimRef"], {
      ".": {},
      "f:name": {},
      "f:namespace": {},
    });
  });
});

Deno.test("the pods of a Job keep the labels that the server gave them", async () => {
  await withServer(async (server) => {
    const path = "/apis/batch/v1/namespaces/default/jobs";
    const template = { spec: { restartPolicy: "Never", containers: [container] } };
    await server.must("POST", path, { body: { metadata: { name: "a" }, spec: { template } } });
    const answer = await server.ask("PATCH", `${path}/a`, {
      headers: STRATEGIC,
      body: { spec: { template: { metadata: null } } },
    });
    assertRefused(answer, "Invalid");
    assertEquals(causesOf(answer), [
      "Required spec.template.metadata.labels[controller-uid]",
      "Required spec.template.metadata.labels[job-name]",
      "Invalid spec.template.metadata.labels",
      "Invalid spec.template",
    ]);
  });
});

Deno.test("a Job cannot select other pods than its own", async () => {
  await withServer(async (server) => {
    const template = { spec: { restartPolicy: "Never", containers: [container] } };
    const answer = await server.ask("POST", "/apis/batch/v1/namespaces/default/jobs", {
      body: {
        metadata: { name: "a" },
        spec: { template, selector: { matchLabels: { a: "b" } } },
      },
    });
    assertRefused(answer, "Invalid");
    assertEquals(causesOf(answer), [
      "Invalid spec.selector",
      "Invalid spec.template.metadata.labels",
    ]);
  });
});

Deno.test("only the scheduling of a Job's pods can change, before it starts", async () => {
  await withServer(async (server) => {
    const path = "/apis/batch/v1/namespaces/default/jobs";
    const template = { spec: { restartPolicy: "Never", containers: [container] } };
    await server.must("POST", path, {
      body: { metadata: { name: "a" }, spec: { suspend: true, template } },
    });
    const change = (spec: unknown) =>
      server.ask("PATCH", `${path}/a`, { headers: MERGE, body: { spec: { template: { spec } } } });
    assertEquals((await change({ nodeSelector: { disk: "ssd" } })).status, 200);
    assertEquals(causesOf(await change({ restartPolicy: "OnFailure" })), ["Invalid spec.template"]);
  });
});

Deno.test("an overhead needs a RuntimeClass that defines it", async () => {
  await withServer(async (server) => {
    const body = {
      metadata: { name: "a" },
      spec: { containers: [container], overhead: { cpu: "1" } },
    };
    assertRefused(await server.ask("POST", `${CORE}/pods`, { body }), "Forbidden");
  });
});

Deno.test("a status does not change the owners of a Pod", async () => {
  await withServer(async (server) => {
    const { metadata: { uid } } = await server.must("POST", `${CORE}/configmaps`, {
      body: { metadata: { name: "owner" } },
    });
    const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid }];
    await server.must("POST", `${CORE}/pods`, {
      body: { metadata: { name: "a", ownerReferences }, spec: { containers: [container] } },
    });
    const { metadata } = await server.must("PATCH", `${CORE}/pods/a/status`, {
      headers: MERGE,
      body: { metadata: { ownerReferences: null }, status: { phase: "Running" } },
    });
    assertEquals(metadata.ownerReferences, ownerReferences);
  });
});

Deno.test("fields of features that are off are dropped, from Deployments in one dialect", async () => {
  const spec = {
    containers: [container],
    schedulingGates: [{ name: "a" }],
    topologySpreadConstraints: [
      { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "ScheduleAnyway", minDomains: 2 },
    ],
  };
  const labels = { app: "a" };
  for (const dialect of ["kubernetes", "svc"] as const) {
    await withServer(async (server) => {
      const pod = await server.must("POST", `${CORE}/pods`, {
        body: { metadata: { name: "a" }, spec },
      });
      assertEquals(pod.spec.schedulingGates, undefined);
      assertEquals(pod.spec.topologySpreadConstraints[0].minDomains, undefined);
      const deployment = await server.must("POST", "/apis/apps/v1/namespaces/default/deployments", {
        body: {
          metadata: { name: "a" },
          spec: {
            selector: { matchLabels: labels },
            template: {
              metadata: { labels },
              spec: { containers: [container], schedulingGates: [{ name: "a" }] },
            },
          },
        },
      });
      assertEquals("schedulingGates" in deployment.spec.template.spec, dialect === "svc");
    }, { dialect });
  }
});

Deno.test("a dropped field counts as a change of a budget", async () => {
  await withServer(async (server) => {
    const path = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
    await server.must("POST", path, {
      body: { metadata: { name: "a" }, spec: { minAvailable: 1 } },
    });
    const { metadata, spec } = await server.must("PATCH", `${path}/a`, {
      headers: MERGE,
      body: { spec: { unhealthyPodEvictionPolicy: "AlwaysAllow" } },
    });
    assertEquals([metadata.generation, spec], [2, { minAvailable: 1 }]);
  });
});

Deno.test("claims of a StatefulSet are claims, whatever a client calls them", async () => {
  await withServer(async (server) => {
    const labels = { app: "a" };
    const { spec } = await server.must("POST", "/apis/apps/v1/namespaces/default/statefulsets", {
      body: {
        metadata: { name: "a" },
        spec: {
          serviceName: "a",
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [container] } },
          volumeClaimTemplates: [{
            apiVersion: "example.com/v1",
            kind: "ConfigMap",
            metadata: { name: "data" },
            spec: {
              accessModes: ["ReadWriteOnce"],
              resources: { requests: { storage: "1Gi" } },
            },
          }],
        },
      },
    });
    const [{ apiVersion, kind }] = spec.volumeClaimTemplates;
    assertEquals([apiVersion, kind], ["v1", "PersistentVolumeClaim"]);
  });
});

Deno.test("a deletion of an Event waits for no dependents", async () => {
  await withServer(async (server) => {
    await server.must("POST", `${CORE}/events`, {
      body: { metadata: { name: "a" }, involvedObject: { namespace: "default" } },
    });
    await server.must("DELETE", `${CORE}/events/a?propagationPolicy=Orphan`);
    assertRefused(await server.ask("GET", `${CORE}/events/a`), "NotFound");
  }, { garbageCollection: false });
});

Deno.test("the Table of an Ingress shows each address once, and hosts up to the third", async () => {
  await withServer(async (server) => {
    const path = "/apis/networking.svc.io/v1/namespaces/default/ingresses";
    const rules = ["a.example", "", "b.example", "c.example"].map((host) => ({
      ...(host && { host }),
    }));
    await server.must("POST", path, { body: { metadata: { name: "a" }, spec: { rules } } });
    const ingress = ["b", "a", "b"].map((hostname) => ({ hostname }));
    await server.must("PATCH", `${path}/a/status`, {
      headers: MERGE,
      body: { status: { loadBalancer: { ingress } } },
    });
    const { rows: [{ cells }] } = await server.must("GET", `${path}/a`, { headers: TABLE });
    assertEquals(cells.slice(2, 4), ["a.example,b.example,c.example", "a,b"]);
  });
});

Deno.test("the column of an EndpointSlice whose only port has no name and number says so", async () => {
  await withServer(async (server) => {
    const path = "/apis/discovery.svc.io/v1/namespaces/default/endpointslices";
    const portsOf = async (name: string, ports: object[]) => {
      const body = { metadata: { name }, addressType: "IPv4", endpoints: [], ports };
      await server.must("POST", path, { body });
      const { rows: [{ cells }] } = await server.must("GET", `${path}/${name}`, { headers: TABLE });
      return cells[2];
    };
    assertEquals(await portsOf("a", []), "<unset>");
    assertEquals(await portsOf("b", [{}]), "<unset>");
    assertEquals(await portsOf("c", [{ name: "web" }, { name: "tls", port: 443 }]), "web,443");
  });
});

Deno.test("nobody owns what every new autoscaler and EndpointSlice has", async () => {
  await withServer(async (server) => {
    const autoscalers = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
    const slices = "/apis/discovery.svc.io/v1/namespaces/default/endpointslices";
    const spec = { scaleTargetRef: { kind: "Deployment", name: "web" }, maxReplicas: 3 };
    const cases = [
      [autoscalers, "/status", { apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler" }, {
        spec,
      }],
      [slices, "", { apiVersion: "discovery.svc.io/v1", kind: "EndpointSlice" }, {
        addressType: "IPv4",
        endpoints: [{ addresses: ["10.0.0.1"] }],
        ports: null,
      }],
    ] as const;
    for (const [path, subresource, type, rest] of cases) {
      await server.must("POST", path, { body: { ...type, metadata: { name: "a" }, ...rest } });
      // Forgets all owners.
      const reset = { metadata: { managedFields: [{}] } };
      await server.must("PATCH", `${path}/a`, { headers: MERGE, body: reset });
      const { metadata } = await server.must("PATCH", `${path}/a${subresource}?fieldManager=m`, {
        headers: APPLY,
        body: { ...type, metadata: { name: "a", labels: { a: "b" } } },
      });
      const owned = metadata.managedFields.flatMap((
        { manager, fieldsV1 }: { manager: string; fieldsV1: object },
      ) => manager === "m" ? [] : Object.keys(fieldsV1));
      assertEquals(owned, subresource ? [] : ["f:addressType", "f:endpoints"]);
    }
  });
});

Deno.test("an empty required list and a missing one are the same content", async () => {
  await withServer(async (server) => {
    const path = "/apis/storage.svc.io/v1/csinodes";
    const drivers = [{ name: "a.example", nodeID: "n", topologyKeys: ["zone"] }];
    const first = await server.must("POST", path, {
      body: { metadata: { name: "a" }, spec: { drivers } },
    });
    const put = async ({ metadata: { resourceVersion } }: typeof first, spec: unknown) =>
      await server.must("PUT", `${path}/a`, {
        body: { metadata: { name: "a", resourceVersion }, spec },
      });
    const emptied = await put(first, { drivers: [] });
    assertNotEquals(emptied.metadata.resourceVersion, first.metadata.resourceVersion);
    const missing = await put(emptied, {});
    assertEquals(missing.metadata.resourceVersion, emptied.metadata.resourceVersion);
  });
});

Deno.test("an ephemeral container has no ports, not even an empty list", async () => {
  await withServer(async (server) => {
    await server.must("POST", `${CORE}/pods`, {
      body: { metadata: { name: "a" }, spec: { containers: [container] } },
    });
    const answer = await server.ask("PATCH", `${CORE}/pods/a/ephemeralcontainers`, {
      headers: MERGE,
      body: { spec: { ephemeralContainers: [{ ...container, name: "b", ports: [] }] } },
    });
    assertEquals(causesOf(answer), ["Forbidden spec.ephemeralContainers[0].ports"]);
  });
});

Deno.test("the failure policy of a CronJob needs the status of a condition, that of a Job has a default", async () => {
  await withServer(async (server) => {
    const podFailurePolicy = { rules: [{ action: "Ignore", onPodConditions: [{ type: "A" }] }] };
    const template = { spec: { restartPolicy: "Never", containers: [container] } };
    const spec = { template, podFailurePolicy };
    const job = await server.must("POST", "/apis/batch/v1/namespaces/default/jobs", {
      body: { metadata: { name: "a" }, spec },
    });
    assertEquals(job.spec.podFailurePolicy.rules[0].onPodConditions[0].status, "True");
    const answer = await server.ask("POST", "/apis/batch/v1/namespaces/default/cronjobs", {
      body: { metadata: { name: "a" }, spec: { schedule: "* * * * *", jobTemplate: { spec } } },
    });
    assertEquals(causesOf(answer), [
      "Required spec.jobTemplate.spec.podFailurePolicy.rules[0].onPodConditions[0].status",
    ]);
  });
});

Deno.test("a claim without a storage class can get that of its annotation, or any without one", async () => {
  const ANNOTATION = "volume.beta.kubernetes.io/storage-class";
  const [annotation, spec] = [`Invalid metadata.annotations.${ANNOTATION}`, "Forbidden spec"];
  type Claim = readonly [annotation?: string | undefined, storageClassName?: string | undefined];
  const cases: readonly (readonly [old: Claim, claim: Claim, causes: readonly string[]])[] = [
    [[], [undefined, "a"], []],
    [[], ["", "a"], []],
    [[], ["a", "a"], [annotation]],
    [["a"], [undefined, "a"], []],
    [["a"], ["a", "a"], []],
    [["a"], ["b", "a"], [annotation]],
    [["a"], [undefined, "b"], [annotation, spec]],
    [["a"], ["a", "b"], [spec]],
    [["a"], [], [annotation]],
    [["a", "b"], [undefined, "b"], [annotation]],
    [[undefined, "a"], [undefined, "b"], [spec]],
    [["", undefined], [undefined, ""], []],
    [["", undefined], [undefined, "a"], [spec]],
  ];
  const claimOf = (at: number, [annotation, storageClassName]: Claim) => ({
    metadata: {
      name: `c${at}`,
      ...(annotation !== undefined && { annotations: { [ANNOTATION]: annotation } }),
    },
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: "1Gi" } },
      ...(storageClassName !== undefined && { storageClassName }),
    },
  });
  const path = `${CORE}/persistentvolumeclaims`;
  await withServer(async (server) => {
    for (const [at, [old, claim, causes]] of cases.entries()) {
      await server.must("POST", path, { body: claimOf(at, old) });
      const answer = await server.ask("PUT", `${path}/c${at}`, { body: claimOf(at, claim) });
      assertEquals(
        answer.status === 200 ? [] : causesOf(answer),
        causes,
        JSON.stringify([old, claim]),
      );
    }
  });
});

Deno.test("a list that may be missing is shown as null, and nobody owns it", async () => {
  await withServer(async (server) => {
    const cases = [
      ["/apis/storage.svc.io/v1/csinodes", { spec: {} }, { spec: { drivers: null } }],
      [`${CORE}/limitranges`, { spec: {} }, { spec: { limits: null } }],
      [
        "/apis/discovery.svc.io/v1/namespaces/default/endpointslices",
        { addressType: "IPv4" },
        { addressType: "IPv4", endpoints: null, ports: null },
      ],
    ] as const;
    for (const [path, rest, shown] of cases) {
      const body = { metadata: { name: "a" }, ...rest };
      const { metadata, kind: _, apiVersion: __, ...content } = await server.must("POST", path, {
        body,
      });
      assertEquals<unknown>(content, shown);
      const owned = Object.keys(metadata.managedFields?.[0].fieldsV1 ?? {});
      assertEquals(owned, "addressType" in rest ? ["f:addressType"] : []);
    }
  });
});
