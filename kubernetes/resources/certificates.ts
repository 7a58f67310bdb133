/**
 * CertificateSigningRequests: nobody signs them here.
 *
 * @module
 */
import { type ApiObject, type Cause, type Dialect, equal } from "@plumbline/server/api";
import {
  age,
  asObject,
  at,
  computed,
  defineKind,
  formatAge,
  listAt,
  name,
  type ResourceDefinition,
  STATUS_STRATEGY,
  type Strategy,
  text,
  textAt,
} from "@plumbline/server/resources";
import {
  duplicateCause,
  forbiddenCause,
  invalidCause,
  label,
  required,
  requiredCause,
  subdomain,
  when,
} from "@plumbline/server/rules";
import { eachText, fields, filled, oneOf, someItems, unique } from "@plumbline/server/fields";

/** Returns the resource `certificatesigningrequests`. */
export function certificateSigningRequests({ suffix }: Dialect): ResourceDefinition {
  const definition = defineKind({
    group: `certificates.${suffix}`,
    kind: "CertificateSigningRequest",
    namespaced: false,
    shortNames: ["csr"],
    nameRule: "path segment",
    selectableFields: (request) => ({ "spec.signerName": textAt(request, "spec.signerName") }),
    selectorNames: {
      "metadata.name": "metadata.name",
      "spec.signerName": "spec.signerName",
    },
    columns: [
      name,
      age,
      text("SignerName", "spec.signerName", "<none>"),
      text("Requestor", "spec.username"),
      computed("RequestedDuration", (request) => {
        const seconds = at(request, "spec.expirationSeconds");
        return seconds === undefined ? "<none>" : formatAge(Number(seconds));
      }),
      computed("Condition", conditionOf),
    ],
    status: {
      initial: () => ({}),
      prepare: dropEmptyCertificate,
      validate: (request, old) => [
        ...validateConditions(request),
        ...keptDecisions(request, old),
        ...keptCertificate(request, old),
      ],
    },
    // An update changes metadata only.
    prepareForUpdate(request, old) {
      request.spec = old.spec ?? {};
    },
    subresources: { approval: APPROVAL },
    reportsMissingFields: true,
    validate: validateRequest,
  });
  const { strategy, subresources } = definition;
  const status: Strategy = {
    ...subresources!.status,
    resetFields: [["spec"], ["status", "conditions"]],
    applyDefaults: dropEmptyCertificate,
    validate: validateRequest,
  };
  return {
    ...definition,
    strategy: { ...strategy, resetFields: [["spec"], ["status"]] },
    subresources: { ...subresources, status },
  };
}

const USAGES = [
  "signing",
  "digital signature",
  "content commitment",
  "key encipherment",
  "key agreement",
  "data encipherment",
  "cert sign",
  "crl sign",
  "encipher only",
  "decipher only",
  "any",
  "server auth",
  "client auth",
  "code signing",
  "email protection",
  "s/mime",
  "ipsec end system",
  "ipsec tunnel",
  "ipsec user",
  "timestamping",
  "ocsp signing",
  "microsoft sgc",
  "netscape sgc",
];

/** Validates a request for a certificate; what it contains is not parsed. */
function validateRequest(request: ApiObject): Cause[] {
  const { signerName, expirationSeconds, request: encoded } = asObject(request.spec) ?? {};
  const certificate = at(request, "status.certificate");
  return [
    ...(isPem(String(encoded ?? ""), "CERTIFICATE REQUEST")
      ? []
      : [invalidCause("spec.request", encoded, "PEM block type must be CERTIFICATE REQUEST")]),
    ...fields({ usages: [someItems(), eachText(oneOf(...USAGES), unique)] })(
      asObject(request.spec) ?? {},
      "spec",
    ),
    ...validateSigner(String(signerName ?? "")),
    ...when(
      certificate !== undefined && !isPem(String(certificate), "CERTIFICATE"),
      invalidCause("status.certificate", "<certificate data>", "must contain PEM certificates"),
    ),
    ...when(
      expirationSeconds !== undefined && Number(expirationSeconds) < 600,
      invalidCause("spec.expirationSeconds", expirationSeconds, "is shorter than 10 minutes"),
    ),
  ];
}

function isPem(encoded: string, type: string): boolean {
  try {
    return atob(encoded).includes(`-----BEGIN ${type}-----`);
  } catch {
    return false;
  }
}

function validateSigner(signer: string): Cause[] {
  const field = "spec.signerName";
  const [domain = "", path = "", ...more] = signer.split("/");
  if (signer === "") return [requiredCause(field)];
  if (signer === "kubernetes.io/legacy-unknown") {
    return [invalidCause(field, signer, "the legacy signerName is not allowed")];
  }
  if (path === "" && !signer.includes("/") || more.length > 0) {
    return [invalidCause(field, signer, "must be of the form 'example.com/signer-name'")];
  }
  const labels = domain.split(".");
  return [
    ...labels.flatMap((one) => label(one, field)),
    ...when(labels.length < 2, invalidCause(field, domain, "should have at least two segments")),
    ...path.split(".").flatMap((one) => subdomain(one, field)),
  ];
}

/** An empty certificate is none. */
function dropEmptyCertificate(request: ApiObject): void {
  const status = asObject(request.status);
  if (status?.certificate === "") delete status.certificate;
}

/** The conditions with one status only. */
const DECISIONS = ["Approved", "Denied", "Failed"];

/** Validates the conditions of a request. */
function validateConditions(request: ApiObject): Cause[] {
  const field = "status.conditions";
  const all = listAt(request, field);
  const types = all.map(({ type = "" }) => String(type));
  return all.flatMap(({ type = "", status = "" }, index) => {
    const at = `${field}[${index}]`;
    const before = types.slice(0, index);
    const statuses = DECISIONS.includes(String(type)) ? ["True"] : ["False", "True", "Unknown"];
    const other = type === "Approved" ? "Denied" : type === "Denied" ? "Approved" : undefined;
    return [
      ...fields({ type: required, status: filled(oneOf(...statuses)) })({ type, status }, at),
      ...when(
        other !== undefined && before.includes(other),
        invalidCause(`${at}.type`, type, "Approved and Denied are mutually exclusive"),
      ),
      ...when(before.includes(String(type)), duplicateCause(`${at}.type`, type)),
    ];
  });
}

const ofType = (request: ApiObject, type: string) =>
  listAt(request, "status.conditions").filter((condition) => condition.type === type);

/** A decision remains. */
const keptConditions = (request: ApiObject, old: ApiObject): Cause[] =>
  DECISIONS.filter((type) => ofType(request, type).length < ofType(old, type).length)
    .map((type) =>
      forbiddenCause("status.conditions", `updates may not remove a condition of type "${type}"`)
    );

/** A write of the status decides nothing. */
const keptDecisions = (request: ApiObject, old: ApiObject): Cause[] => [
  ...keptConditions(request, old),
  ...["Approved", "Denied"].flatMap((type) => {
    const [now, before] = [ofType(request, type), ofType(old, type)];
    const isAdded = now.length > before.length;
    const verb = isAdded ? "add" : "modify";
    return when(
      isAdded || now.length === before.length && !equal([...now], [...before]),
      forbiddenCause("status.conditions", `updates may not ${verb} a condition of type "${type}"`),
    );
  }),
];

const keptCertificate = (request: ApiObject, old: ApiObject): Cause[] => {
  const [now, before] = [request, old].map((one) => textAt(one, "status.certificate"));
  const why = "updates may not modify existing certificate content";
  return when(before !== "" && now !== before, forbiddenCause("status.certificate", why));
};

/** The strategy of `approval`: a write changes the conditions only. */
const APPROVAL: Strategy = {
  resetFields: [["spec"], ["status", "certificate"]],
  validate: validateConditions,
  validateUpdate: keptConditions,
  prepareForUpdate(request, old) {
    const conditions = listAt(request, "status.conditions");
    STATUS_STRATEGY.prepareForUpdate!(request, old);
    const { conditions: _, ...rest } = asObject(old.status) ?? {};
    request.status = { ...rest, ...(conditions.length > 0 && { conditions: [...conditions] }) };
  },
};

function conditionOf(request: ApiObject): string {
  const types = listAt(request, "status.conditions").map(({ type }) => type);
  const decision = types.includes("Denied")
    ? "Denied"
    : types.includes("Approved")
    ? "Approved"
    : "Pending";
  const failed = types.includes("Failed") ? ",Failed" : "";
  return `${decision}${failed}${textAt(request, "status.certificate") === "" ? "" : ",Issued"}`;
}
