/**
 * Generates harmless content for the types with several API versions: small shares, and storage
 * classes and users that do not exist.
 *
 * @module
 */
import fc from "fast-check";
import { sharesName } from "./model/translation.ts";
import type { VersionedType } from "../../resources/versioned_type.ts";
import type { JsonObject } from "../../client/http_client.ts";

/** The fields of an object; also a merge patch. */
export type GeneratedContent = JsonObject;

const CONTENT: Readonly<Record<VersionedType["resource"], () => fc.Arbitrary<GeneratedContent>>> = {
  prioritylevelconfigurations: level,
  flowschemas: schema,
  csistoragecapacities: capacity,
};

/** Returns an arbitrary of the fields of an object, the same for all versions of its type. */
export function contentOfType({ resource }: VersionedType): fc.Arbitrary<GeneratedContent> {
  return CONTENT[resource]();
}

/** Returns the content with the shares under their name in an API version. */
export function inVersion(content: GeneratedContent, version: string): GeneratedContent {
  const { shares, ...rest } = content;
  if (shares === undefined) return content;
  const spec = rest.spec as JsonObject;
  const limited = { ...spec.limited as JsonObject, [sharesName(version)]: shares };
  return { ...rest, spec: { ...spec, limited } };
}

/** Generates small shares, as on a shared server they reduce those of others. */
function level(): fc.Arbitrary<GeneratedContent> {
  const queuing = fc.record({
    queues: fc.integer({ min: 8, max: 16 }),
    handSize: fc.integer({ min: 1, max: 6 }),
    queueLengthLimit: fc.integer({ min: 1, max: 50 }),
  });
  return fc.record({
    shares: fc.integer({ min: 1, max: 5 }),
    limitResponse: fc.oneof(
      fc.constant({ type: "Reject" }),
      queuing.map((queuing) => ({ type: "Queue", queuing })),
    ),
  }).map(({ shares, limitResponse }) => ({
    shares,
    spec: { type: "Limited", limited: { limitResponse } },
  }));
}

function schema(): fc.Arbitrary<GeneratedContent> {
  const name = fc.constantFrom("plumbline-nobody", "plumbline:nobody@nowhere.invalid");
  const subject = fc.oneof(
    name.map((name) => ({ kind: "User", user: { name } })),
    name.map((name) => ({ kind: "Group", group: { name } })),
  );
  const rule = fc.oneof(
    fc.record({
      verbs: fc.subarray(["get", "list"], { minLength: 1 }),
      apiGroups: fc.constant(["plumbline.invalid"]),
      resources: fc.subarray(["plumbs", "pipes"], { minLength: 1 }),
      namespaces: fc.subarray(["one", "two"], { minLength: 1 }),
    }).map((resourceRule) => ({ resourceRules: [resourceRule] })),
    fc.constant({ nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/plumbline-none"] }] }),
  );
  const policy = fc.record({
    subjects: fc.array(subject, { minLength: 1, maxLength: 2 }),
    rule,
  }).map(({ subjects, rule }) => ({ subjects, ...rule }));
  return fc.record({
    matchingPrecedence: fc.integer({ min: 9_000, max: 10_000 }),
    distinguisherMethod: fc.constantFrom({ type: "ByUser" }, { type: "ByNamespace" }),
    rules: fc.array(policy, { minLength: 1, maxLength: 2 }),
  }).map((spec) => ({
    spec: { ...spec, priorityLevelConfiguration: { name: "plumbline-none" } },
  } as unknown as GeneratedContent));
}

function capacity(): fc.Arbitrary<GeneratedContent> {
  return fc.record({
    storageClassName: fc.constant("plumbline-none"),
    capacity: fc.constantFrom("1Gi", "500Mi", "7"),
    maximumVolumeSize: fc.constantFrom("1Gi", "3Mi"),
    nodeTopology: fc.constant({ matchLabels: { "plumbline.invalid/zone": "none" } }),
  }, { requiredKeys: ["storageClassName", "nodeTopology"] }).map((content) => ({ ...content }));
}
