import { assertEquals } from "@std/assert";
import { validatePodTemplate } from "./pod_template_rules.ts";

const container = { name: "main", image: "example" };
const podOf = (spec: Record<string, unknown>, metadata = {}) => ({
  metadata,
  spec: { restartPolicy: "Always", containers: [container], ...spec },
});

/** Returns the causes as `reason field`. */
const findings = (template: Record<string, unknown>) =>
  validatePodTemplate(template as Parameters<typeof validatePodTemplate>[0], "template")
    .map(({ reason, field }) => `${reason} ${field}`);

Deno.test("a minimal template is valid", () => {
  assertEquals(findings(podOf({})), []);
});

Deno.test("each error of a template has its field path", () => {
  const cases: readonly [finding: string, template: Record<string, unknown>][] = [
    ["FieldValueInvalid template.metadata.labels", podOf({}, { labels: { a: "not valid!" } })],
    [
      "FieldValueInvalid template.metadata.annotations",
      podOf({}, { annotations: { "not valid!": "" } }),
    ],
    ["FieldValueNotSupported template.spec.restartPolicy", podOf({ restartPolicy: "Never" })],
    ["FieldValueRequired template.spec.containers", podOf({ containers: [] })],
    [
      "FieldValueInvalid template.spec.containers[0].name",
      podOf({ containers: [{ ...container, name: "Not Valid" }] }),
    ],
    [
      "FieldValueDuplicate template.spec.containers[1].name",
      podOf({ containers: [container, container] }),
    ],
    [
      "FieldValueRequired template.spec.containers[0].image",
      podOf({ containers: [{ name: "main" }] }),
    ],
    [
      "FieldValueInvalid template.spec.containers[0].ports[0].containerPort",
      podOf({
        containers: [{ ...container, ports: [{ containerPort: 65_536, protocol: "TCP" }] }],
      }),
    ],
    [
      "FieldValueNotSupported template.spec.containers[0].ports[0].protocol",
      podOf({ containers: [{ ...container, ports: [{ containerPort: 1, protocol: "tcp" }] }] }),
    ],
    [
      "FieldValueInvalid template.spec.containers[0].env[0].name",
      podOf({ containers: [{ ...container, env: [{ name: "1st" }] }] }),
    ],
    [
      "FieldValueForbidden template.spec.activeDeadlineSeconds",
      podOf({ activeDeadlineSeconds: 1 }),
    ],
  ];
  for (const [finding, template] of cases) assertEquals(findings(template), [finding]);
});
