/**
 * Concurrent writes, of which one succeeds, and dry runs and writes without a change, which leave no
 * trace.
 *
 * @module
 */
import fc from "fast-check";
import { resourceName } from "../../arbitraries/resource_types.ts";
import { type Check, Discard, example, property } from "../../check.ts";
import { contentOf } from "../../model/content.ts";
import { asObject, describe, resourceVersionOf } from "../../model/object.ts";
import type { RequirementId } from "../../catalogue.ts";
import { namesOf, type TypedTarget, typeNamed } from "../../resources/mod.ts";
import type { Scope } from "../../scope.ts";
import { Session } from "../../session/session.ts";
import { changeRequest, supports, WRITE_FORMS, type WriteForm } from "../../session/write_forms.ts";
import type { Rewrite } from "../../session/writer.ts";
import { describeWinners, expectError } from "../../session/violation.ts";
import type { HttpRequest, HttpResponse, JsonObject } from "../../client/http_client.ts";
import { rejected } from "../../session/objects.ts";
import { recordViolation, stopUnless, verify } from "../../verify.ts";

interface RaceCase {
  readonly resource: string;
  readonly racers: number;
}

interface WriterRaceCase {
  readonly resource: string;
  /** The forms of the simultaneous writes. */
  readonly racers: readonly WriteForm[];
}

const raceCase = (target: TypedTarget) =>
  fc.record({ resource: resourceName(target), racers: fc.integer({ min: 2, max: 5 }) });

const DRY_RUN_WRITES = ["create", "delete", "status", ...WRITE_FORMS] as const;

/** Checks of conflicting writes. */
export const WRITE_CONFLICTS: readonly Check[] = [
  property<WriterRaceCase>({
    id: "resource-versions/one-writer-wins",
    repeatsInputs: true,
    share: 0.6,
    title:
      "Of several simultaneous writes with the same resourceVersion exactly one succeeds, the others get 409",
    requirements: [
      "resource-versions.one-writer-wins",
      "resource-versions.rejected-write-leaves-no-trace",
    ],
    arbitrary: (target) => {
      const forms = WRITE_FORMS.filter((form) => supports(target, form));
      return fc.record({
        resource: resourceName(target),
        racers: fc.array(fc.constantFrom(...forms), { minLength: 2, maxLength: 5 }),
      });
    },
    run: async (scope, { resource, racers }) => {
      const session = await withObject(scope, resource);
      const current = session.writer.known(0)!;
      const resourceVersion = resourceVersionOf(current);
      stopUnless(resourceVersion !== undefined, "which write of one resourceVersion succeeds");
      const responses = await Promise.all(racers.map((form, racer) => {
        const metadata = { labels: { racer: `${racer}` }, resourceVersion };
        return scope.send(changeRequest(scope, session.at.type, current, form, { metadata }));
      }));
      const isOne = expectOneWinner("resource-versions.one-writer-wins", responses, 409);
      stopUnless(isOne, "the object after the rejected writes");
      await expectState(
        session,
        "resource-versions.rejected-write-leaves-no-trace",
        winner(responses),
      );
    },
  }),
  property<RaceCase>({
    id: "resource-versions/one-creator-wins",
    repeatsInputs: true,
    share: 0.6,
    title: "Of several simultaneous creates with the same name exactly one succeeds",
    requirements: [
      "resource-versions.one-creator-wins",
      "resource-versions.acknowledged-write-persists",
    ],
    arbitrary: raceCase,
    run: async (scope, { resource, racers }) => {
      const session = new Session(scope, typeNamed(scope.target, resource));
      const responses = await together(racers, () => session.writer.create(0));
      const isOne = expectOneWinner("resource-versions.one-creator-wins", responses);
      stopUnless(isOne, "the object that was created");
      await expectState(
        session,
        "resource-versions.acknowledged-write-persists",
        winner(responses),
      );
    },
  }),
  property<{ resource: string; form: typeof DRY_RUN_WRITES[number] }>({
    id: "resource-versions/dry-run-leaves-no-trace",
    title: "A dry-run write changes neither the object nor its resourceVersion",
    requirements: ["resource-versions.dry-run-leaves-no-trace"],
    arbitrary: (target) =>
      fc.record({ resource: resourceName(target), form: fc.constantFrom(...DRY_RUN_WRITES) }),
    run: async (scope, { resource, form }) => {
      const id = "resource-versions.dry-run-leaves-no-trace";
      const session = await withObject(scope, resource);
      const { writer, reader } = session;
      const before = writer.known(0)!;
      const response = await dryRun(session, form);
      if (response.status >= 300) throw rejected(response, "the dry-run request was rejected");
      if (form !== "create") return await expectState(session, id, before);
      const created = await reader.get(1);
      if (created !== undefined) {
        recordViolation(id, { expected: "404", actual: describe(created) });
      }
    },
  }),
  property<{ resource: string; form: Rewrite | "apply" }>({
    id: "resource-versions/no-op-keeps-version",
    title: "A write that changes nothing leaves the resourceVersion unchanged",
    requirements: ["resource-versions.no-op-keeps-version"],
    arbitrary: (target) =>
      fc.record({
        resource: resourceName(target),
        form: fc.constantFrom<Rewrite | "apply">(...WRITE_FORMS),
      }),
    run: async (scope, { resource, form }) => {
      const session = await withObject(scope, resource);
      let before = session.writer.known(0)!;
      if (form === "apply") {
        const [first] = await session.writer.applyTwice(0);
        before = asObject(first?.json) ?? before;
      } else {
        await session.writer.rewrite(0, form);
      }
      const { outcome } = session.writer.writes.at(-1)!;
      if (outcome !== "accepted") throw new Discard("the write was rejected");
      await expectState(session, "resource-versions.no-op-keeps-version", before);
    },
  }),
  example({
    id: "resource-versions/later-apply-keeps-version",
    title:
      "An apply that repeats an earlier one leaves the resourceVersion unchanged, a second later",
    requirements: ["resource-versions.no-op-keeps-version"],
    uses: ["server-side-apply"],
    run: async (scope) => {
      const applied: (readonly [Session, HttpRequest, JsonObject])[] = [];
      for (const resource of namesOf(scope.target)) {
        const session = await withObject(scope, resource);
        const object = session.writer.known(0)!;
        // A controller may change an object with a status at any time.
        if (object.status !== undefined) continue;
        const annotations = { "plumbline.invalid/applied": "twice" };
        const type = typeNamed(scope.target, resource);
        const request = changeRequest(scope, type, object, "apply", { metadata: { annotations } });
        const { status, json } = await scope.send(request);
        if (status === 200) applied.push([session, request, asObject(json) ?? {}]);
      }
      if (applied.length === 0) throw new Discard("no apply was accepted");
      // The times in records of owners have seconds.
      await new Promise((resolve) => setTimeout(resolve, 1_050));
      for (const [session, request, before] of applied) {
        const then = await session.reader.get(0);
        // Others have changed it meanwhile.
        if (then === undefined || contentOf(then) !== contentOf(before)) continue;
        const { status } = await scope.send(request);
        if (status >= 300) continue;
        await expectState(session, "resource-versions.no-op-keeps-version", before);
      }
    },
  }),
];

async function withObject(scope: Scope, resource: string): Promise<Session> {
  const session = new Session(scope, typeNamed(scope.target, resource));
  await session.writer.create(0);
  if (session.writer.known(0) === undefined) throw new Discard("the object could not be created");
  return session;
}

function together(count: number, act: () => Promise<HttpResponse>): Promise<HttpResponse[]> {
  return Promise.all(Array.from({ length: count }, act));
}

function dryRun({ writer }: Session, form: typeof DRY_RUN_WRITES[number]): Promise<HttpResponse> {
  const options = { dryRun: true };
  switch (form) {
    case "create":
      return writer.create(1, options);
    case "update":
      return writer.update(0, options);
    case "merge-patch":
      return writer.mergePatch(0, options);
    case "strategic-merge-patch":
      return writer.strategicPatch(0, options);
    case "json-patch":
      return writer.jsonPatch(0, options);
    case "apply":
      return writer.apply(0, options);
    case "status":
      return writer.writeStatus(0, "update", options);
    case "delete":
      return writer.remove(0, options);
  }
}

function expectOneWinner(
  id: RequirementId,
  responses: readonly HttpResponse[],
  status?: number,
): boolean {
  const won = responses.filter(({ status }) => status < 300);
  const isOne = verify(id, {
    holds: won.length === 1,
    expected: `exactly one of ${responses.length} requests succeeds`,
    actual: describeWinners(responses),
  });
  for (const response of responses) {
    if (response.status < 300) continue;
    expectError(id, response, status === undefined ? {} : { only: status });
  }
  return isOne;
}

function winner(responses: readonly HttpResponse[]): JsonObject {
  return responses.find(({ status }) => status < 300)!.json as JsonObject;
}

/** Expects the object in slot 0 to equal the given one. */
async function expectState(
  session: Session,
  id: RequirementId,
  expected: JsonObject,
): Promise<void> {
  const found = await session.reader.get(0);
  verify(id, {
    holds: found !== undefined && contentOf(found) === contentOf(expected),
    expected: `${describe(expected)}: ${contentOf(expected)}`,
    actual: found === undefined ? "404" : `${describe(found)}: ${contentOf(found)}`,
  });
}
