/**
 * What the body of a refusal says.
 *
 * @module
 */
import type { Answer } from "../../../client/http_client.ts";
import { type Finding, finding } from "../../../model/finding.ts";
import { asObject } from "../../../model/object.ts";

/** Holds a refusal's body to the shape real servers agree on. */
export function judgeStatus(
  { status, json, text }: Pick<Answer, "status" | "json" | "text">,
): Finding[] {
  const body = asObject(json);
  const shape = [body?.kind, body?.apiVersion, body?.status].join(" ");
  if (body === undefined || shape !== "Status v1 Failure") {
    const expected = "kind Status, apiVersion v1, status Failure";
    return [finding("errors.refusal-has-status-body", expected, text.slice(0, 200))];
  }
  const found: Finding[] = [];
  if (body.code !== status) {
    found.push(finding("errors.status-bears-code", `code ${status}`, JSON.stringify(body.code)));
  }
  for (const field of ["reason", "message"]) {
    if (typeof body[field] === "string" && body[field] !== "") continue;
    const actual = `${field} ${JSON.stringify(body[field])}`;
    found.push(finding("errors.status-bears-reason-and-message", `a ${field}`, actual));
  }
  return found;
}
