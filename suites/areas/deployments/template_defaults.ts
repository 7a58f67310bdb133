/**
 * Checks of the defaults inside the pod template, which the specification does not show.
 *
 * @module
 */
import fc from "fast-check";
import { shuffled } from "../../arbitraries/combinations.ts";
import { type Check, Discard, property } from "../../check.ts";
import type { Target } from "../../client/target.ts";
import type { Scope } from "../../scope.ts";
import { asObject } from "../../model/object.ts";
import { deployment } from "../../resources/deployment.ts";
import { describeResponse } from "../../session/violation.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import type { Json, JsonObject } from "../../client/http_client.ts";
import { rejected } from "../../session/objects.ts";
import { recordViolation, verify } from "../../verify.ts";

type Form = "create" | WriteForm;

const IMAGE = "nothing.invalid/none:1";

/** What is written. Quantities are texts, but numbers are taken for them. */
const POD: JsonObject = {
  containers: [
    {
      name: "first",
      image: IMAGE,
      ports: [{ containerPort: 80 }],
      env: [
        { name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
        { name: "B", valueFrom: { secretKeyRef: { name: "s", key: "k" } } },
      ],
      livenessProbe: { httpGet: { port: 80 } },
      readinessProbe: { tcpSocket: { port: "http" } },
      startupProbe: { exec: { command: ["x"] } },
      lifecycle: { postStart: { httpGet: { port: 8080, path: "/a" } } },
      resources: {
        limits: { cpu: "1e3", memory: "2E2" },
        requests: { cpu: "0.5", memory: "150" },
      },
    },
    {
      name: "second",
      image: "nothing.invalid/none",
      resources: { limits: { cpu: 2, memory: "100e3", "ephemeral-storage": "1000Mi" } },
    },
  ],
  volumes: [
    { name: "v", secret: { secretName: "s" } },
    { name: "w", configMap: { name: "m" } },
    { name: "e" },
    { name: "p", projected: { sources: [{ serviceAccountToken: { path: "t" } }] } },
    {
      name: "d",
      downwardAPI: { items: [{ path: "n", fieldRef: { fieldPath: "metadata.name" } }] },
    },
  ],
};

const PROBE = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };
const REFERENCE = { apiVersion: "v1", fieldPath: "metadata.name" };

/** What real servers add. */
const DEFAULTS: JsonObject = {
  restartPolicy: "Always",
  terminationGracePeriodSeconds: 30,
  dnsPolicy: "ClusterFirst",
  schedulerName: "default-scheduler",
  containers: [
    {
      name: "first",
      imagePullPolicy: "IfNotPresent",
      terminationMessagePath: "/dev/termination-log",
      terminationMessagePolicy: "File",
      ports: [{ containerPort: 80, protocol: "TCP" }],
      env: [{ name: "A", valueFrom: { fieldRef: REFERENCE } }],
      livenessProbe: { httpGet: { path: "/", port: 80, scheme: "HTTP" }, ...PROBE },
      readinessProbe: { tcpSocket: { port: "http" }, ...PROBE },
      startupProbe: { exec: { command: ["x"] }, ...PROBE },
      lifecycle: { postStart: { httpGet: { path: "/a", port: 8080, scheme: "HTTP" } } },
    },
    { name: "second", imagePullPolicy: "Always" },
  ],
  volumes: [
    { name: "v", secret: { secretName: "s", defaultMode: 420 } },
    { name: "w", configMap: { name: "m", defaultMode: 420 } },
    { name: "e", emptyDir: {} },
    {
      name: "p",
      projected: {
        sources: [{ serviceAccountToken: { expirationSeconds: 3600, path: "t" } }],
        defaultMode: 420,
      },
    },
    {
      name: "d",
      downwardAPI: { items: [{ path: "n", fieldRef: REFERENCE }], defaultMode: 420 },
    },
  ],
};

/** The form in which real servers return quantities. */
const QUANTITIES: JsonObject = {
  containers: [
    {
      name: "first",
      resources: {
        limits: { cpu: "1e3", memory: "200" },
        requests: { cpu: "500m", memory: "150" },
      },
    },
    {
      name: "second",
      resources: { limits: { cpu: "2", memory: "100e3", "ephemeral-storage": "1000Mi" } },
    },
  ],
};

const formsOf = ({ lacks = [] }: Target): Form[] => [
  "create",
  ...WRITE_FORMS.filter((form) => supports({ lacks }, form)),
];

/** Checks of the pod template. */
export const TEMPLATE_DEFAULTS: readonly Check[] = [
  property<Form>({
    id: "deployments/template-defaults",
    title: "Containers and volumes of the pod template get defaults, and quantities one form",
    requirements: [
      "deployments.template-defaults",
      "deployments.quantities-in-one-form",
      "deployments.digits-stay-text",
    ],
    uses: ["server-side-apply", "strategic-merge-patch"],
    arbitrary: (target) => fc.constantFrom(...formsOf(target)),
    caseList: (target, { seed, runs }) => ({
      inputs: shuffled(formsOf(target), seed).slice(0, runs),
    }),
    run: async (scope, form) => {
      scope.note(form);
      const object = scope.newObject(deployment);
      const spec = asObject(object.spec) ?? {};
      const template = { ...asObject(spec.template), spec: POD };
      const whole = { ...object, spec: { ...spec, template } };
      let response = await scope.create(deployment, form === "create" ? whole : object);
      if (form !== "create") {
        if (response.status >= 300) throw rejected(response, "the deployment could not be created");
        // An apply of a part would be one without the labels that its template needs.
        const change = form === "apply" ? { spec: whole.spec } : { spec: { template } };
        const current = asObject(response.json) ?? {};
        response = await scope.send(changeRequest(scope, deployment, current, form, change));
      }
      if (response.status >= 300) {
        throw new Discard(`the template was rejected: ${describeResponse(response)}`);
      }
      const written = asObject(asObject(response.json)?.spec) ?? {};
      const pod = asObject(asObject(written.template)?.spec) ?? {};
      for (
        const [requirement, expected] of [
          ["deployments.template-defaults", DEFAULTS],
          ["deployments.quantities-in-one-form", QUANTITIES],
        ] as const
      ) {
        const lost = lostFrom(expected, pod, "spec.template.spec");
        if (lost !== undefined) recordViolation(requirement, lost);
      }
      await writeDigits(scope, form, asObject(response.json) ?? {});
    },
  }),
];

/**
 * Writes texts of digits as ports, of which each is an IntOrString. Real servers reject them, as names
 * of ports have a letter.
 */
async function writeDigits(scope: Scope, form: Form, current: JsonObject): Promise<void> {
  // No port of the template before, as a strategic merge patch keeps what it does not name.
  const port = "8181";
  const spec = asObject(current.spec) ?? {};
  const template = {
    ...asObject(spec.template),
    spec: {
      containers: [{
        name: "first",
        image: IMAGE,
        livenessProbe: { httpGet: { port } },
        readinessProbe: { tcpSocket: { port } },
        lifecycle: { preStop: { httpGet: { port } } },
      }],
    },
  };
  const written = form === "create"
    ? await scope.create(deployment, {
      ...scope.newObject(deployment, { name: "digits" }),
      spec: { selector: spec.selector!, template },
    })
    : await scope.send(changeRequest(scope, deployment, current, form, {
      spec: { ...(form === "apply" && { selector: spec.selector! }), template },
    }));
  if (written.status >= 300) return;
  const text = JSON.stringify(asObject(asObject(written.json)?.spec)?.template ?? null);
  const ports = [...text.matchAll(/"port":("?8181"?)/g)].map(([, port]) => port);
  verify("deployments.digits-stay-text", {
    holds: ports.every((each) => each === `"${port}"`),
    expected: `the text "${port}", or an error`,
    actual: ports.join(", "),
  });
}

/** Returns the first value that is not there; items of lists are found by their name. */
function lostFrom(
  expected: Json,
  actual: Json | undefined,
  path: string,
): { expected: string; actual: string } | undefined {
  if (Array.isArray(expected)) {
    const items = Array.isArray(actual) ? actual : [];
    const nameOf = (item: Json | undefined) => asObject(item)?.name;
    for (const [at, item] of expected.entries()) {
      const name = nameOf(item);
      const same = name === undefined ? items[at] : items.find((each) => nameOf(each) === name);
      const lost = lostFrom(item, same, `${path}[${name ?? at}]`);
      if (lost !== undefined) return lost;
    }
    return undefined;
  }
  const members = asObject(expected);
  if (members !== undefined && asObject(actual) !== undefined) {
    for (const [key, value] of Object.entries(members)) {
      const lost = lostFrom(value, asObject(actual)?.[key], `${path}.${key}`);
      if (lost !== undefined) return lost;
    }
    return undefined;
  }
  return expected === actual ? undefined : {
    expected: `${path}: ${JSON.stringify(expected)}`,
    actual: `${path}: ${JSON.stringify(actual)}`,
  };
}
