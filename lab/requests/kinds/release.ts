/**
 * All kinds of the release as types to compare: the samples of the kinds, changed by the schemas of
 * the real server.
 *
 * @module
 */
import { SAMPLES } from "../../../fixtures/kind_samples/samples.ts";
import { sendJson } from "../../client/send.ts";
import type { Target } from "../../client/target.ts";
import { getOf } from "../writes.ts";
import type { ResourceKind } from "./kind.ts";
import type { JsonObject } from "@plumbline/server/api";
import { mutationsOf } from "../schemas/mutations.ts";
import { schemaOfKind } from "../schemas/openapi.ts";

/** Kinds whose objects steer a server, and are compared by dry runs only. */
const STEERING = /^(Validating|Mutating)WebhookConfiguration$/;

/** What a change must not touch, as it would reach other objects. */
const AVOIDED: readonly string[] = ["spec.clusterIP", "spec.clusterIPs"];

/** The fields by which the objects of a kind can be selected, with a value. */
const SELECTORS: Readonly<Record<string, readonly string[]>> = {
  Pod: [
    "spec.nodeName=",
    "status.phase=Pending",
    "status.phase!=Pending",
    "spec.restartPolicy=Always",
    "spec.schedulerName=default-scheduler",
    "spec.serviceAccountName=",
    "status.podIP=",
    "spec.hostNetwork=false",
  ],
  Event: [
    "type=Normal",
    "reason=Started",
    "involvedObject.kind=Pod",
    "source=kubelet",
    "regarding.kind=Pod",
  ],
  Node: ["spec.unschedulable=false", "spec.unschedulable=true"],
  ReplicaSet: ["status.replicas=0"],
  ReplicationController: ["status.replicas=0"],
  Job: ["status.successful=0", "status.successful!=0"],
  CertificateSigningRequest: ["spec.signerName=example.com/signer"],
};

/** Fields that can be selected, of no kind in particular. */
const OTHER_SELECTORS: readonly string[] = [
  "metadata.name=«id»-a",
  "metadata.name!=«id»-a",
  "metadata.namespace=default",
  "status.phase=Pending",
  "spec.type=a",
  "x",
];

interface Listed {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly group?: string;
  readonly version?: string;
}

/**
 * Returns the kinds of the release, as the real server describes them.
 *
 * @param described the types that the specification describes, which both servers serve
 */
export async function kindsOfRelease(
  real: Target,
  described: readonly ResourceKind[],
): Promise<ResourceKind[]> {
  const documents = new Map<string, Promise<JsonObject>>();
  const get = (path: string) => {
    const known = documents.get(path) ??
      sendJson(real, getOf(path)).then(({ body }) => body);
    documents.set(path, known);
    return known;
  };
  const types: ResourceKind[] = [];
  for (const { path, object } of SAMPLES) {
    const parts = path.replace("/namespaces/default", "").split("/").slice(1);
    const resource = parts.at(-1)!;
    const prefix = parts.slice(0, -1).join("/");
    const apiVersion = parts.slice(1, -1).join("/");
    const listed = (await get(`/${prefix}`)).resources as unknown as readonly Listed[];
    const found = listed.find(({ name }) => name === resource);
    const schema = found &&
      schemaOfKind(await get(`/openapi/v3/${prefix}`), apiVersion, found.kind);
    if (!schema) continue;
    const { metadata: _, ...body } = object;
    const has = (name: string) => listed.some((each) => each.name === `${resource}/${name}`);
    types.push({
      kind: found.kind,
      apiVersion,
      resource,
      namespaced: found.namespaced,
      body: body as JsonObject,
      places: {},
      mutation: mutationsOf(schema, body as JsonObject, AVOIDED),
      hasStatus: has("status"),
      hasScale: has("scale"),
      fieldSelectors: [...SELECTORS[found.kind] ?? [], ...OTHER_SELECTORS],
      dryRunOnly: STEERING.test(found.kind),
    });
  }
  for (const type of described) {
    const prefix = type.apiVersion.includes("/") ? `apis/${type.apiVersion}` : "api/v1";
    const schema = !type.isReview &&
      schemaOfKind(await get(`/openapi/v3/${prefix}`), type.apiVersion, type.kind);
    types.push({ ...type, ...(schema && { mutation: mutationsOf(schema, type.body) }) });
  }
  return types;
}
