import { assertEquals } from "@std/assert";
import type { JsonObject } from "@plumbline/server/api";
import { createServer } from "@plumbline/reference";

const core = "/api/v1/namespaces/default";
const apps = "/apis/apps/v1/namespaces/default";
const networking = "/apis/networking.k8s.io/v1";
const labels = { app: "web" };
const container = { name: "main", image: "web:1" };
const pod = (spec: JsonObject): JsonObject => ({ spec: { containers: [container], ...spec } });
const ofContainer = (fields: JsonObject): JsonObject => ({
  spec: { containers: [{ ...container, ...fields }] },
});
const workload = (spec: JsonObject): JsonObject => ({
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [container] } },
    ...spec,
  },
});
const job = (spec: JsonObject): JsonObject => ({
  spec: { template: { spec: { restartPolicy: "Never", containers: [container] } }, ...spec },
});
const ports = [{ port: 80 }];

/** Rejected objects of a collection, with the causes that a kube-apiserver 1.26.15 has. */
const REJECTED: readonly (readonly [path: string, object: JsonObject, causes: string])[] = [
  [`${core}/pods`, pod({ hostname: "Not Valid" }), "Invalid spec.hostname"],
  [`${core}/pods`, pod({ hostAliases: [{ ip: "x" }] }), "Invalid spec.hostAliases.ip"],
  [`${core}/pods`, pod({ os: { name: "other" } }), "NotSupported spec.os"],
  [
    `${core}/pods`,
    pod({ volumes: [{ name: "v", secret: {} }] }),
    "Required spec.volumes[0].secret.secretName",
  ],
  [
    `${core}/pods`,
    pod({
      volumes: [{
        name: "v",
        ephemeral: {
          volumeClaimTemplate: {
            metadata: { uid: "a" },
            spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
          },
        },
      }],
    }),
    "Forbidden spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.uID",
  ],
  [
    `${core}/pods`,
    pod({ tolerations: [{ key: "a", operator: "Is" }] }),
    "NotSupported spec.tolerations[0].operator",
  ],
  [
    `${core}/pods`,
    ofContainer({ volumeMounts: [{ name: "v", mountPath: "/v" }] }),
    "NotFound spec.containers[0].volumeMounts[0].name",
  ],
  [`${core}/pods`, ofContainer({ startupProbe: {} }), "Required spec.containers[0].startupProbe"],
  [
    `${core}/pods`,
    ofContainer({ resources: { requests: { cpu: "2" }, limits: { cpu: "1" } } }),
    "Invalid spec.containers[0].resources.requests",
  ],
  [
    `${core}/services`,
    { spec: { ports, ipFamilyPolicy: "Other" } },
    "NotSupported spec.ipFamilyPolicy",
  ],
  [`${core}/services`, { spec: { ports, ipFamilies: ["IPv6"] } }, "Invalid spec.ipFamilies[0]"],
  [
    `${core}/services`,
    { spec: { ports: [{ port: 0 }] } },
    "Invalid spec.ports[0].port; Invalid spec.ports[0].targetPort",
  ],
  [
    `${core}/services`,
    { spec: { ports, loadBalancerClass: "a" } },
    "Forbidden spec.loadBalancerClass",
  ],
  [
    `${core}/persistentvolumeclaims`,
    { spec: { accessModes: ["Other"], resources: { requests: { storage: "1Gi" } } } },
    "NotSupported spec.accessModes",
  ],
  [`${core}/services`, { spec: { ports, type: "Other" } }, "NotSupported spec.type"],
  [
    `${core}/services`,
    { spec: { ports, ipFamilies: ["a", "a"] } },
    "NotSupported spec.ipFamilies[0]; NotSupported spec.ipFamilies[1]; Duplicate spec.ipFamilies[1]",
  ],
  [
    `${core}/pods`,
    pod({ ephemeralContainers: [{ name: "e", image: "web:1" }] }),
    "Forbidden spec.ephemeralContainers",
  ],
  [
    `${core}/pods`,
    pod({
      ephemeralContainers: [
        {
          name: "e",
          image: "a",
          livenessProbe: { exec: { command: ["a"] } },
          ports: [{ containerPort: 80 }],
          resources: { limits: { cpu: "1" } },
        },
        { name: "e", image: "a", targetContainerName: "none" },
      ],
    }),
    "Forbidden spec.ephemeralContainers[0].ports; " +
    "Forbidden spec.ephemeralContainers[0].resources; " +
    "Forbidden spec.ephemeralContainers[0].livenessProbe; " +
    "Duplicate spec.ephemeralContainers[1].name; " +
    "NotFound spec.ephemeralContainers[1].targetContainerName; " +
    "Forbidden spec.ephemeralContainers",
  ],
  [
    "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
    {
      webhooks: [{
        name: "a.example.com",
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        clientConfig: { url: "https://a.example" },
        rules: [{ apiGroups: [""], apiVersions: [""], operations: ["CREATE"], resources: [""] }],
      }],
    },
    "Required webhooks[0].rules[0].apiVersions[0]; Required webhooks[0].rules[0].resources[0]",
  ],
  [`${core}/endpoints`, { subsets: [{}] }, "Required subsets[0]"],
  [`${core}/limitranges`, { spec: { limits: [{ type: "Other" }] } }, "Invalid spec.limits[0].type"],
  [`${core}/resourcequotas`, { spec: { scopes: ["a"] } }, "Invalid spec.scopes"],
  [
    `${apps}/daemonsets`,
    workload({ updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "x" } } }),
    "Invalid spec.updateStrategy.rollingUpdate.maxSurge",
  ],
  [
    `${apps}/statefulsets`,
    workload({ updateStrategy: { type: "OnDelete", rollingUpdate: { partition: 1 } } }),
    "Invalid spec.updateStrategy.rollingUpdate",
  ],
  [
    "/apis/batch/v1/namespaces/default/jobs",
    job({ completionMode: "Indexed", parallelism: 2 }),
    "Required spec.completions",
  ],
  [
    "/apis/batch/v1/namespaces/default/jobs",
    { spec: { template: { spec: { containers: [container] } } } },
    "Required spec.template.spec.restartPolicy",
  ],
  [
    "/apis/batch/v1/namespaces/default/cronjobs",
    { spec: { schedule: "* * * * *", timeZone: "Nowhere", jobTemplate: job({}) } },
    "Invalid spec.timeZone",
  ],
  [
    `${networking}/namespaces/default/ingresses`,
    { spec: { defaultBackend: { service: { name: "web" } } } },
    "Required spec.defaultBackend",
  ],
  [
    `${networking}/namespaces/default/networkpolicies`,
    { spec: { podSelector: {}, egress: [{ to: [{}] }] } },
    "Required spec.egress[0].to[0]",
  ],
  [
    `${networking}/ingressclasses`,
    { spec: { controller: "Not Valid" } },
    "Invalid spec.controller",
  ],
  [
    "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
    {
      spec: {
        maxReplicas: 2,
        scaleTargetRef: { kind: "A", name: "a" },
        metrics: [{ type: "Pods" }],
      },
    },
    "Required spec.metrics[0].pods",
  ],
  [
    "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
    { spec: { minAvailable: "much" } },
    "Invalid spec.minAvailable",
  ],
  [
    "/apis/storage.k8s.io/v1/csidrivers",
    { spec: { fsGroupPolicy: "Other" } },
    "NotSupported spec.fsGroupPolicy",
  ],
  [
    "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
    { addressType: "IPv4", endpoints: [{ addresses: ["fd00::1"] }] },
    "Invalid endpoints[0].addresses[0]",
  ],
  ["/apis/scheduling.k8s.io/v1/priorityclasses", { value: 2_000_000_000 }, "Forbidden value"],
  ["/apis/node.k8s.io/v1/runtimeclasses", { handler: "Not Valid" }, "Invalid handler"],
];

Deno.test("an invalid object of any kind is rejected with the fields that real servers name", async () => {
  await using server = await createServer({
    dialect: "kubernetes",
    identities: [{ name: "admin", token: "t", groups: ["system:masters"] }],
  });
  for (const [path, object, expected] of REJECTED) {
    const response = await server.fetch(
      new Request(`http://localhost${path}`, {
        method: "POST",
        headers: { authorization: "Bearer t", "content-type": "application/json" },
        body: JSON.stringify({ metadata: { name: "sample" }, ...object }),
      }),
    );
    const { details } = await response.json();
    const causes = (details?.causes ?? []).map((
      { reason, field }: { reason: string; field: string },
    ) => `${reason.replace("FieldValue", "")} ${field}`);
    assertEquals([response.status, [...new Set(causes)].join("; ")], [422, expected], path);
  }
});

Deno.test("fields of features that are off are dropped, and fields that agree are filled in", async () => {
  await using server = await createServer({
    dialect: "kubernetes",
    identities: [{ name: "admin", token: "t", groups: ["system:masters"] }],
  });
  const created = async (path: string, object: JsonObject) => {
    const response = await server.fetch(
      new Request(`http://localhost${path}`, {
        method: "POST",
        headers: { authorization: "Bearer t", "content-type": "application/json" },
        body: JSON.stringify({ metadata: { name: "sample" }, ...object }),
      }),
    );
    return await response.json();
  };
  const set = await created(`${apps}/statefulsets`, workload({ ordinals: { start: 1 } }));
  assertEquals(set.spec.ordinals, undefined);
  const account = await created(`${core}/serviceaccounts`, {
    secrets: [{ name: "a", kind: "Secret" }],
  });
  assertEquals(account.secrets, [{ name: "a" }]);
  const node = await created("/api/v1/nodes", { spec: { podCIDR: "10.2.0.0/24" } });
  assertEquals(node.spec.podCIDRs, ["10.2.0.0/24"]);
  const secret = { name: "a", namespace: "b" };
  const csi = { driver: "a", volumeHandle: "h", nodeExpandSecretRef: secret };
  const volume = await created("/api/v1/persistentvolumes", {
    spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], csi },
  });
  assertEquals(volume.spec.csi, { driver: "a", volumeHandle: "h" });
  const service = await created(`${core}/services`, { spec: { clusterIP: "None" } });
  assertEquals(service.spec.clusterIPs, ["None"]);
});
