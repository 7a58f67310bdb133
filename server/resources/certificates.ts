/**
 * CertificateSigningRequests: nobody signs them here.
 *
 * @module
 */
import type { Dialect } from "../dialect.ts";
import type { ApiObject } from "../object.ts";
import { asObject, type ResourceDefinition, type Strategy } from "../registry/resource.ts";
import { age, formatAge, name } from "./age.ts";
import { at, computed, listAt, text, textAt } from "./columns.ts";
import { defineKind, STATUS_STRATEGY } from "./define_kind.ts";

/** Returns the resource `certificatesigningrequests`. */
export function certificateSigningRequests({ suffix }: Dialect): ResourceDefinition {
  const definition = defineKind({
    group: `certificates.${suffix}`,
    kind: "CertificateSigningRequest",
    namespaced: false,
    shortNames: ["csr"],
    nameRule: "path segment",
    selectableFields: (request) => ({ "spec.signerName": textAt(request, "spec.signerName") }),
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
    newStatus: () => ({}),
    // An update changes metadata only.
    prepareForUpdate(request, old) {
      request.spec = old.spec ?? {};
    },
    subresources: { approval: APPROVAL },
  });
  const { strategy } = definition;
  return { ...definition, strategy: { ...strategy, resetFields: [["spec"], ["status"]] } };
}

/** The strategy of `approval`: a write changes the conditions only. */
const APPROVAL: Strategy = {
  resetFields: [["spec"], ["status", "certificate"]],
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
