/**
 * Oracle for the body of an error response.
 *
 * @module
 */
import type { Answer } from "../../../client/http_client.ts";
import { type Finding, finding } from "../../../model/finding.ts";
import { asObject } from "../../../model/object.ts";

/** Returns the differences of an error response from the Status that real servers return. */
export function judgeStatus(
  { status, json, text }: Pick<Answer, "status" | "json" | "text">,
): Finding[] {
  const body = asObject(json);
  const shape = [body?.kind, body?.apiVersion, body?.status].join(" ");
  if (body === undefined || shape !== "Status v1 Failure") {
    const expected = "kind Status, apiVersion v1, status Failure";
    return [finding("errors.error-has-status-body", expected, text.slice(0, 200))];
  }
  const failures: Finding[] = [];
  if (body.code !== status) {
    failures.push(finding("errors.status-has-code", `code ${status}`, JSON.stringify(body.code)));
  }
  for (const field of ["reason", "message"]) {
    if (typeof body[field] === "string" && body[field] !== "") continue;
    const actual = `${field} ${JSON.stringify(body[field])}`;
    failures.push(finding("errors.status-has-reason-and-message", `a ${field}`, actual));
  }
  return failures;
}
