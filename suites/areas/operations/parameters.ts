/**
 * Checks that each operation accepts the parameters and the body of its template.
 *
 * @module
 */
import fc from "fast-check";
import { combinations } from "../../arbitraries/combinations.ts";
import { leavingOut } from "../../arbitraries/leaving_out.ts";
import { type Check, example, property } from "../../check.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { HttpRequest, HttpResponse, Json, JsonObject } from "../../client/http_client.ts";
import { asObject, metadataOf, nameOf } from "../../model/object.ts";
import { hasStatus, namesOf, typeNamed, typesOf } from "../../resources/mod.ts";
import { everyType } from "../../session/every_type.ts";
import { hasOperation } from "../../session/operations.ts";
import type { Scope } from "../../scope.ts";
import { describeResponse, expectError } from "../../session/violation.ts";
import type { Target } from "../../client/target.ts";
import { Existing, PATCHES, patchForms, type TargetPatchForm } from "./objects.ts";
import { recordViolation, skip, verify } from "../../verify.ts";

/** An operation; a form of patches stands for a patch of it. */
type Operation =
  | "get"
  | "list"
  | "create"
  | "update"
  | "delete"
  | "deletecollection"
  | TargetPatchForm;

/** The parameters of one request, and for deletions its body. */
interface Sent {
  readonly parameters: Readonly<Record<string, string>>;
  /** The number of DeleteOptions to send; undefined for none. */
  readonly options?: number | undefined;
}

/** An operation on some types, tried with several parameters. */
interface ParameterCase extends Omit<Operated, "resource"> {
  readonly resources: readonly string[];
  readonly requests: readonly Sent[];
}

/** One request of an operation on a type. */
type Tried = Operated & Sent;

/** An operation on a type. */
interface Operated {
  readonly resource: string;
  readonly operation: Operation;
  /** Operates on `status`, where the type has it. */
  readonly ofStatus: boolean;
}

const OPERATIONS = ["get", "list", "create", "update", "delete", "deletecollection"] as const;

const PRETTY = { pretty: ["true", "false"] };
const WRITES = {
  ...PRETTY,
  fieldManager: ["plumbline", "Some Manager 1.0", "a".repeat(128)],
  fieldValidation: ["Ignore", "Warn", "Strict"],
};
const DELETIONS = {
  ...PRETTY,
  gracePeriodSeconds: ["0", "1", "4294967296"],
  propagationPolicy: ["Background", "Foreground", "Orphan"],
};
const READS = {
  fieldSelector: ["metadata.name=<name>", "metadata.name!=<other>"],
  // A parameter without a value is as good as none.
  limit: ["500", "0"],
  continue: [""],
  resourceVersion: ["0", "<version>"],
  // Only together with a version.
  resourceVersionMatch: ["NotOlderThan"],
  // Of a list it bounds nothing that a client sees.
  timeoutSeconds: ["0", "60", "4294967296"],
};

/** The values of each parameter by operation; `labelSelector` is always given in a collection. */
const VALUES: Readonly<Record<Operation, Readonly<Record<string, readonly string[]>>>> = {
  get: PRETTY,
  list: {
    ...PRETTY,
    ...READS,
    allowWatchBookmarks: ["true", "false"],
    watch: ["false", "0"],
  },
  create: WRITES,
  update: WRITES,
  merge: WRITES,
  JSON: WRITES,
  strategic: WRITES,
  apply: { ...WRITES, force: ["true", "false"] },
  delete: DELETIONS,
  deletecollection: { ...DELETIONS, ...READS },
};

/** Bodies of deletions. */
const OPTIONS: readonly Json[] = [
  {},
  { kind: "DeleteOptions", apiVersion: "v1" },
  { kind: "DeleteOptions", apiVersion: "v1", gracePeriodSeconds: 0 },
  { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy: "Background" },
];

/** Returns the values of the parameters that a target has. */
function valuesOf(operation: Operation, { lacks }: Target): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(VALUES[operation]).filter(([name]) =>
      name !== "fieldValidation" || !lacks?.includes("field-validation")
    ),
  );
}

/** Generates an operation with two parameters at once. */
function parameterCase(target: Target): fc.Arbitrary<ParameterCase> {
  return fc.constantFrom<Operation>(...OPERATIONS, ...patchForms(target)).chain((operation) => {
    const values = valuesOf(operation, target);
    const all = Object.keys(values);
    const names = fc.shuffledSubarray(all, { minLength: 1, maxLength: Math.min(2, all.length) });
    const parameters = names.chain((some) =>
      fc.record(Object.fromEntries(some.map((name) => [name, fc.constantFrom(...values[name]!)])))
    );
    return fc.record<ParameterCase>({
      resources: resourcesOf(target),
      operation: fc.constant(operation),
      ofStatus: fc.boolean(),
      requests: parameters.map((one) => [{ parameters: one }]),
    });
  });
}

/** Generates one type, and shrinks all of them to one. */
function resourcesOf(target: Target): fc.Arbitrary<string[]> {
  const some = fc.subarray([...namesOf(target)], { minLength: 1 });
  return fc.oneof(
    { weight: 19, arbitrary: fc.constantFrom(...namesOf(target)).map((one) => [one]) },
    { weight: 1, arbitrary: some },
  );
}

/** Returns each operation on all types with every value of every parameter alone. */
function eachParameter(seed: number, target: Target): ParameterCase[] {
  const operations: readonly Operation[] = [...OPERATIONS, ...patchForms(target)];
  return combinations<Omit<Operated, "resource">>({
    operation: operations,
    ofStatus: [false, true],
  }, seed)
    .map((each) => ({
      ...each,
      resources: namesOf(target).filter((resource) => {
        const type = typeNamed(target, resource);
        return hasOperation(type, each.operation) &&
          (!each.ofStatus || (hasStatus(type) && isOfStatus(each.operation)));
      }),
      requests: [
        ...Object.entries(valuesOf(each.operation, target)).flatMap(([name, values]) =>
          values.map((value) => ({ parameters: { [name]: value } }))
        ),
        ...(each.operation.startsWith("delete")
          ? OPTIONS.map((_, options) => ({ parameters: {}, options }))
          : []),
      ],
    }))
    .filter(({ resources }) => resources.length > 0);
}

const isOfStatus = (operation: Operation): boolean =>
  !["list", "create", "delete", "deletecollection"].includes(operation);

/** Checks of parameters. */
export const PARAMETERS: readonly Check[] = [
  property<ParameterCase>({
    id: "operations/parameters",
    version: 2,
    share: 0.25,
    title: "Each operation on each type accepts the parameters and the body of its template",
    requirements: [
      "operations.get-parameters",
      "operations.list-parameters",
      "operations.create-parameters",
      "operations.update-parameters",
      "operations.patch-parameters",
      "operations.delete-parameters",
      "operations.delete-body",
      "operations.deletecollection-parameters",
      "operations.deletecollection-body",
    ],
    uses: ["strategic-merge-patch", "server-side-apply", "field-validation"],
    arbitrary: (target) => leavingOut(parameterCase(target), "resources", "requests"),
    cases: eachParameter,
    run: async (scope, { requests, resources, ...input }) => {
      scope.note(input.operation);
      const types = resources.map((resource) => typeNamed(scope.target, resource));
      await everyType(scope, types, async (type) => {
        let existing: Existing | undefined;
        for (const [at, sent] of requests.entries()) {
          // Only a deletion needs another object, and an update that names the version of the first.
          const isUsedUp = input.operation.startsWith("delete") ||
            (type.conditionalUpdates && input.operation === "update");
          if (existing === undefined || isUsedUp) {
            existing = await Existing.create(scope, type, `object-${at}`);
          }
          const { resource } = type;
          await verifyAccepted(scope, existing, { ...input, ...sent, resource }, at);
        }
      });
    },
  }),
  example({
    id: "operations/integer-parameters",
    version: 2,
    title: "An integer parameter with another value is rejected",
    requirements: ["operations.integer-parameters"],
    run: async (scope) => {
      const requirement = "operations.integer-parameters";
      await everyType(scope, typesOf(scope.target), async (type) => {
        const existing = await Existing.create(scope, type);
        for (const value of NO_INTEGERS) {
          for (const request of withInteger(scope, existing, value)) {
            expectError(requirement, await scope.send(request));
          }
        }
        for (const value of UNUSUAL_INTEGERS) {
          const [list] = withInteger(scope, existing, value);
          const response = await scope.send(list!);
          // Whether it is read or rejected is left open.
          if (response.status >= 400) expectError(requirement, response);
        }
        await existing.expectUnchanged(requirement, "deletions with a wrong parameter");
      });
    },
  }),
];

const NO_INTEGERS = ["x", "1.5", "1x", "--1"];

const DELETION_INTEGERS = ["limit", "gracePeriodSeconds", "timeoutSeconds"];

const UNUSUAL_INTEGERS = ["+7", "007", "-0"];

/** Returns a request for each integer parameter of each operation, with a value of it. */
function withInteger(scope: Scope, existing: Existing, value: string): HttpRequest[] {
  const [path, collection] = [existing.path(), existing.collection()];
  const query = { labelSelector: scope.selector };
  return [
    ...["limit", "timeoutSeconds"].map((name) => (
      { method: "GET", path: collection, query: { ...query, [name]: value } } as const
    )),
    { method: "DELETE", path, query: { gracePeriodSeconds: value } },
    ...(hasOperation(existing.type, "deletecollection") ? DELETION_INTEGERS : []).map((name) => (
      { method: "DELETE", path: collection, query: { ...query, [name]: value } } as const
    )),
  ];
}

/** Sends a request and verifies that it succeeds and has its effect. */
async function verifyAccepted(
  scope: Scope,
  existing: Existing,
  input: Tried,
  at: number,
): Promise<void> {
  const { parameters, options, operation } = input;
  const requirement = requirementOf(input);
  const request = requestOf(scope, existing, input, at);
  const response = await scope.send(request);
  // Real servers also take the version for a precondition of each deletion.
  const isConflict = response.status === 409 && operation === "deletecollection" &&
    request.query?.resourceVersion !== undefined;
  if (isConflict) return;
  const isAccepted = verify(requirement, {
    holds: response.status < 300,
    expected: `success of ${operation} with ${JSON.stringify({ ...parameters, options })}`,
    actual: describeResponse(response),
  });
  if (!isAccepted) return skip(`the effect of ${operation}`);
  await verifyEffect(requirement, scope, existing, input, response);
}

function requirementOf({ operation, parameters, options }: Tried): RequirementId {
  if (operation === "delete" || operation === "deletecollection") {
    const words = options !== undefined && Object.keys(parameters).length < 2;
    return `operations.${operation}-${words ? "body" : "parameters"}`;
  }
  return `operations.${operation in PATCHES ? "patch" : operation as "get"}-parameters`;
}

function requestOf(scope: Scope, existing: Existing, input: Tried, at: number): HttpRequest {
  const { operation, ofStatus, parameters, options } = input;
  const query = queryOf(scope, existing, parameters);
  const onStatus = ofStatus && hasStatus(existing.type) && isOfStatus(operation);
  const path = onStatus ? `${existing.path()}/status` : existing.path();
  const selected = { labelSelector: scope.selector, ...query };
  const body = options !== undefined && { body: OPTIONS[options]! };
  switch (operation) {
    case "get":
      return { method: "GET", path, query };
    case "list":
      return { method: "GET", path: existing.collection(), query: selected };
    case "create": {
      const another = scope.newObject(existing.type, { name: `another-${at}` });
      return { method: "POST", path: existing.collection(), query, body: another };
    }
    case "update": {
      const changed = scope.newObject(existing.type, {
        name: existing.name,
        labels: { changed: "yes" },
      });
      return { method: "PUT", path, query, body: withVersion(changed, existing) };
    }
    case "delete":
      return { method: "DELETE", path, query, ...body };
    case "deletecollection":
      return { method: "DELETE", path: existing.collection(), query: selected, ...body };
    case "apply": {
      // An apply needs a manager; one that owns nothing yet conflicts unless it sets the same.
      const named = { fieldManager: "plumbline-apply", ...query };
      const patch = existing.patch("apply");
      const same = scope.newObject(existing.type, { name: existing.name });
      const isForced = query.force === "true";
      return { method: "PATCH", path, query: named, ...patch, ...(!isForced && { body: same }) };
    }
    default:
      return { method: "PATCH", path, query, ...existing.patch(operation) };
  }
}

/** Returns an object with the version that some types demand of an update. */
function withVersion(object: JsonObject, { type, object: current }: Existing): JsonObject {
  const { resourceVersion } = metadataOf(current);
  if (!type.conditionalUpdates || resourceVersion === undefined) return object;
  return { ...object, metadata: { ...metadataOf(object), resourceVersion } };
}

function queryOf(
  scope: Scope,
  { object, name: own, type }: Existing,
  parameters: Sent["parameters"],
): Record<string, string> {
  const version = String(metadataOf(object).resourceVersion);
  const query = Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      value.replace("<name>", scope.name(own, type)).replace("<other>", scope.name("other", type))
        .replace("<version>", version),
    ]),
  );
  // A match needs a version, a version with a limit may be too old, and `continue` a limit.
  if (query.resourceVersionMatch !== undefined) query.resourceVersion ??= "0";
  if (query.continue !== undefined && query.resourceVersion !== undefined) delete query.continue;
  return query;
}

/** Verifies that the operation did what it does without the parameters. */
async function verifyEffect(
  requirement: RequirementId,
  scope: Scope,
  existing: Existing,
  { operation, parameters }: Tried,
  response: HttpResponse,
): Promise<void> {
  const body = asObject(response.json);
  if (operation === "list") {
    // Older data may be served at version 0.
    const mayBeOld = parameters.resourceVersion === "0" || "resourceVersionMatch" in parameters;
    const items = Array.isArray(body?.items) ? body.items.map((item) => asObject(item) ?? {}) : [];
    const name = scope.name(existing.name, existing.type);
    if (mayBeOld || items.some((item) => nameOf(item) === name)) return;
    const actual = items.map(nameOf).join(", ");
    recordViolation(requirement, { expected: `a list with ${name}`, actual });
  }
  if (operation === "delete" || operation === "deletecollection") {
    const read = await scope.send({ method: "GET", path: existing.path() });
    const mayBeOld = "resourceVersion" in parameters || "resourceVersionMatch" in parameters;
    const metadata = metadataOf(asObject(read.json) ?? {});
    if (read.status === 404 || metadata.deletionTimestamp || mayBeOld) return;
    if (response.status === 202) return;
    const actual = describeResponse(read);
    recordViolation(requirement, { expected: "404 or a deletionTimestamp", actual });
  }
}
