import { assertEquals } from "@std/assert";
import { withServer } from "@plumbline/reference/testing";
import type { TestServer } from "@plumbline/server/testing";

const KUBERNETES = { dialect: "kubernetes" } as const;
const PODS = "/api/v1/namespaces/default/pods";

const SPEC = {
  containers: [{
    name: "c",
    image: "i",
    env: [{ name: "A", value: "1" }, { name: "A", value: "2" }],
    resources: { limits: { memory: "1.5" }, requests: { memory: "1" } },
  }],
  nodeSelector: { "beta.kubernetes.io/arch": "x", zone: "a" },
  imagePullSecrets: [{ name: "a" }, { name: "a" }],
  volumes: [
    { name: "a", glusterfs: { endpoints: "e", path: "p" } },
    { name: "b", storageos: { volumeName: "v" } },
    { name: "c", emptyDir: {} },
  ],
};

/** Returns what a real server warns of in `SPEC`. */
const expected = (field: string) => [
  `${field}.nodeSelector[beta.kubernetes.io/arch]: deprecated since v1.14; use "kubernetes.io/arch" instead`,
  `${field}.volumes[0].glusterfs: deprecated in v1.25, this feature will be removed soon after in a subsequent release`,
  `${field}.volumes[1].storageOS: deprecated in v1.22, support removal is planned in v1.26`,
  `${field}.imagePullSecrets[1].name: duplicate name "a"`,
  `${field}.containers[0].env[1].name: duplicate name "A"`,
  `${field}.containers[0].resources.limits[memory]: fractional byte value "1500m" is invalid, must be an integer`,
];

/** Returns the texts of the Warning header of a response. */
async function warningsOf(server: TestServer, method: string, path: string, body: unknown) {
  const { headers } = await server.ask(method, path, { body });
  const texts = (headers.get("warning") ?? "").matchAll(/299 - "((?:[^"\\]|\\.)*)"/g);
  return [...texts].map(([, text]) => JSON.parse(`"${text}"`));
}

Deno.test("a pod with deprecated fields is created with a warning about each", async () => {
  await withServer(async (server) => {
    const body = { metadata: { name: "p" }, spec: SPEC };
    assertEquals(await warningsOf(server, "POST", `${PODS}?dryRun=All`, body), expected("spec"));
    assertEquals(await warningsOf(server, "POST", PODS, body), expected("spec"));
  }, KUBERNETES);
});

Deno.test("warnings about a template name its path, and come again only if the content changes", async () => {
  await withServer(async (server) => {
    const path = "/apis/apps/v1/namespaces/default/deployments";
    const body = (labels: Record<string, string>, replicas: number) => ({
      metadata: { name: "d", labels },
      spec: {
        replicas,
        selector: { matchLabels: { a: "b" } },
        template: { metadata: { labels: { a: "b" } }, spec: SPEC },
      },
    });
    const all = expected("spec.template.spec");
    assertEquals(await warningsOf(server, "POST", path, body({}, 1)), all);
    assertEquals(await warningsOf(server, "PUT", `${path}/d`, body({ note: "1" }, 1)), []);
    assertEquals(await warningsOf(server, "PUT", `${path}/d`, body({ note: "1" }, 2)), all);
  }, KUBERNETES);
});

Deno.test("the specification's dialect has no warnings about deprecated fields", async () => {
  await withServer(async (server) => {
    const body = { metadata: { name: "p" }, spec: SPEC };
    assertEquals(await warningsOf(server, "POST", PODS, body), []);
  });
});

Deno.test("each write of a CronJob with a time zone in its schedule is warned of, but for its status", async () => {
  await withServer(async (server) => {
    const path = "/apis/batch/v1/namespaces/default/cronjobs";
    const pod = { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] };
    const body = {
      metadata: { name: "a" },
      spec: { schedule: "TZ=UTC * * * * *", jobTemplate: { spec: { template: { spec: pod } } } },
    };
    const expected = [
      "CRON_TZ or TZ used in spec.spec.schedule is not officially supported, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details",
    ];
    assertEquals(await warningsOf(server, "POST", path, body), expected);
    assertEquals(await warningsOf(server, "PUT", `${path}/a`, body), expected);
    assertEquals(await warningsOf(server, "PUT", `${path}/a/status`, body), []);
  }, KUBERNETES);
});

Deno.test("deprecated labels in the expressions of a CSIStorageCapacity are warned of", async () => {
  await withServer(async (server) => {
    const path = "/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities?dryRun=All";
    const body = {
      metadata: { name: "a" },
      storageClassName: "a",
      nodeTopology: {
        matchExpressions: [{ key: "beta.kubernetes.io/os", operator: "Exists" }],
        matchLabels: { "beta.kubernetes.io/arch": "x" },
      },
    };
    assertEquals(await warningsOf(server, "POST", path, body), [
      'nodeTopology.matchExpressions[0].key: beta.kubernetes.io/os is deprecated since v1.14; use "kubernetes.io/os" instead',
      'nodeTopology.matchLabels.beta.kubernetes.io/arch: deprecated since v1.14; use "kubernetes.io/arch" instead',
    ]);
  }, KUBERNETES);
});
