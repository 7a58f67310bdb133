/**
 * Known differences of the kinds that the specification does not describe, each with its reason.
 *
 * @module
 */
import {
  type AnswerPair,
  causesOf,
  disown,
  eachObject,
  editing,
  type Explanation,
  explanations,
  objectOf,
  whole,
} from "../requests/explained/explanation.ts";
import type { JsonObject } from "@plumbline/server/api";
import { APPLY_EXPLANATIONS, isAt } from "./explained_applies.ts";
import { CORE_EXPLANATIONS } from "./explained_core.ts";
import { WORKLOAD_EXPLANATIONS } from "./explained_workloads.ts";

/** Returns the text of a request's body. */
const sent = ({ request }: AnswerPair): string => JSON.stringify(request.body ?? null);

const isWrite = ({ request }: AnswerPair): boolean => request.method !== "GET";

/** An empty map, list or certificate in a request. Real servers do not store it. */
const EMPTIES = /":(\{\}|\[\])|"certificate":""/;

/** Ignores who owns the deletion time of a pod that a client sent another one for. */
const disownDeletion = editing((body, exchange) => {
  if (!isAt(exchange, "pods")) return;
  eachObject(body, (object) => {
    disown(object, /^f:deletionTimestamp$/);
    const isSent = /"deletionTimestamp"/.test(sent(exchange));
    if (isSent) delete objectOf(object.metadata).resourceVersion;
  });
});

function sortManagers(metadata: JsonObject): void {
  if (!Array.isArray(metadata.managedFields)) return;
  const key = (entry: unknown) => JSON.stringify(entry);
  metadata.managedFields.sort((one, other) => key(one) < key(other) ? -1 : 1);
}

function dropEmptyLists(part: JsonObject): void {
  for (const [name, value] of Object.entries(part)) {
    if (name === "metadata") continue;
    if (!Array.isArray(value)) dropEmptyLists(objectOf(value));
    else if (value.length === 0) delete part[name];
    else value.map(objectOf).forEach(dropEmptyLists);
  }
}

const withoutStatus = editing((body) => eachObject(body, (object) => delete object.status));

/** The known differences, in the order they are applied. */
export const KIND_EXPLANATIONS: readonly Explanation[] = [
  ...APPLY_EXPLANATIONS,
  ...WORKLOAD_EXPLANATIONS,
  ...CORE_EXPLANATIONS,
  ...explanations({
    "creation-by-status": {
      endsSequence: true,
      reason: "The real server creates a Service by a write to its status, too. The reference " +
        "server answers 404.",
      reconcile: whole((exchange) =>
        exchange.reference.status === 404 && isAt(exchange, "services") &&
        exchange.request.path.endsWith("/status") &&
        [201, 400, 422, 409, 500].includes(exchange.real.status)
      ),
    },
    "privileged-containers": {
      endsSequence: true,
      reason: "The real server was started without --allow-privileged, which clusters have.",
      reconcile: whole((exchange) =>
        causesOf(exchange.real).some(({ field, reason }) =>
          String(field).endsWith(".privileged") ||
          // Processes of a host with Windows are privileged, too.
          String(field).endsWith("spec") && reason === "FieldValueForbidden" &&
            /"hostProcess":true/.test(sent(exchange))
        )
      ),
    },
    "integers-that-wrap": {
      endsSequence: true,
      reason:
        "In strategic merge patches and applies the real server cuts integers to 32 bits. The " +
        "reference server rejects integers that are too large.",
      reconcile: whole((exchange) =>
        /:4294967296\b/.test(sent(exchange)) &&
        /apply-patch|strategic-merge-patch/.test(exchange.request.contentType ?? "") &&
        [400, 422].includes(exchange.reference.status)
      ),
    },
    "formats-in-an-apply": {
      reason: "The real server answers 500 to an apply with a time or bytes that cannot be read, " +
        "before it compares resourceVersions.",
      reconcile: whole(({ request, reference, real }) =>
        request.contentType === "application/apply-patch+yaml" && real.status === 500 &&
        reference.status === 409
      ),
    },
    "owners-of-templates": {
      endsSequence: true,
      reason: "The real server does not validate owner references in the metadata of a template.",
      reconcile: whole(({ reference, real }) =>
        reference.status === 422 && real.status < 300 &&
        causesOf(reference).every(({ field }) =>
          /^spec\.(jobTemplate\.spec\.)?template\.(metadata\.)?ownerReferences\[/.test(
            String(field),
          )
        )
      ),
    },
    "one-pod-a-volume": {
      endsSequence: true,
      reason: "The access mode ReadWriteOncePod is a feature of later releases. The reference " +
        "server accepts it.",
      reconcile: whole((exchange) =>
        sent(exchange).includes("ReadWriteOncePod") && exchange.real.status === 422 &&
        causesOf(exchange.real).some(({ field, reason }) =>
          String(field).endsWith("accessModes") && reason === "FieldValueNotSupported"
        )
      ),
    },
    "empty-parameters": {
      endsSequence: true,
      reason: "To the real server an update from no parameters of a StorageClass to an empty map " +
        "changes them.",
      reconcile: whole((exchange) =>
        isAt(exchange, "storageclasses") &&
        /"parameters":\{\}|"\/parameters","value":\{\}/.test(sent(exchange)) &&
        causesOf(exchange.real).some(({ field }) => field === "parameters")
      ),
    },
    "group-of-a-fixed-role": {
      reason: "The specification requires `apiGroup` of a `roleRef`. The real server fills it in " +
        "before it compares it with that of the stored binding.",
      endsSequence: true,
      reconcile: (exchange) => {
        const { reference, real } = exchange;
        const others = (causes: readonly JsonObject[]) =>
          causes.filter(({ field }) => !/^roleRef/.test(String(field)));
        const own = others(causesOf(reference));
        const isWithout = /"apiGroup":(""|null)|"remove","path":"\/roleRef\/apiGroup"/;
        const isRoleRef = isAt(exchange, "(cluster)?rolebindings") && reference.status === 422 &&
          own.length < causesOf(reference).length && isWithout.test(sent(exchange));
        if (!isRoleRef) return undefined;
        if (own.length === 0 && (real.status < 300 || real.status === 409)) {
          return { reference: real, real };
        }
        const [ours, theirs] = [reference, real].map((answer) => {
          const body = structuredClone(objectOf(answer.body));
          objectOf(body.details).causes = [...others(causesOf(answer))];
          return { ...answer, body };
        });
        return { reference: ours!, real: theirs! };
      },
    },
    "owner-of-a-template-generation": {
      endsSequence: true,
      reason:
        "A DaemonSet that is sent without the generation of its template has generation 0 for " +
        "the real server while it tracks owners, so that the sender becomes the owner.",
      reconcile: editing((body, exchange) => {
        if (!isAt(exchange, "daemonsets") || exchange.request.method !== "PUT") return;
        eachObject(body, (object) => delete objectOf(object.metadata).resourceVersion);
      }),
    },
    "empty-quantity": {
      endsSequence: true,
      reason: "The real server cannot decode an empty quantity in Protobuf. The reference server " +
        "reads it as 0, like an absent one.",
      reconcile: whole((exchange) =>
        exchange.request.contentType === "application/vnd.kubernetes.protobuf" &&
        exchange.real.status === 400 && /":""/.test(sent(exchange)) &&
        isAt(
          exchange,
          "limitranges|resourcequotas|csistoragecapacities|persistentvolume(claim)?s|nodes|" +
            "horizontalpodautoscalers",
        )
      ),
    },
    "doubled-bytes": {
      endsSequence: true,
      reason:
        "The real server cannot decode bytes whose key occurs twice: it decodes them into one " +
        "value.",
      reconcile: whole(({ request, real }) =>
        real.status === 400 &&
        (request.doubled ?? []).some((path) =>
          /^spec\.request$|^status\.certificate$|\.caBundle$/.test(path)
        )
      ),
    },
    "certificate-as-a-list": {
      endsSequence: true,
      reason:
        "The reference server has bytes in base64. The real server accepts a list of numbers " +
        "too, before it looks for the object.",
      reconcile: whole((exchange) =>
        [400, 422].includes(exchange.reference.status) &&
        /(certificate|request|caBundle)"(,"value")?:\[/.test(sent(exchange))
      ),
    },
    "empty-and-absent": {
      endsSequence: true,
      reason:
        "The real server distinguishes an empty map, list or certificate from an absent one " +
        "while it tracks owners, and stores them alike: a write from one to the other has a new " +
        "resourceVersion and owner.",
      reconcile: editing((body, exchange) => {
        const { request, reference, real } = exchange;
        const isChange = ["PATCH", "PUT"].includes(request.method) && reference.status === 200 &&
          real.status === 200;
        // An earlier apply owned the empty certificate.
        const isOfRequest = isAt(exchange, "certificatesigningrequests/[^/]+/status");
        if (isChange && isOfRequest) {
          eachObject(body, ({ metadata }) => delete objectOf(metadata).resourceVersion);
        }
        if (!isChange || !EMPTIES.test(sent(exchange))) return;
        eachObject(body, ({ metadata }) => {
          delete objectOf(metadata).resourceVersion;
          delete objectOf(metadata).managedFields;
        });
      }),
    },
    "two-events-of-a-deletion": {
      endsSequence: true,
      reason:
        "The real server removes a pod in two writes, of which the first marks it for deletion.",
      reconcile: whole(({ request, real }) =>
        request.query.watch === "true" && /\/pods$/.test(request.path) &&
        /"deletionGracePeriodSeconds":0/.test(JSON.stringify(real.body))
      ),
    },
    "owners-of-deletion-times": {
      endsSequence: true,
      reason:
        "A client that sends another deletion time than that of a pod under deletion becomes " +
        "its owner on the real server, which then restores the time.",
      reconcile: (exchange) => {
        const { reference, real } = exchange;
        const isKept = isAt(exchange, "pods") && reference.status === 422 && real.status === 200 &&
          causesOf(reference).every(({ field }) => field === "metadata.deletionTimestamp");
        return isKept ? { reference: real, real } : disownDeletion(exchange);
      },
    },
    "zero-in-a-scale": {
      reason:
        "A Scale of no replicas has no field for them, so the real server makes nobody their " +
        "owner.",
      reconcile: editing((body) =>
        eachObject(body, (object) => {
          // Metadata alone does not show the replicas.
          if (object.spec !== undefined && objectOf(object.spec).replicas !== 0) return;
          const metadata = objectOf(object.metadata);
          if (!Array.isArray(metadata.managedFields)) return;
          metadata.managedFields = metadata.managedFields.filter((entry) =>
            objectOf(entry).subresource !== "scale"
          );
        })
      ),
    },
    "dependents-of-jobs": {
      endsSequence: true,
      reason:
        "Of Jobs and ReplicationControllers the real server keeps dependents by default: the " +
        "deletion waits for a collector, and a warning says so.",
      reconcile: whole(({ request }) =>
        request.method === "DELETE" &&
        /\/(jobs|replicationcontrollers)(\/|$)/.test(request.path)
      ),
    },
    "owners-of-no-template-times": {
      reason:
        "The real server stores null for the absent time of an optional template, and makes " +
        "the writer its owner.",
      reconcile: editing((body) =>
        eachObject(body, (object) => disown(object, /^f:creationTimestamp$/))
      ),
    },
    "template-generation": {
      reason:
        "The generation of a DaemonSet's template is a field of the real server's memory: it " +
        "shows and owns the annotation only in whole objects.",
      reconcile: editing((body, exchange) => {
        if (!isAt(exchange as AnswerPair, "daemonsets")) return;
        eachObject(body, (object) => {
          const metadata = objectOf(object.metadata);
          const annotations = objectOf(metadata.annotations);
          delete annotations["deprecated.daemonset.template.generation"];
          if (Object.keys(annotations).length === 0) delete metadata.annotations;
          disown(object, /^f:deprecated\.daemonset\.template\.generation$/);
          if (metadata.annotations === undefined) disown(object, /^f:annotations$/);
          sortManagers(metadata);
        });
      }),
    },
    "status-of-network-policies": {
      endsSequence: true,
      reason:
        "The status of NetworkPolicies is an alpha feature: without it the real server stores " +
        "what a create or an update sends, and knows no writes of a status.",
      reconcile: (exchange) => {
        if (!isAt(exchange, "networkpolicies")) return undefined;
        // An answer of metadata alone does not show what was stored: a later read does.
        if (!isWrite(exchange)) return withoutStatus(exchange);
        const isOfStatus = exchange.request.path.endsWith("/status") ||
          /"\/?status\b/.test(sent(exchange));
        return isOfStatus ? { reference: exchange.real, real: exchange.real } : undefined;
      },
    },
    "time-of-a-reduced-apply": {
      endsSequence: true,
      reason: "A write to scale takes a field from the entries of others: the real server drops " +
        "the times of these entries, which is a change even if the replicas remain.",
      reconcile: editing((body, { request }) => {
        if (!/\/(replicasets|statefulsets|replicationcontrollers)(\/|$)/.test(request.path)) return;
        eachObject(body, (object) => {
          const isScale = request.path.endsWith("/scale") && request.method !== "GET";
          if (isScale) delete objectOf(object.metadata).resourceVersion;
          const { managedFields } = objectOf(object.metadata);
          if (Array.isArray(managedFields)) {
            for (const entry of managedFields) delete objectOf(entry).time;
          }
        });
      }),
    },
    "warnings-about-pods": {
      reason: "The real server warns of values in pods that are allowed and of no use.",
      reconcile: ({ reference, real }) => {
        const warnings = real.warnings.filter((text) =>
          !/^(spec|template)\./.test(text) || reference.warnings.includes(text)
        );
        return warnings.length === real.warnings.length
          ? undefined
          : { reference, real: { ...real, warnings } };
      },
    },
    "writes-of-volumes-without-a-change": {
      endsSequence: true,
      reason:
        "The real server stores a new volume or claim without the phase, which it adds when " +
        "it reads. The first write stores the phase, so it has a new resourceVersion if it changes " +
        "nothing else.",
      reconcile: editing((body, { request, reference, real }) => {
        const isChange = ["PATCH", "PUT"].includes(request.method) && reference.status === 200 &&
          real.status === 200;
        if (!isChange || !/\/persistentvolume(claim)?s\//.test(request.path)) return;
        eachObject(body, (object) => delete objectOf(object.metadata).resourceVersion);
      }),
    },
    "names-in-errors": {
      reason: "In details of an error the real server names a kind or its resource, the stored " +
        "group or that of the request, or a subresource. The reference server names those of the " +
        "request.",
      reconcile: editing((body) => {
        if (body.kind !== "Status") return;
        const details = objectOf(body.details);
        delete details.kind;
        delete details.group;
        if (Object.keys(details).length === 0) delete body.details;
      }),
    },
    "names-of-limit-ranges": {
      endsSequence: true,
      reason: "A LimitRange without a name gets a random one from either server.",
      reconcile: editing((body, exchange) => {
        if (!isAt(exchange as AnswerPair, "limitranges")) return;
        const hide = (part: JsonObject) => {
          if (/^[0-9a-f-]{36}$/.test(String(part.name))) part.name = "<random>";
        };
        hide(objectOf(body.details));
        // No sequence knows the name: the object stays until the end of the run.
        eachObject(body, (object) => hide(objectOf(object.metadata)));
      }),
    },
    "first-of-generated-names": {
      endsSequence: true,
      reason: "The deletion of a collection names the first object that it could not delete, and " +
        "generated names differ in their order.",
      reconcile: editing((body, { request }) => {
        if (request.method !== "DELETE" || body.kind !== "Status") return;
        const details = objectOf(body.details);
        if (String(details.name).includes("-gen-name ")) delete details.name;
      }),
    },
    "metadata-of-events": {
      endsSequence: true,
      reason:
        "The real server does not validate the metadata of an Event of the core group, or only " +
        "if nothing else is wrong.",
      reconcile: (exchange) => {
        const { reference, real } = exchange;
        if (!isAt(exchange, "api/v1/namespaces/[^/]+/events") || reference.status !== 422) {
          return undefined;
        }
        const own = causesOf(reference).filter(({ field }) => !/^metadata\./.test(String(field)));
        if (own.length === 0) return { reference: real, real };
        const body = structuredClone(objectOf(reference.body));
        objectOf(body.details).causes = [...own];
        return { reference: { ...reference, body }, real };
      },
    },
    "finalizers-in-specs-of-namespaces": {
      endsSequence: true,
      reason:
        "The real server validates finalizers in the spec of a new Namespace and keeps them. " +
        "The reference server sets its own.",
      reconcile: whole((exchange) =>
        isAt(exchange, "namespaces/[^/]+") || exchange.request.path.endsWith("/namespaces")
          ? /"finalizers"/.test(sent(exchange)) && isWrite(exchange)
          : false
      ),
    },
    "empty-required-lists": {
      reason: "A required list that is empty is null in the real server's answer.",
      reconcile: editing((body) => eachObject(body, dropEmptyLists)),
    },
  }),
];
