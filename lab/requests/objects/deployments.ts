/**
 * Generates valid Deployments with every part of the pod template that has defaults.
 *
 * @module
 */
import fc from "fast-check";
import type { JsonObject } from "@plumbline/server/api";
import { fieldRef, labels, name, oneOf, part } from "./parts.ts";
import { volume } from "./volumes.ts";

const port = fc.integer({ min: 1, max: 9 });
const texts = fc.array(oneOf("x", "y", "z"), { maxLength: 3 });
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
  "port!": oneOf<number | string>(80, "web"),
  path: oneOf("", "/", "/ok"),
  scheme: oneOf("HTTP", "HTTPS"),
  host: oneOf("", "h"),
  httpHeaders: fc.array(part({ "name!": oneOf("X-A"), "value!": oneOf("", "v") }), {
    maxLength: 1,
  }),
});
const exec = part({ "command!": fc.constant(["true"]) });
const tcpSocket = part({ "port!": oneOf<number | string>(80, "web"), host: oneOf("h") });
const grpc = part({ "port!": oneOf(80), service: oneOf("", "s") });
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
    part({ "httpGet!": httpGet }),
    part({ "exec!": exec }),
    part({ "tcpSocket!": tcpSocket }),
    part({ "grpc!": grpc }),
  ),
).map(([one, other]): JsonObject => ({ ...one, ...other }));
const hook = fc.oneof(
  part({ "httpGet!": httpGet }),
  part({ "exec!": exec }),
  part({ "tcpSocket!": tcpSocket }),
);

const resourceFieldRef = part({
  "resource!": oneOf("limits.cpu"),
  divisor: oneOf<string | number>("1m", 1, "1"),
  containerName: oneOf("a"),
});
const keyRef = part({ "name!": oneOf("s"), "key!": oneOf("k"), optional: oneOf(true, false) });
const valueFrom = fc.oneof(
  part({ "fieldRef!": fieldRef }),
  part({ "resourceFieldRef!": resourceFieldRef }),
  part({ "secretKeyRef!": keyRef }),
  part({ "configMapKeyRef!": keyRef }),
);
const env = fc.oneof(
  part({ "name!": name, value: oneOf("", "1", "2") }),
  part({ "name!": name, "valueFrom!": valueFrom }),
);

const securityContext = part({
  runAsUser: oneOf(0, 1),
  runAsNonRoot: oneOf(true, false),
  readOnlyRootFilesystem: oneOf(true, false),
  capabilities: part({ add: texts, drop: texts }),
  seccompProfile: part({ "type!": oneOf("RuntimeDefault") }),
});

const container = part({
  "name!": name,
  "image!": oneOf("nginx", "nginx:1", "nginx:latest", "h:5000/a/b", "a@sha256:" + "0".repeat(64)),
  imagePullPolicy: oneOf("", "Never"),
  command: texts,
  args: texts,
  workingDir: oneOf("", "/w"),
  env: keyed(env, ["name"], 3),
  envFrom: fc.array(
    part({ prefix: oneOf("p"), "secretRef!": part({ "name!": oneOf("s") }) }),
    { maxLength: 1 },
  ),
  ports: keyed(
    part({ "containerPort!": port, protocol: oneOf("TCP", "UDP"), hostPort: oneOf(0) }),
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
});

const toleration = part({
  "key!": oneOf("k"),
  "operator!": oneOf("Exists"),
  effect: oneOf("NoSchedule"),
});
const spread = part({
  "maxSkew!": oneOf(1, 2),
  "topologyKey!": oneOf("zone", "host"),
  "whenUnsatisfiable!": oneOf("DoNotSchedule", "ScheduleAnyway"),
  labelSelector: part({ matchLabels: labels }),
  nodeTaintsPolicy: oneOf("Honor"),
});

const podSpec = part({
  "containers!": keyed(container, ["name"], 3, 1),
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
  imagePullSecrets: keyed(part({ "name!": name }), ["name"], 2),
  hostAliases: keyed(part({ "ip!": oneOf("1.2.3.4", "5.6.7.8"), hostnames: texts }), ["ip"], 2),
  securityContext: part({
    runAsUser: oneOf(0),
    fsGroup: oneOf(1),
    sysctls: fc.array(
      part({ "name!": oneOf("kernel.shm_rmid_forced"), "value!": oneOf("", "1") }),
      { maxLength: 1 },
    ),
  }),
  tolerations: fc.array(toleration, { maxLength: 2 }),
  topologySpreadConstraints: keyed(spread, ["topologyKey", "whenUnsatisfiable"], 2),
  overhead: fc.constant({}),
  priorityClassName: oneOf("", "p"),
  readinessGates: fc.array(part({ "conditionType!": oneOf("a/b") }), {
    maxLength: 1,
  }),
});

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

/** The labels that the selector matches. */
const SELECTED = { app: "web" };

/** Generates Deployments, most of them valid. */
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
