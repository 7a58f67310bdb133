/**
 * Role and ClusterRole, with rules that grant nothing, as no server has their resources.
 *
 * @module
 */
import type { Json, JsonObject } from "../client/http_client.ts";
import { LONG, present, replacing, turn, UNICODE } from "./content.ts";
import type { ResourceType } from "../client/resource_type.ts";

/** Role: rules within a namespace. */
export const role = roleType("roles", "Role");

/** ClusterRole: rules for the whole cluster, also for paths, or an aggregation of other roles. */
export const clusterRole = roleType("clusterroles", "ClusterRole");

function roleType(resource: string, kind: string): ResourceType {
  const namespaced = kind === "Role";
  const fields = (content: number) =>
    namespaced ? { rules: rulesOf(content, namespaced) } : fieldsOf(content);
  return {
    resource,
    kind,
    group: (dialect) => `rbac.authorization.${dialect.suffix}`,
    version: "v1",
    namespaced,
    body: (_dialect, content, _name, { merges = false } = {}) =>
      // A second apply of an empty list is a change on real servers.
      present(merges ? { rules: rulesOf(content, namespaced) } : fields(content)),
    change: (content) => replacing(fields(content)),
  };
}

function fieldsOf(content: number) {
  return content > 0 && content % 4 === 2
    ? aggregated(content)
    : { rules: rulesOf(content, false), aggregationRule: undefined };
}

/** Returns an aggregation of no roles; controllers find nothing to change in its rules. */
function aggregated(content: number): { rules: Json; aggregationRule: Json } {
  const key = "plumbline.invalid/none";
  const matchLabels = { [key]: `content-${content}` };
  const matchExpressions: JsonObject[] = [
    { key, operator: "In", values: ["one", `c${content}`] },
    { key: "plumbline.invalid/other", operator: "DoesNotExist" },
  ];
  return {
    rules: [],
    aggregationRule: {
      clusterRoleSelectors: turn<Json[]>(
        Math.floor(content / 4),
        [{ matchExpressions }],
        [{ matchLabels }, { matchLabels: { [key]: "" }, matchExpressions }],
      ),
    },
  };
}

/** Returns rules; fields of a rule, and rules, come and go. */
function rulesOf(content: number, namespaced: boolean): Json | undefined {
  const named = ruleOf(["plumbs"], { resourceNames: [`content-${content}`] });
  if (content === 0) return [named];
  const path = { nonResourceURLs: ["/plumbline/none", "/plumbline/*"], verbs: ["get", "post"] };
  return turn<Json | undefined>(
    content,
    undefined,
    [
      {
        ...ruleOf(["plumbs", `plumbs-${content}`]),
        apiGroups: ["plumbline.invalid", "other.plumbline.invalid"],
        verbs: ["get", "list", "watch"],
      },
      named,
    ],
    [ruleOf(["plumbs/status"], { resourceNames: ["", UNICODE, LONG] }), named],
    [ruleOf([`plumbs-${content}`])],
    [named, ...(namespaced ? [] : [path]), ruleOf(["lines"], { verbs: ["*"] })],
    [named],
    [ruleOf(["plumbs"], { resourceNames: [`content-${content}`, "another"] })],
  );
}

function ruleOf(resources: string[], others: JsonObject = {}): JsonObject {
  return { apiGroups: ["plumbline.invalid"], resources, verbs: ["get"], ...others };
}
