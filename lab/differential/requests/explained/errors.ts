/**
 * Known differences in errors.
 *
 * @module
 */
import {
  causesOf,
  editing,
  type Explanation,
  explanations,
  isStatus,
  objectOf,
  succeeded,
  whole,
} from "./explanation.ts";
import type { Comparable } from "../normalize.ts";
import type { Json, JsonObject } from "@plumbline/server/api";

/** Known differences in errors. */
export const ERROR_EXPLANATIONS: readonly Explanation[] = explanations({
  "owner-reference-fields": {
    reason: "The reference server names the owner reference in which a required field is " +
      "missing. The real server names the field without an index and calls it invalid.",
    reconcile: editing((body) => {
      const details = objectOf(body.details);
      if (!Array.isArray(details.causes)) return;
      details.causes = details.causes.map((cause) => anyOwner(objectOf(cause)));
    }),
  },
  "all-that-is-missing": {
    reason: "The reference server names every missing required field. The real server stops " +
      "validating a part whose parent is invalid.",
    reconcile: (exchange) => {
      const told = new Set(causesOf(exchange.real).map(({ field }) => field));
      const isMore = ({ field, reason }: JsonObject) =>
        reason === "FieldValueRequired" && !told.has(field!);
      return editing((body, { reference, real }) => {
        if (!isStatus(reference) || told.size === 0 || real.status !== 422) return;
        const details = objectOf(body.details);
        if (!Array.isArray(details.causes)) return;
        details.causes = details.causes.map(objectOf).filter((cause) => !isMore(cause));
      })(exchange);
    },
  },
  "own-fault": {
    reason: "The real server answers 500 to some requests that it cannot decode. The reference " +
      "server answers 4xx.",
    reconcile: whole(({ reference, real }) =>
      real.status === 500 && [400, 415, 422].includes(reference.status)
    ),
  },
  "empty-dry-run": {
    reason: "The specification permits dryRun without a value. The real server rejects it.",
    reconcile: whole(({ request, real }) =>
      request.query.dryRun === "" && causesOf(real).some(({ field }) => field === "dryRun")
    ),
  },
  "unknown-path": {
    reason: "The specification leaves the body of a 404 open. Outside known API groups the real " +
      "server answers with text or a list of paths, the reference server with a Status.",
    reconcile: whole(({ reference, real }) =>
      reference.status === 404 && real.status === 404 && isStatus(reference) && !isStatus(real)
    ),
  },
  "list-view-of-one": {
    endsSequence: true,
    reason: "One object cannot be encoded as a list, nor a list as one object. The reference " +
      "server rejects the request before the operation, the real server after it.",
    reconcile: whole(({ request, reference }) =>
      reference.status === 406 && /as=PartialObjectMetadata/.test(request.accept)
    ),
  },
  "put-of-a-version-that-is-gone": {
    reason: "A PUT with a resourceVersion to a name that does not exist: the reference server " +
      "answers with a conflict, the real server creates the object.",
    reconcile: whole(({ request, reference, real }) =>
      request.method === "PUT" && reference.status === 409 &&
      (real.status === 201 || real.status === 422)
    ),
  },
  "warnings-beside-406": {
    reason: "A request for a deprecated API version gets a warning, even if no media type of it " +
      "is supported.",
    reconcile: ({ reference, real }) =>
      [406, 415].includes(reference.status) && reference.status === real.status &&
        real.warnings.length === 0
        ? { reference: { ...reference, warnings: [] }, real }
        : undefined,
  },
  "patch-of-an-unknown-type": {
    reason: "If both Content-Type and Accept are unsupported, the real server reports sometimes " +
      "one, sometimes the other.",
    reconcile: whole(({ request, reference, real }) =>
      request.method === "PATCH" &&
      [reference, real].every(({ status }) => status === 406 || status === 415)
    ),
  },
  "which-fault-first": {
    reason: "If several things are wrong with a request, either may be reported first.",
    reconcile: whole(({ request, reference, real }) =>
      (/^(GET|DELETE)$/.test(request.method) &&
        Object.keys({ ...request.query, ...objectOf(request.body) }).length > 1 &&
        [reference, real].every(({ status }) => [400, 406, 422].includes(status))) ||
      (request.contentType === "application/apply-patch+yaml" && reference.status === 400 &&
        (real.status === 409 || real.status === 422))
    ),
  },
  "strict-patch": {
    reason: "The specification answers 400 under Strict, for patches too. The real server " +
      "answers 422.",
    reconcile: whole(({ request, reference, real }) =>
      request.method === "PATCH" && request.query.fieldValidation === "Strict" &&
      reference.status === 400 && "fields" in objectOf(reference.body) && real.status === 422 &&
      causesOf(real).some(({ field }) => field === "patch")
    ),
  },
  "replace-of-nothing": {
    reason: "RFC 6902 rejects a replace of a missing member. The real server adds it.",
    reconcile: whole(({ request, reference }) =>
      request.contentType === "application/json-patch+json" && reference.status === 422 &&
      causesOf(reference).length === 0 &&
      JSON.stringify(request.body).includes(`"op":"replace"`)
    ),
  },
  "names-of-kinds": {
    reason: "In errors about a Deployment or a review the real server names a former API group " +
      "or no kind, and in conflicts a resource or a kind. The reference server names " +
      "those of the request.",
    reconcile: editing((body) => {
      const details = objectOf(body.details);
      if (body.kind !== "Status") return;
      if (/^(apps|extensions)$/.test(String(details.group))) delete details.group;
      if (/^authorization/.test(String(details.group))) delete details.kind;
      if (details.kind) details.kind = pluralOf(String(details.kind));
    }),
  },
  "paths-of-fields": {
    reason: "For a wrong strategy type or wrong template labels the reference server names the " +
      "field. The real server names the strategy as a whole, and the labels without " + "metadata.",
    reconcile: editing((body) => {
      const { causes } = objectOf(body.details);
      if (!Array.isArray(causes)) return;
      for (const cause of causes.map(objectOf)) {
        if (cause.field === "spec.strategy.type") cause.field = "spec.strategy";
        cause.field = String(cause.field).replace("template.metadata.", "template.");
      }
      // Two causes of one server may be one of the other now.
      const known = new Map(causes.map(objectOf).map((one) => [`${one.field} ${one.reason}`, one]));
      objectOf(body.details).causes = [...known.values()];
    }),
  },
  "required-or-unsupported": {
    reason: "The specification calls these fields required. The real server calls an empty one " +
      "an invalid name or an unsupported value.",
    reconcile: (exchange) => {
      const isRequired = ({ reason }: JsonObject) => reason === "FieldValueRequired";
      const missing = causesOf(exchange.reference).filter(isRequired);
      const others = causesOf(exchange.real).filter((cause) => !isRequired(cause));
      const isOther = ({ field }: JsonObject) =>
        [missing, others].every((causes) => causes.some((cause) => cause.field === field));
      return editing((body, { real }) => {
        const details = objectOf(body.details);
        if (!Array.isArray(details.causes) || !isStatus(real)) return;
        details.causes = details.causes.map(objectOf).filter((cause) => !isOther(cause));
      })(exchange);
    },
  },
  "bytes-as-a-list": {
    reason: "The specification has values of a Secret in base64. The real server accepts a list " +
      "of numbers too.",
    reconcile: whole(({ request, reference }) =>
      reference.status === (request.method === "PATCH" ? 422 : 400) &&
      Object.values(objectOf(objectOf(request.body).data)).some((value) => Array.isArray(value))
    ),
  },
  "doubled-in-yaml": {
    reason: "For a duplicate key in YAML the real server reports the line and the last name, " +
      "the reference server the path as in JSON.",
    reconcile: (exchange) =>
      exchange.request.contentType === "application/yaml" &&
        (exchange.request.doubled ?? []).length > 0
        ? { reference: withoutDoubled(exchange.reference), real: withoutDoubled(exchange.real) }
        : undefined,
  },
  "group-of-a-role": {
    reason: "The specification requires `apiGroup` of a `roleRef`. The real server fills it in.",
    reconcile: whole(({ request, reference }) =>
      causesOf(reference).some(({ field, reason }) =>
        (field === "roleRef.apiGroup" && reason === "FieldValueRequired") ||
        // An update that empties the group changes the roleRef, which the real server does not see.
        (field === "roleRef" && objectOf(objectOf(request.body).roleRef).apiGroup === "")
      )
    ),
    endsSequence: true,
  },
  "options-in-the-body-only": {
    reason: "The specification gives a delete request parameters and a body. The real server " +
      "ignores the parameters if there is a body.",
    reconcile: whole(({ request, reference, real }) =>
      request.method === "DELETE" && request.body !== undefined &&
      Object.keys(request.query).some((name) => DELETE_PARAMETERS.includes(name)) &&
      // A Pod that waits for its deletion shows the grace period.
      (!succeeded(reference) || !succeeded(real) || request.query.dryRun === "All" ||
        request.query.gracePeriodSeconds !== undefined)
    ),
    endsSequence: true,
  },
});

const DELETE_PARAMETERS = ["dryRun", "propagationPolicy", "gracePeriodSeconds"];

/** Returns the resource for a name that may be its kind. */
const pluralOf = (kind: string) =>
  /s$/.test(kind) ? kind : `${kind.toLowerCase()}s`.replace(/ys$/, "ies");

function anyOwner(cause: JsonObject): JsonObject {
  const field = String(cause.field);
  if (!field.startsWith("metadata.ownerReferences")) return cause;
  return { field: field.replace(/\[\d+\]/, ""), reason: "FieldValueInvalid" };
}

/** Removes messages about duplicate fields. */
function withoutDoubled(answer: Comparable): Comparable {
  const isOther = (text: Json) => !/^duplicate field |^line \d+: key /.test(String(text));
  const { fields, ...body } = objectOf(answer.body);
  return {
    ...answer,
    warnings: answer.warnings.filter(isOther),
    ...(Array.isArray(fields) && { body: { ...body, fields: fields.filter(isOther) } }),
    ...(isStatus(answer) && !Array.isArray(fields) && { body: { ...body, fields: [] } }),
  };
}
