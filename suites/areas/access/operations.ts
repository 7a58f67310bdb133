/**
 * Checks of the verbs that operations need: every other permission is not enough, and exactly those
 * verbs are.
 *
 * @module
 */
import fc from "fast-check";
import type { RequirementId } from "../../catalogue.ts";
import { type Check, Discard, property, Violation } from "../../check.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import type { Target as ConnectedTarget } from "../../client/target.ts";
import { canonical } from "../../model/content.ts";
import { asObject } from "../../model/object.ts";
import type { Binding, Role, Rule } from "../../model/access/policy.ts";
import { resourceType } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { awaitDecision, type Decided, decisionOf } from "../../session/access/attempts.ts";
import { changeRules, dropBinding, putPolicy } from "../../session/access/policy_objects.ts";
import { granting, grantingEverywhere } from "../../session/access/small_policies.ts";
import { type Sender, type TestUser, testUser } from "../../session/access/policy_users.ts";
import {
  type AccessOperation,
  type AccessVerb,
  creates,
  isOfCollection,
  isRead,
  NEEDED,
  operatedObject,
  operatedPath,
  operationRequest,
  operationsOf,
  type TargetOperation,
} from "./operation_requests.ts";
import { POLICY_VERBS, TARGETS } from "./policy_arbitraries.ts";
import { groupOf, ruleResource, type ScopedTarget } from "./scoped_policies.ts";
import { verify } from "../../verify.ts";
import { rejected } from "../../session/objects.ts";

const REQUIREMENTS_BY_VERB = {
  get: "access.verb-get",
  list: "access.verb-list",
  watch: "access.verb-watch",
  create: "access.verb-create",
  update: "access.verb-update",
  patch: "access.verb-patch",
  delete: "access.verb-delete",
  deletecollection: "access.verb-deletecollection",
} as const satisfies Record<AccessVerb, RequirementId>;

interface GeneratedTrial extends TargetOperation {
  /** The index of the verb that is not granted at first, among those needed. */
  readonly missing: number;
  /** Another operation on the target, which may need other verbs. */
  readonly other: number;
}

/** One case: who performs which operation on what. */
interface Trial {
  readonly scope: Scope;
  readonly user: TestUser;
  readonly target: ScopedTarget;
  readonly operation: AccessOperation;
  readonly missing: AccessVerb;
  /** The words of the names of its objects. */
  readonly words: string;
}

/** Checks of operations. */
export const OPERATION_CHECKS: readonly Check[] = [
  property<readonly GeneratedTrial[]>({
    id: "access/operations",
    share: 0.4,
    title: "Each operation is permitted by its own verb and by no other, in dry runs as well",
    requirements: [
      ...Object.values(REQUIREMENTS_BY_VERB) as [typeof REQUIREMENTS_BY_VERB.get],
      "access.put-that-creates-needs-create",
      "access.apply-needs-patch",
      "access.apply-that-creates-needs-create",
      "access.dry-run-authorized-alike",
      "access.forbidden-changes-nothing",
      "access.only-in-its-namespace",
    ],
    needs: ["another identity or impersonation"],
    uses: ["dry-run", "server-side-apply", "strategic-merge-patch"],
    arbitrary: (target) => fc.tuple(arbitraryTrial(target), arbitraryTrial(target)),
    cases: (seed, target) => {
      const trials = operationsOf(target).flatMap((each, number): GeneratedTrial[] =>
        NEEDED[each.operation].map((_, missing) => ({
          ...each,
          missing,
          other: (seed >>> 3) + number & 7,
        }))
      );
      const half = Math.ceil(trials.length / 2);
      return trials.slice(0, half).map((each, at) => [each, trials[half + at] ?? each]);
    },
    run: async (scope, trials) => {
      for (const [number, each] of trials.entries()) await runTrial(scope, each, `${number}`);
    },
  }),
];

function arbitraryTrial(target: ConnectedTarget): fc.Arbitrary<GeneratedTrial> {
  const all = operationsOf(target);
  return fc.constantFrom(...all).chain((one) =>
    fc.record({
      target: fc.constant(one.target),
      operation: fc.constant(one.operation),
      missing: fc.nat(1),
      other: fc.nat(all.filter((each) => each.target === one.target).length - 1),
    })
  );
}

async function runTrial(
  scope: Scope,
  { target: index, operation, missing, other }: GeneratedTrial,
  words: string,
): Promise<void> {
  const target = TARGETS[index]!;
  const needed: readonly AccessVerb[] = NEEDED[operation];
  const trial: Trial = {
    scope,
    user: await testUser(scope, `operator-${words}`),
    target,
    operation,
    missing: needed[missing % needed.length]!,
    words,
  };
  scope.note(`${operation} of ${ruleResource(target)}`);
  const { role, binding } = await expectForbidden(trial);
  const others = operationsOf(scope.target).filter((each) => each.target === index);
  await expectAllowed(trial, role, others[other % others.length]!.operation);
  // The next trial may be one of the same identity.
  await dropBinding(scope, binding);
}

/** Grants all verbs but one, and everything on all other resources; the operation is forbidden. */
async function expectForbidden(trial: Trial): Promise<{ role: Role; binding: Binding }> {
  const { scope, user, target, operation, missing } = trial;
  const created = await createObject(trial);
  const others = TARGETS.filter((each) => each !== target);
  const rules: Rule[] = [
    ruleOn(scope, target, POLICY_VERBS.filter((verb) => verb !== missing)),
    { verbs: ["*"], apiGroups: ["*"], resources: others.map(ruleResource) },
  ];
  const grant = isEverywhere(trial) ? grantingEverywhere : granting;
  const policy = grant(scope, rules, [user.subject], `grant ${trial.words}`);
  await putPolicy(scope, policy);
  // A permission of the same role shows that the binding has taken effect.
  const seen = readOf(trial);
  const effect = await awaitDecision(scope, true, () => attempt(trial, seen, true));
  if (!effect.allowed) throw violated(trial, seen, true, effect);
  const dry = await dryAttemptForbidden(trial, operation);
  const real = await attemptForbidden(trial, operation);
  if (real.allowed !== false) throw violated(trial, operation, false, real);
  if (dry !== undefined && dry.allowed !== false) throw dryRunViolated(dry, real);
  if (isOfCollection(operation)) {
    // The selector of one name makes no request for one object.
    const fieldSelector = `metadata.name=${scope.name(nameFor(operation, trial.words))}`;
    const one = await attemptForbidden(trial, operation, { fieldSelector });
    if (one.allowed !== false) throw violated(trial, operation, false, one);
  }
  if (!isRead(operation)) await expectUnchanged(trial, created);
  return { role: policy.roles[0]!, binding: policy.bindings[0] };
}

/** Grants the needed verbs only; the operation is allowed, and others are not. */
async function expectAllowed(trial: Trial, role: Role, other: AccessOperation): Promise<void> {
  const { scope, target, operation } = trial;
  // Real servers demand this verb of those who write bindings.
  const bind: Rule = {
    verbs: ["bind"],
    apiGroups: [groupOf(scope, TARGETS[3])],
    resources: ["roles", "clusterroles"],
  };
  const needed = verbsFor(operation);
  await changeRules(scope, { ...role, rules: [ruleOn(scope, target, needed), bind] });
  const dry = mayRehearse(trial, operation)
    ? await awaitDecision(scope, true, () => attempt(trial, operation, true, DRY_RUN))
    : undefined;
  if (dry === undefined) {
    // What the role permitted before shows that the change has taken effect.
    await awaitDecision(scope, false, () => attempt(trial, readOf(trial), false));
  }
  if (!verbsFor(other).every((verb) => needed.includes(verb))) {
    const dry = await dryAttemptForbidden(trial, other);
    const decision = dry?.allowed === false ? dry : await attemptForbidden(trial, other);
    if (decision.allowed !== false) throw violated(trial, other, false, decision, needed);
    if (dry !== undefined && dry.allowed !== false) throw dryRunViolated(dry, decision);
  }
  const real = await awaitDecision(scope, true, () => attempt(trial, operation, true));
  if (!real.allowed) throw violated(trial, operation, true, real);
  if (dry?.allowed === false) throw dryRunViolated(dry, real);
  await expectOneNamespace(trial, needed);
}

/** Expects that permissions of a RoleBinding end at its namespace: in others, and across all. */
async function expectOneNamespace(trial: Trial, granted: readonly AccessVerb[]): Promise<void> {
  const { scope, target, operation } = trial;
  const [, another] = scope.namespaces;
  if (isEverywhere(trial) || another === undefined) return;
  const elsewhere: (Elsewhere & { readonly query?: HttpRequest["query"] })[] = [
    { namespace: another },
  ];
  if (operation === "list" || operation === "watch") {
    // What a request selects does not change what it needs.
    const [namespace] = scope.namespaces;
    const fieldSelector = `metadata.namespace=${namespace}`;
    elsewhere.push({ acrossNamespaces: true }, {
      acrossNamespaces: true,
      query: { fieldSelector },
    });
  }
  for (const { query = {}, ...place } of elsewhere) {
    const decision = await attemptForbidden(trial, operation, query, place);
    const where = place.acrossNamespaces ? "across all namespaces" : "in another namespace";
    verify("access.only-in-its-namespace", {
      holds: decision.allowed === false,
      expected: `${operation} of ${ruleResource(target)} ${where} forbidden with ${
        granted.join(" and ")
      } in one namespace`,
      actual: decision.description,
    });
  }
}

function dryRunViolated(dry: Decided, real: Decided): Violation {
  const word = real.allowed ? "allowed" : "forbidden";
  const expected = `${word}, as without dry run: ${real.description}`;
  return new Violation("access.dry-run-authorized-alike", { expected, actual: dry.description });
}

/** Returns the verbs to grant: some servers authorize a PUT as update before they look for the object. */
function verbsFor(operation: AccessOperation): readonly AccessVerb[] {
  return operation === "put that creates" ? ["update", "create"] : NEEDED[operation];
}

function ruleOn(scope: Scope, target: ScopedTarget, verbs: readonly string[]): Rule {
  return { verbs, apiGroups: [groupOf(scope, target)], resources: [ruleResource(target)] };
}

function nameFor(operation: AccessOperation, words: string): string {
  return `${creates(operation) ? "new" : "existing"} ${words}`;
}

/** Returns the read that is permitted where every verb but the missing one is. */
const readOf = ({ missing }: Trial): AccessOperation => missing === "get" ? "list" : "get";

const DRY_RUN = { dryRun: "All" };

/** Returns true for a write, if the target supports dry run. */
const mayRehearse = ({ scope }: Trial, operation: AccessOperation): boolean =>
  !isRead(operation) && !scope.target.lacks?.includes("dry-run");

/** Sends a write that must be forbidden as a dry run; undefined for reads, or without dry run. */
async function dryAttemptForbidden(
  trial: Trial,
  operation: AccessOperation,
): Promise<Decided | undefined> {
  return mayRehearse(trial, operation)
    ? await awaitDecision(trial.scope, false, () => attempt(trial, operation, false, DRY_RUN))
    : undefined;
}

/**
 * Sends what must be forbidden, and again while it is allowed: of several replicas, one may still
 * decide by an older policy though another already has the new one.
 *
 * @throws {Discard} if a write was allowed at first: it has changed what the case counts on
 */
async function attemptForbidden(
  trial: Trial,
  operation: AccessOperation,
  query: HttpRequest["query"] = {},
  elsewhere: Elsewhere = {},
): Promise<Decided> {
  let count = 0;
  const decision = await awaitDecision(trial.scope, false, () => {
    count++;
    return attempt(trial, operation, false, query, elsewhere);
  });
  if (count > 1 && decision.allowed === false && !isRead(operation)) {
    throw new Discard("a replica of the server decided by an older policy");
  }
  return decision;
}

/** Returns true if an operation needs a ClusterRoleBinding. */
function isEverywhere({ target, operation }: Trial): boolean {
  return target.resource.startsWith("cluster") || operation === "list all namespaces";
}

/** Where to perform an operation other than in the namespace of the binding. */
interface Elsewhere {
  readonly namespace?: string;
  /** True for a list or a watch across all namespaces. */
  readonly acrossNamespaces?: boolean;
}

async function attempt(
  { scope, user, target, words }: Trial,
  operation: AccessOperation,
  shouldAllow: boolean,
  query: HttpRequest["query"] = {},
  { namespace, acrossNamespaces }: Elsewhere = {},
): Promise<Decided> {
  const name = nameFor(operation, words);
  const inOne = operationRequest(scope, target, operation, name, namespace);
  const everywhere = operationRequest(scope, target, "list all namespaces", name).path;
  const request = acrossNamespaces ? { ...inOne, path: everywhere } : inOne;
  const sent = as({ ...request, query: { ...request.query, ...query } }, user.sender);
  if (operation !== "watch") {
    const response = await scope.send(sent);
    const decision = decisionOf(response);
    // A server may create nothing by PUT, whatever the permissions are.
    const isMissing = operation === "put that creates" && response.status === 404;
    return isMissing ? { ...decision, allowed: shouldAllow } : decision;
  }
  const watch = async (more: HttpRequest["query"] = {}) => {
    const stream = await scope.watch({ ...sent, query: { ...sent.query, ...more } });
    await stream.close();
    return decisionOf(stream.response);
  };
  const decision = await watch();
  // Whichever word asks for it, a watch needs its verb (specification, "Events").
  if (shouldAllow || decision.allowed !== false) return decision;
  const spelled = await watch({ watch: "true" });
  return spelled.allowed === true ? spelled : decision;
}

function as(request: HttpRequest, sender: Sender): HttpRequest {
  return { ...request, ...sender, headers: { ...request.headers, ...sender.headers } };
}

async function createObject({ scope, target, words }: Trial): Promise<HttpResponse> {
  const type = resourceType(target.resource);
  const name = nameFor("update", words);
  const created = await scope.create(type, operatedObject(scope, target, name));
  if (created.status < 300) return created;
  throw rejected(created, "the object could not be created");
}

async function expectUnchanged(
  { scope, target, operation, words }: Trial,
  created: HttpResponse,
): Promise<void> {
  const path = operatedPath(scope, target, nameFor(operation, words));
  const after = await scope.send({ method: "GET", path });
  // A controller may write such an object meanwhile.
  const isControlled = ruleResource(target).split("/")[0]! in (scope.target.leftOut ?? {});
  const stateOf = ({ json = null }: HttpResponse) =>
    canonical(isControlled ? wishesOf(asObject(json) ?? {}) : json);
  const actual = after.status === 404 ? "404" : `${after.status} ${stateOf(after)}`;
  const expected = creates(operation) ? "404" : `200 ${stateOf(created)}`;
  verify("access.forbidden-changes-nothing", { expected, actual });
}

/** Returns the part of an object that its controllers leave as it is. */
function wishesOf({ metadata, spec = null }: JsonObject): JsonObject {
  const { uid = null, labels = null, deletionTimestamp = null } = asObject(metadata) ?? {};
  return { uid, labels, deletionTimestamp, spec };
}

/** Returns the violation of a decision that is not the expected one. */
function violated(
  { target, missing }: Trial,
  operation: AccessOperation,
  shouldAllow: boolean,
  { description }: Decided,
  granted?: readonly AccessVerb[],
): Violation {
  const permissions = granted !== undefined
    ? `only ${granted.join(" and ")}`
    : shouldAllow
    ? verbsFor(operation).join(" and ")
    : `every verb but ${missing}`;
  return new Violation(requirementOf(operation, granted?.[0] ?? missing, granted !== undefined), {
    expected: `${operation} of ${ruleResource(target)} ${
      shouldAllow ? "allowed" : "forbidden"
    } with ${permissions}`,
    actual: description,
  });
}

function requirementOf(
  operation: AccessOperation,
  verb: AccessVerb,
  byVerb: boolean,
): RequirementId {
  if (byVerb) return REQUIREMENTS_BY_VERB[verb];
  if (operation === "put that creates") return "access.put-that-creates-needs-create";
  if (operation === "apply") return "access.apply-needs-patch";
  if (operation === "apply that creates") {
    return verb === "patch" ? "access.apply-needs-patch" : "access.apply-that-creates-needs-create";
  }
  return REQUIREMENTS_BY_VERB[verb];
}
