/**
 * Unknown subjects and references to roles that do not exist: a binding that the suites create
 * grants nothing.
 *
 * @module
 */
import type { Dialect } from "../client/dialect.ts";
import type { Json } from "../client/http_client.ts";

/** Returns an unknown user, named after the number of the content. */
export function nobody(dialect: Dialect, content: number): Json[] {
  return [{
    apiGroup: `rbac.authorization.${dialect.suffix}`,
    kind: "User",
    name: nameOfNobody(content),
  }];
}

/** A merge patch's subjects cannot know the dialect: a service account needs no group. */
export function nobodysAccount(content: number): Json[] {
  return [{ kind: "ServiceAccount", namespace: "plumbline-nowhere", name: nameOfNobody(content) }];
}

/** A reference to a role under the object's own name. */
export function roleReference(dialect: Dialect, kind: string, name: string): Json {
  return { apiGroup: `rbac.authorization.${dialect.suffix}`, kind, name };
}

function nameOfNobody(content: number): string {
  return `plumbline-nobody-${content}`;
}
