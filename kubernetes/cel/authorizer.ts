/**
 * The variable `authorizer` of expressions: what the user of a request may do.
 *
 * Expressions are evaluated without waiting, and a decision may need to wait for the storage. So an
 * evaluation asks, and is repeated once the answers are there.
 *
 * @module
 */
import type { Environment } from "@marcbachmann/cel-js";
import {
  type Attributes,
  AUTHENTICATED,
  NO_RESOURCE,
  serviceAccountGroups,
  serviceAccountName,
} from "@plumbline/server/access";
import type { User } from "@plumbline/server/api";

/** The answer. */
interface Answer {
  readonly allowed: boolean;
  readonly reason: string;
}

/** Answers questions about access. */
export type Decide = (question: Attributes) => Answer | Promise<Answer>;

/** The most rounds of questions in one evaluation, each of which depends on the answers before. */
const MOST_ROUNDS = 100;

/** The questions of an evaluation, and their answers. */
export class AccessQuestions {
  readonly #answers = new Map<string, Answer>();
  readonly #pending = new Map<string, Attributes>();
  readonly #decide: Decide;

  /** @param decide answers a question */
  constructor(decide: Decide) {
    this.#decide = decide;
  }

  /** Returns the answer to a question; a refusal until it is known. */
  ask(question: Attributes): Answer {
    const key = JSON.stringify(question);
    const known = this.#answers.get(key);
    if (known) return known;
    this.#pending.set(key, question);
    return { allowed: false, reason: "" };
  }

  /** Evaluates until every question that comes up has its answer. */
  async evaluate<Value>(evaluate: () => Value): Promise<Value> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.#pending.clear();
      const outcome = attempt(evaluate);
      if (this.#pending.size === 0) return outcome();
      for (const [key, question] of this.#pending) {
        this.#answers.set(key, await this.#decide(question));
      }
    }
    throw new Error(`Cannot evaluate as more than ${MOST_ROUNDS} answers depend on each other`);
  }
}

/** Returns a function with the outcome of another one: its value, or what it throws. */
function attempt<Value>(run: () => Value): () => Value {
  try {
    const value = run();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** What a check is about: resources or a path. */
type Subject = Omit<Attributes, "user" | "verb">;

/** A check of a path, a group or a resource. */
class Check {
  readonly questions: AccessQuestions;
  readonly user: User;
  readonly subject: Subject;
  constructor(questions: AccessQuestions, user: User, subject: Subject) {
    this.questions = questions;
    this.user = user;
    this.subject = subject;
  }
}
class PathCheck extends Check {}
class GroupCheck extends Check {}
class ResourceCheck extends Check {
  /** Returns the same check with more facts. */
  with(facts: Partial<Subject>): ResourceCheck {
    return new ResourceCheck(this.questions, this.user, { ...this.subject, ...facts });
  }
}

/** A decision about a check. */
class Decision {
  readonly allowed: boolean;
  readonly reason: string;
  constructor({ allowed, reason }: Answer) {
    this.allowed = allowed;
    this.reason = reason;
  }
}

/** The resource that a request is about. */
export type RequestedResource = Pick<
  Attributes,
  "group" | "resource" | "subresource" | "namespace" | "name"
>;

/** The value of the variable `authorizer`. */
export class AuthorizerValue {
  readonly questions: AccessQuestions;
  readonly user: User;
  readonly requestResource: ResourceCheck;

  /**
   * @param questions takes the questions
   * @param user the user of the request
   * @param requested the resource of the request
   */
  constructor(questions: AccessQuestions, user: User, requested: RequestedResource) {
    this.questions = questions;
    this.user = user;
    this.requestResource = new ResourceCheck(questions, user, { ...NO_RESOURCE, ...requested });
  }
}

const TYPE = "kubernetes.authorization.Authorizer";
const DECISION = "kubernetes.authorization.Decision";
const PATH = "kubernetes.authorization.PathCheck";
const GROUP = "kubernetes.authorization.GroupCheck";
const RESOURCE = "kubernetes.authorization.ResourceCheck";

const check = ({ questions, user, subject }: Check, verb: string): Decision =>
  new Decision(questions.ask({ ...subject, user, verb }));

/** Adds the variable `authorizer`, its types and their functions to an environment. */
export function registerAuthorizer(environment: Environment): void {
  environment.registerType(DECISION, { ctor: Decision, fields: {} });
  environment.registerType(PATH, { ctor: PathCheck, fields: {} });
  environment.registerType(GROUP, { ctor: GroupCheck, fields: {} });
  environment.registerType(RESOURCE, { ctor: ResourceCheck, fields: {} });
  environment.registerType(TYPE, { ctor: AuthorizerValue, fields: { requestResource: RESOURCE } });
  // deno-lint-ignore no-explicit-any -- the library calls functions with values of any type
  const functions: Record<string, (...values: any[]) => unknown> = {
    [`${TYPE}.path(string): ${PATH}`]: ({ questions, user }: AuthorizerValue, path: string) =>
      new PathCheck(questions, user, { ...NO_RESOURCE, isResource: false, path }),
    [`${TYPE}.group(string): ${GROUP}`]: ({ questions, user }: AuthorizerValue, group: string) =>
      new GroupCheck(questions, user, { ...NO_RESOURCE, group }),
    [`${TYPE}.serviceAccount(string, string): ${TYPE}`]: serviceAccount,
    [`${GROUP}.resource(string): ${RESOURCE}`]: (group: GroupCheck, resource: string) =>
      new ResourceCheck(group.questions, group.user, { ...group.subject, resource }),
    [`${RESOURCE}.subresource(string): ${RESOURCE}`]: (one: ResourceCheck, subresource: string) =>
      one.with({ subresource }),
    [`${RESOURCE}.namespace(string): ${RESOURCE}`]: (one: ResourceCheck, namespace: string) =>
      one.with({ namespace }),
    [`${RESOURCE}.name(string): ${RESOURCE}`]: (one: ResourceCheck, name: string) =>
      one.with({ name }),
    [`${PATH}.check(string): ${DECISION}`]: check,
    [`${RESOURCE}.check(string): ${DECISION}`]: check,
    [`${DECISION}.allowed(): bool`]: ({ allowed }: Decision) => allowed,
    [`${DECISION}.reason(): string`]: ({ reason }: Decision) => reason,
    [`${DECISION}.errored(): bool`]: () => false,
    [`${DECISION}.error(): string`]: () => "",
  };
  for (const [signature, handler] of Object.entries(functions)) {
    environment.registerFunction(signature, handler);
  }
  environment.registerVariable("authorizer", TYPE);
}

/** Returns what a ServiceAccount may do, in place of the user of the request. */
function serviceAccount(
  { questions }: AuthorizerValue,
  namespace: string,
  name: string,
): AuthorizerValue {
  const account = { namespace, name };
  const groups = [...serviceAccountGroups(namespace), AUTHENTICATED];
  const user = { name: serviceAccountName(account), uid: "", groups, extra: {} };
  return new AuthorizerValue(questions, user, NO_RESOURCE);
}
