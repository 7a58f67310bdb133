/**
 * Deployments that a real server accepts, with every part of the pod template that has defaults.
 *
 * @module
 */
import fc from "fast-check";
import type { Json, JsonObject } from "../../object.ts";

type Fields = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** An object with some of these fields; those named as required always. */
function part(fields: Fields, ...requiredKeys: string[]): fc.Arbitrary<JsonObject> {
  return fc.record(fields, { requiredKeys }) as fc.Arbitrary<JsonObject>;
}

const oneOf = <Value extends Json>(...values: Value[]): fc.Arbitrary<Value> =>
  fc.constantFrom(...values);
const name = oneOf("a", "b", "c", "d");
const port = fc.integer({ min: 1, max: 9 });
const texts = fc.array(oneOf("x", "y", "z"), { maxLength: 3 });
const labels = fc.dictionary(oneOf("a", "b", "app.io/c"), oneOf("1", "2", ""), { maxKeys: 3 });
const mode = oneOf(0, 0o400, 0o777);

/** A list of objects whose merge keys differ. */
function keyed(
  items: fc.Arbitrary<JsonObject>,
  keys: readonly string[],
  maxLength: number,
  minLength = 0,
): fc.Arbitrary<JsonObject[]> {
  const selector = (item: JsonObject) => JSON.stringify(keys.map((key) => item[key] ?? "TCP"));
  return fc.uniqueArray(items, { minLength, maxLength, selector });
}

const quantities = fc.dictionary(
  oneOf("cpu", "memory"),
  oneOf<string | number>(
    "1",
    1,
    0.5,
    "0.25",
    "100m",
    "1500m",
    "1Gi",
    "1.5Gi",
    "0.0001",
    "1e3",
    "1000Ki",
    "12E",
    "100u",
  ),
);
const resources = part({ limits: quantities });

const httpGet = part({
  port: oneOf<number | string>(80, "web"),
  path: oneOf("", "/", "/ok"),
  scheme: oneOf("HTTP", "HTTPS"),
  host: oneOf("", "h"),
  httpHeaders: fc.array(part({ name: oneOf("X-A"), value: oneOf("", "v") }, "name", "value"), {
    maxLength: 1,
  }),
}, "port");
const exec = part({ command: fc.constant(["true"]) }, "command");
const tcpSocket = part({ port: oneOf<number | string>(80, "web"), host: oneOf("h") }, "port");
const grpc = part({ port: oneOf(80), service: oneOf("", "s") }, "port");
const count = oneOf(0, 1, 5);
const timings = part({
  initialDelaySeconds: count,
  timeoutSeconds: count,
  periodSeconds: count,
  failureThreshold: count,
});
const probe = fc.tuple(
  timings,
  fc.oneof(
    part({ httpGet }, "httpGet"),
    part({ exec }, "exec"),
    part({ tcpSocket }, "tcpSocket"),
    part({ grpc }, "grpc"),
  ),
).map(([one, other]): JsonObject => ({ ...one, ...other }));
const hook = fc.oneof(
  part({ httpGet }, "httpGet"),
  part({ exec }, "exec"),
  part({ tcpSocket }, "tcpSocket"),
);

const fieldRef = part({ fieldPath: oneOf("metadata.name"), apiVersion: oneOf("v1") }, "fieldPath");
const resourceFieldRef = part({
  resource: oneOf("limits.cpu"),
  divisor: oneOf<string | number>("1m", 1, "1"),
  containerName: oneOf("a"),
}, "resource");
const keyRef = part(
  {
    name: oneOf("s"),
    key: oneOf("k"),
    optional: oneOf(true, false),
  },
  "name",
  "key",
);
const valueFrom = fc.oneof(
  part({ fieldRef }, "fieldRef"),
  part({ resourceFieldRef }, "resourceFieldRef"),
  part({ secretKeyRef: keyRef }, "secretKeyRef"),
  part({ configMapKeyRef: keyRef }, "configMapKeyRef"),
);
const env = fc.oneof(
  part({ name, value: oneOf("", "1", "2") }, "name"),
  part({ name, valueFrom }, "name", "valueFrom"),
);

const securityContext = part({
  runAsUser: oneOf(0, 1),
  runAsNonRoot: oneOf(true, false),
  readOnlyRootFilesystem: oneOf(true, false),
  capabilities: part({ add: texts, drop: texts }),
  seccompProfile: part({ type: oneOf("RuntimeDefault") }, "type"),
});

const container = part(
  {
    name,
    image: oneOf("nginx", "nginx:1", "nginx:latest", "h:5000/a/b", "a@sha256:" + "0".repeat(64)),
    imagePullPolicy: oneOf("", "Never"),
    command: texts,
    args: texts,
    workingDir: oneOf("", "/w"),
    env: keyed(env, ["name"], 3),
    envFrom: fc.array(
      part({ prefix: oneOf("p"), secretRef: part({ name: oneOf("s") }, "name") }, "secretRef"),
      { maxLength: 1 },
    ),
    ports: keyed(
      part(
        { containerPort: port, protocol: oneOf("TCP", "UDP"), hostPort: oneOf(0) },
        "containerPort",
      ),
      ["containerPort", "protocol"],
      3,
    ),
    resources,
    livenessProbe: probe,
    readinessProbe: probe,
    startupProbe: probe,
    lifecycle: part({ preStop: hook, postStart: hook }),
    terminationMessagePath: oneOf("", "/dev/log"),
    terminationMessagePolicy: oneOf("", "FallbackToLogsOnError"),
    stdin: oneOf(true, false),
    tty: oneOf(true, false),
    securityContext,
  },
  "name",
  "image",
);

const items = fc.array(
  part({ key: oneOf("k"), path: oneOf("p"), mode }, "key", "path"),
  { maxLength: 1 },
);
const downwardItems = fc.array(
  part({ path: oneOf("p"), fieldRef, mode }, "path", "fieldRef"),
  { maxLength: 1 },
);
const source = fc.oneof(
  fc.constant({}),
  part({
    emptyDir: part({ medium: oneOf("", "Memory"), sizeLimit: oneOf("1Gi", "1024Ki", "1.5") }),
  }, "emptyDir"),
  part({ hostPath: part({ path: oneOf("/p"), type: oneOf("", "Directory") }, "path") }, "hostPath"),
  part({
    secret: part(
      { secretName: oneOf("s"), defaultMode: mode, optional: oneOf(true, false), items },
      "secretName",
    ),
  }, "secret"),
  part({ configMap: part({ name: oneOf("s"), defaultMode: mode, items }, "name") }, "configMap"),
  part({ downwardAPI: part({ defaultMode: mode, items: downwardItems }) }, "downwardAPI"),
  part({
    projected: part({
      defaultMode: mode,
      sources: fc.array(
        fc.oneof(
          part({ secret: part({ name: oneOf("s"), items }, "name") }, "secret"),
          part({ downwardAPI: part({ items: downwardItems }) }, "downwardAPI"),
          part({
            serviceAccountToken: part({ path: oneOf("t"), expirationSeconds: oneOf(600) }, "path"),
          }, "serviceAccountToken"),
        ),
        { minLength: 1, maxLength: 1 },
      ),
    }, "sources"),
  }, "projected"),
  part({
    nfs: part(
      { server: oneOf("s"), path: oneOf("/p"), readOnly: oneOf(true, false) },
      "server",
      "path",
    ),
  }, "nfs"),
  part({
    iscsi: part(
      {
        targetPortal: oneOf("1.2.3.4:1"),
        iqn: oneOf("iqn.2001-04.com.example:a"),
        lun: oneOf(0, 1),
        iscsiInterface: oneOf("i"),
      },
      "targetPortal",
      "iqn",
    ),
  }, "iscsi"),
  part({
    azureDisk: part(
      {
        diskName: oneOf("d"),
        diskURI: oneOf("https://blob.example/a"),
        readOnly: oneOf(true, false),
      },
      "diskName",
      "diskURI",
    ),
  }, "azureDisk"),
  part({
    rbd: part(
      { monitors: fc.constant(["m"]), image: oneOf("i"), pool: oneOf("p"), user: oneOf("u") },
      "monitors",
      "image",
    ),
  }, "rbd"),
  part({
    scaleIO: part(
      {
        gateway: oneOf("g"),
        system: oneOf("s"),
        secretRef: part({ name: oneOf("s") }, "name"),
        volumeName: oneOf("v"),
      },
      "gateway",
      "system",
      "secretRef",
      "volumeName",
    ),
  }, "scaleIO"),
  part(
    { csi: part({ driver: oneOf("d.example"), readOnly: oneOf(true, false) }, "driver") },
    "csi",
  ),
  part({
    ephemeral: part({
      volumeClaimTemplate: part({
        metadata: part({ labels }),
        spec: part(
          {
            accessModes: fc.constant(["ReadWriteOnce"]),
            resources: fc.constant({ requests: { storage: "1.0Gi" } }),
            volumeMode: oneOf("Block"),
          },
          "accessModes",
          "resources",
        ),
      }, "spec"),
    }, "volumeClaimTemplate"),
  }, "ephemeral"),
);
const volume = fc.tuple(name, source).map(([one, other]): JsonObject => ({ name: one, ...other }));

const toleration = part(
  { key: oneOf("k"), operator: oneOf("Exists"), effect: oneOf("NoSchedule") },
  "key",
  "operator",
);
const spread = part(
  {
    maxSkew: oneOf(1, 2),
    topologyKey: oneOf("zone", "host"),
    whenUnsatisfiable: oneOf("DoNotSchedule", "ScheduleAnyway"),
    labelSelector: part({ matchLabels: labels }),
    nodeTaintsPolicy: oneOf("Honor"),
  },
  "maxSkew",
  "topologyKey",
  "whenUnsatisfiable",
);

const podSpec = part({
  containers: keyed(container, ["name"], 3, 1),
  volumes: keyed(volume, ["name"], 3),
  dnsPolicy: oneOf("", "Default"),
  restartPolicy: oneOf("", "Always"),
  schedulerName: oneOf("", "s"),
  terminationGracePeriodSeconds: oneOf(0, 5),
  serviceAccountName: oneOf("", "a"),
  serviceAccount: oneOf("", "a"),
  automountServiceAccountToken: oneOf(true, false),
  enableServiceLinks: oneOf(true, false),
  hostNetwork: oneOf(true, false),
  hostPID: oneOf(true, false),
  shareProcessNamespace: oneOf(false),
  nodeSelector: labels,
  nodeName: oneOf("", "n"),
  hostname: oneOf("", "h"),
  imagePullSecrets: keyed(part({ name }, "name"), ["name"], 2),
  hostAliases: keyed(part({ ip: oneOf("1.2.3.4", "5.6.7.8"), hostnames: texts }, "ip"), ["ip"], 2),
  securityContext: part({
    runAsUser: oneOf(0),
    fsGroup: oneOf(1),
    sysctls: fc.array(
      part({ name: oneOf("kernel.shm_rmid_forced"), value: oneOf("", "1") }, "name", "value"),
      { maxLength: 1 },
    ),
  }),
  tolerations: fc.array(toleration, { maxLength: 2 }),
  topologySpreadConstraints: keyed(spread, ["topologyKey", "whenUnsatisfiable"], 2),
  overhead: fc.constant({}),
  priorityClassName: oneOf("", "p"),
  readinessGates: fc.array(part({ conditionType: oneOf("a/b") }, "conditionType"), {
    maxLength: 1,
  }),
}, "containers");

const strategy = fc.oneof(
  part({
    type: oneOf("", "RollingUpdate"),
    rollingUpdate: part({
      maxSurge: oneOf<string | number>(1, "10%"),
      maxUnavailable: oneOf<string | number>(0, "5%"),
    }),
  }),
  fc.constant<JsonObject>({ type: "Recreate" }),
);

/** The labels the selector asks for. */
const SELECTED = { app: "web" };

/** A Deployment that is valid in most cases. */
export const deploymentArbitrary: fc.Arbitrary<JsonObject> = fc.record({
  name,
  metadata: part({ labels, annotations: labels }),
  template: part({ labels, annotations: labels }),
  podSpec,
  rest: part({
    replicas: oneOf(0, 1, 3),
    minReadySeconds: oneOf(0, 5),
    revisionHistoryLimit: oneOf(0, 3),
    progressDeadlineSeconds: oneOf(60),
    paused: oneOf(true, false),
    strategy,
  }),
}).map(({ name, metadata, template, podSpec, rest }): JsonObject => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { ...metadata, name },
  spec: {
    ...rest,
    selector: { matchLabels: SELECTED },
    template: {
      metadata: { ...template, labels: { ...template.labels as JsonObject, ...SELECTED } },
      spec: podSpec,
    },
  },
}));
