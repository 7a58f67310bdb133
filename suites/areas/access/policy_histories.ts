/**
 * Histories of roles, bindings and aggregation, real and dry: after each write decisions are those of
 * the state that a model computes.
 *
 * @module
 */
import fc from "fast-check";
import { shuffled } from "../../arbitraries/combinations.ts";
import { leavingOut } from "../../arbitraries/leaving_out.ts";
import { type Check, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { asObject } from "../../model/object.ts";
import type { ActionOnResource } from "../../model/access/policy.ts";
import {
  collectionPath,
  objectPath,
  type ResourceType,
  resourceType,
} from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { awaitDecision, sendReview, tryRequest } from "../../session/access/attempts.ts";
import { userIn } from "../../session/access/small_policies.ts";
import { impersonating, mayImpersonate } from "../../session/access/policy_users.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import { verify } from "../../verify.ts";
import {
  allowedBy,
  type Content,
  isSource,
  LISTED,
  type Member,
  type MemberContents,
  MEMBERS,
  type User,
  USERS,
} from "./model/policy_state.ts";
import { rejected } from "../../session/objects.ts";
import { hasOperation } from "../../session/operations.ts";

/** Whether a user may list a resource. */
interface Question {
  readonly user: User;
  readonly resource: string;
}

const QUESTIONS: readonly Question[] = USERS.flatMap((user) =>
  LISTED.map((resource) => ({ user, resource }))
);

/** A write of one object, or its deletion. */
interface Step {
  readonly member: Member;
  readonly deletes: boolean;
  readonly isDry: boolean;
  /** The form of a write to an object that exists; an apply deletes by the collection. */
  readonly form: WriteForm;
  readonly content: Content;
}

const step = (): fc.Arbitrary<Step> =>
  fc.record({
    member: fc.constantFrom(...MEMBERS),
    deletes: fc.constantFrom(false, false, true),
    isDry: fc.constantFrom(false, false, true),
    form: fc.constantFrom(...WRITE_FORMS),
    content: fc.record({
      resources: fc.subarray([...LISTED]),
      label: fc.constantFrom("one", "two", "none"),
      selectors: fc.subarray(["one", "two"], { minLength: 1 }),
      byExpression: fc.boolean(),
      isBound: fc.boolean(),
    }),
  });

/** Two contents of each member, of which only one lets the user list something more. */
const TWO: readonly [Content, Content] = [
  { resources: [], label: "none", selectors: ["two"], byExpression: false, isBound: false },
  { resources: ["secrets"], label: "one", selectors: ["one"], byExpression: true, isBound: true },
];

/** Returns a history for each member with each form of a write to it, first as a dry run. */
function everyForm(): Step[][] {
  return MEMBERS.map((member) => {
    const steps = WRITE_FORMS.flatMap((form, at): Step[] => {
      const [content, next] = at % 2 === 0 ? TWO : TWO.toReversed() as [Content, Content];
      const step = { member, form, deletes: false, isDry: false, content };
      return [{ ...step, isDry: true }, step, {
        ...step,
        deletes: true,
        isDry: true,
        content: next,
      }];
    });
    const [step] = steps;
    const deleted = { ...step!, deletes: true, isDry: false };
    const created = { ...step!, isDry: false, content: TWO[1] };
    const byCollection = { ...deleted, form: "apply" as const };
    return [...steps, deleted, { ...created, isDry: true }, created, byCollection, created];
  });
}

/** True where ClusterRoles are aggregated: a controller does so, which a server may run without. */
const aggregating = new WeakMap<object, Promise<boolean>>();

/** Checks of histories. */
export const POLICY_HISTORIES: readonly Check[] = [
  property<readonly Step[]>({
    id: "access/policy-histories",
    version: 2,
    title: "Decisions follow each write of roles, bindings and aggregated roles, and no dry run",
    requirements: [
      "access.dry-run-permits-nothing",
      "access.decisions-follow-writes",
      "access.aggregated-rules-permit",
    ],
    share: 0.25,
    uses: ["dry-run", "server-side-apply", "strategic-merge-patch", "impersonation", "reviews"],
    arbitrary: () => leavingOut(fc.array(step(), { minLength: 2, maxLength: 8, size: "max" })),
    cases: (seed) => shuffled(everyForm(), seed),
    run: async (scope, steps) => {
      const client = scope.target.client;
      const known = aggregating.get(client) ?? aggregates(scope);
      aggregating.set(client, known);
      const history = new History(scope, await known);
      await history.begin();
      for (const each of steps) await history.take(each);
    },
  }),
];

/** The objects of a case, and what they permit by the model. */
class History {
  readonly #scope: Scope;
  readonly #aggregates: boolean;
  #policy: MemberContents = {};
  #count = 0;
  #turn = 0;

  constructor(scope: Scope, isAggregating: boolean) {
    this.#scope = scope;
    this.#aggregates = isAggregating;
  }

  /** Creates a policy in which each member matters. */
  async begin(): Promise<void> {
    const content = { selectors: ["one"], byExpression: false, isBound: true };
    const start: MemberContents = {
      pipes: { ...content, resources: ["secrets"], label: "one" },
      whole: { ...content, resources: [], label: "none" },
      own: { ...content, resources: ["deployments"], label: "none" },
      "binding of whole": { ...content, resources: [], label: "none" },
      "binding of own": { ...content, resources: [], label: "none" },
      "binding here of whole": { ...content, resources: [], label: "none" },
    };
    for (const [member, content] of Object.entries(start) as [Member, Content][]) {
      expectWritten(await this.#create(member, content, {}));
    }
    this.#policy = start;
    await this.#verify("access.decisions-follow-writes", QUESTIONS);
  }

  /** Takes a step, and compares decisions afterwards: all, or after a dry run what it could change. */
  async take(step: Step): Promise<void> {
    const { member, deletes, isDry, content, form } = step;
    const { lacks = [] } = this.#scope.target;
    if (isDry && lacks.includes("dry-run")) return;
    const exists = this.#policy[member] !== undefined;
    if (deletes && !exists) return;
    const query = isDry ? { dryRun: "All" } : {};
    const response = deletes
      ? await this.#scope.send({
        method: "DELETE",
        // Without a namespace a server that ignores selectors would delete everybody's objects.
        ...(form === "apply" && typeOf(member).namespaced &&
            hasOperation(typeOf(member), "deletecollection")
          ? this.#alone(member, query)
          : { path: this.#path(member), query }),
      })
      : exists
      ? await this.#change(
        member,
        content,
        supports(this.#scope.target, form) ? form : "update",
        query,
      )
      : await this.#create(member, content, query);
    expectWritten(response);
    this.#scope.note(`${isDry ? "dry " : ""}${deletes ? "delete" : exists ? step.form : "create"}`);
    const next = { ...this.#policy, [member]: deletes ? undefined : content };
    const questions = isDry ? this.#telling(next) : QUESTIONS;
    if (!isDry) this.#policy = next;
    const isAggregation = member === "whole" || isSource(member);
    const requirement = isDry
      ? "access.dry-run-permits-nothing"
      : isAggregation && this.#aggregates
      ? "access.aggregated-rules-permit"
      : "access.decisions-follow-writes";
    await this.#verify(requirement, questions);
  }

  /** Returns the questions whose answers differ with another policy, and one that comes round. */
  #telling(other: MemberContents): readonly Question[] {
    const [now, then] = [this.#policy, other].map((policy) =>
      new Map(
        USERS.map((user) => [user, allowedBy(policy, { aggregates: this.#aggregates, user })]),
      )
    );
    const turn = this.#turn++ % QUESTIONS.length;
    return QUESTIONS.filter(({ user, resource }, index) =>
      index === turn ||
      now!.get(user)!.includes(resource) !== then!.get(user)!.includes(resource)
    );
  }

  async #verify(requirement: RequirementId, questions: readonly Question[]): Promise<void> {
    const scope = this.#scope;
    for (const { user, resource } of questions) {
      const actor = userIn(scope, user);
      const isAllowed = allowedBy(this.#policy, { aggregates: this.#aggregates, user })
        .includes(resource);
      const request: ActionOnResource = {
        verb: "list",
        group: resourceType(resource).group(scope.target.dialect),
        resource,
        subresource: "",
        name: "",
        namespace: scope.namespaces[0],
      };
      // Every other decision is that of a request.
      const asks = this.#count++ % 2 === 0 || !mayImpersonate(scope);
      const { allowed, description } = await awaitDecision(
        scope,
        isAllowed,
        () =>
          asks
            ? sendReview(scope, "subject", actor, request)
            : tryRequest(scope, request, impersonating(actor)),
      );
      verify(requirement, {
        holds: allowed === isAllowed,
        expected: `${user}'s list of ${resource} ${isAllowed ? "allowed" : "not allowed"} with ${
          JSON.stringify(this.#policy)
        }`,
        actual: `${asks ? "review" : "request"}: ${description}`,
      });
    }
  }

  #create(member: Member, content: Content, query: HttpRequest["query"]): Promise<HttpResponse> {
    const type = typeOf(member);
    const object = this.#scope.newObject(type, { name: member });
    const body = merged(object, this.#changeOf(member, content));
    return this.#scope.create(type, { ...body, ...this.#roleRef(member) }, query);
  }

  async #change(
    member: Member,
    content: Content,
    form: WriteForm,
    query: HttpRequest["query"],
  ): Promise<HttpResponse> {
    const scope = this.#scope;
    const current = await scope.send({ method: "GET", path: this.#path(member) });
    const object = asObject(current.json);
    if (current.status !== 200 || object === undefined) {
      throw rejected(current, "a get was rejected");
    }
    const change = { ...this.#changeOf(member, content), ...this.#roleRef(member) };
    return await scope.send(changeRequest(scope, typeOf(member), object, form, change, { query }));
  }

  /** Returns the members of an object that a content sets. */
  #changeOf(member: Member, content: Content): JsonObject {
    const scope = this.#scope;
    if (member.startsWith("binding")) {
      const bound = member === "binding here of whole" ? "cat" : "ann";
      const name = userIn(scope, content.isBound ? bound : "ben").user;
      const apiGroup = `rbac.authorization.${scope.target.dialect.suffix}`;
      return { subjects: [{ kind: "User", name, apiGroup }] };
    }
    if (member === "whole" && this.#aggregates) {
      return { aggregationRule: { clusterRoleSelectors: this.#selectorsOf(content) } };
    }
    const rules = content.resources.map((resource): JsonObject => ({
      verbs: ["list"],
      apiGroups: [resourceType(resource).group(scope.target.dialect)],
      resources: [resource],
    }));
    return { metadata: { labels: { ...scope.labels, feeds: content.label } }, rules };
  }

  #selectorsOf({ selectors, byExpression }: Content): JsonObject[] {
    const own = { "plumbline/scope": this.#scope.id };
    return byExpression
      ? [{
        matchLabels: own,
        matchExpressions: [{ key: "feeds", operator: "In", values: [...selectors] }],
      }]
      : selectors.map((feeds) => ({ matchLabels: { ...own, feeds } }));
  }

  #roleRef(member: Member): JsonObject {
    const { dialect: { suffix } } = this.#scope.target;
    const apiGroup = `rbac.authorization.${suffix}`;
    const [kind, role] = member === "binding of own"
      ? ["Role", "own"] as const
      : ["ClusterRole", "whole"] as const;
    return member.startsWith("binding")
      ? { roleRef: { apiGroup, kind, name: this.#scope.name(role) } }
      : {};
  }

  /** Returns the collection of a member, with a selector of it alone. */
  #alone(member: Member, query: HttpRequest["query"]): Pick<HttpRequest, "path" | "query"> {
    const { target: { dialect }, namespaces: [namespace] } = this.#scope;
    const type = typeOf(member);
    const fieldSelector = `metadata.name=${this.#scope.name(member)}`;
    return {
      path: collectionPath(type, dialect, namespace),
      query: { ...query, fieldSelector },
    };
  }

  #path(member: Member): string {
    const [namespace] = this.#scope.namespaces;
    const name = this.#scope.name(member);
    return objectPath(typeOf(member), this.#scope.target.dialect, { namespace, name });
  }
}

function typeOf(member: Member): ResourceType {
  switch (member) {
    case "own":
      return resourceType("roles");
    case "binding of own":
    case "binding here of whole":
      return resourceType("rolebindings");
    case "binding of whole":
      return resourceType("clusterrolebindings");
    default:
      return resourceType("clusterroles");
  }
}

function merged(object: JsonObject, { metadata, ...change }: JsonObject): JsonObject {
  const { rules: _rules, subjects: _subjects, ...rest } = object;
  return { ...rest, ...change, metadata: { ...asObject(object.metadata), ...asObject(metadata) } };
}

function expectWritten(response: HttpResponse): void {
  if (response.status >= 300) throw rejected(response, "a write of a role or binding was rejected");
}

/** Creates an aggregated ClusterRole, and waits for rules in it. */
async function aggregates(scope: Scope): Promise<boolean> {
  const type = resourceType("clusterroles");
  const labels = { feeds: "probe" };
  const matchLabels = { ...labels, "plumbline/scope": scope.id };
  const source = scope.newObject(type, { name: "probe source", content: 1, labels });
  const whole = {
    ...scope.newObject(type, { name: "probe whole" }),
    rules: [],
    aggregationRule: { clusterRoleSelectors: [{ matchLabels }] },
  };
  for (const object of [source, whole]) expectWritten(await scope.create(type, object));
  const path = objectPath(type, scope.target.dialect, { name: scope.name("probe whole") });
  const { allowed } = await awaitDecision(scope, true, async () => {
    const rules = asObject((await scope.send({ method: "GET", path })).json)?.rules;
    return { allowed: Array.isArray(rules) && rules.length > 0, description: "" };
  });
  return allowed === true;
}
