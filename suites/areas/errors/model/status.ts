/**
 * Oracle for the body of an error response.
 *
 * @module
 */
import type { HttpResponse } from "../../../client/http_client.ts";
import { type Discrepancy, discrepancy } from "../../../model/discrepancy.ts";
import { asObject } from "../../../model/object.ts";

/** Returns the differences of an error response from the Status that real servers return. */
export function verifyStatus(
  { status, json, text }: Pick<HttpResponse, "status" | "json" | "text">,
): Discrepancy[] {
  const body = asObject(json);
  const shape = [body?.kind, body?.apiVersion, body?.status].join(" ");
  if (body === undefined || shape !== "Status v1 Failure") {
    const expected = "kind Status, apiVersion v1, status Failure";
    return [discrepancy("errors.error-has-status-body", expected, text.slice(0, 200))];
  }
  const failures: Discrepancy[] = [];
  if (body.code !== status) {
    failures.push(
      discrepancy("errors.status-has-code", `code ${status}`, JSON.stringify(body.code)),
    );
  }
  for (const field of ["reason", "message"]) {
    if (typeof body[field] === "string" && body[field] !== "") continue;
    const actual = `${field} ${JSON.stringify(body[field])}`;
    failures.push(discrepancy("errors.status-has-reason-and-message", `a ${field}`, actual));
  }
  return failures;
}
