/**
 * What a release serves: the table of removals, what is off by default, and what is warned of.
 *
 * @module
 */
import { type Check, Discard, example, Violation } from "../../check.ts";
import { dueIn, isDeprecatedIn, SCHEDULE, type Scheduled } from "./model/schedule.ts";
import { minorOf, stabilityOf } from "./model/stability.ts";
import type { RequirementId } from "../../catalogue.ts";
import type { Scope } from "../../scope.ts";
import { describeAnswer } from "../../session/violation.ts";
import { groupsOfInterface } from "./discovery.ts";
import { servedResources } from "./served.ts";

const STATEMENTS: Readonly<Record<string, RequirementId>> = {
  "v1beta2 flowschemas": "api-versions.flow-schemas-v1beta2",
  "v1beta2 prioritylevelconfigurations": "api-versions.priority-levels-v1beta2",
  "v1beta3 flowschemas": "api-versions.flow-schemas-v1beta3",
  "v1beta3 prioritylevelconfigurations": "api-versions.priority-levels-v1beta3",
  "v1beta1 csistoragecapacities": "api-versions.capacities-v1beta1",
  "v1 csistoragecapacities": "api-versions.capacities-v1",
};

/** Betas that came after 1.22: off unless somebody switches them on. */
const NEW_BETAS = [
  "authentication v1beta1 selfsubjectreviews",
  "storage v1beta1 volumeattributesclasses",
];

/** Checks of what is served. */
export const SCHEDULED: readonly Check[] = [
  example({
    id: "api-versions/schedule",
    title: "Each release serves the versions it has, and not those it has no longer",
    requirements: Object.values(STATEMENTS) as [RequirementId],
    level: "must",
    missing: (scope) => Promise.resolve(missingRelease(scope)),
    run: async (scope) => {
      const minor = releaseOf(scope);
      for (const row of SCHEDULE) {
        const due = dueIn(row, minor);
        const served = await isServed(scope, row);
        // Who runs a server may switch versions off, none that is gone back on.
        if (due === "unknown" || (due === "served") === served) continue;
        if (!served && !scope.target.defaultConfiguration) continue;
        throw new Violation(STATEMENTS[`${row.version} ${row.resource}`]!, {
          expected: `${row.resource} in ${row.version} ${due} in release 1.${minor}`,
          actual: served ? "served" : "absent",
        });
      }
    },
  }),
  example({
    id: "api-versions/alpha-off",
    title: "Alpha versions are not served unless they are switched on",
    requirements: [
      "api-versions.alpha-off-by-default",
      "api-versions.identity-review-off-by-default",
    ],
    level: "must",
    needs: ["default configuration"],
    run: async (scope) => {
      for (const { name, versions } of await groupsOfInterface(scope)) {
        const alpha = versions.find((version) => stabilityOf(version) === "alpha");
        if (alpha === undefined) continue;
        const facts = { expected: "no alpha version", actual: `${name}/${alpha}` };
        throw new Violation("api-versions.alpha-off-by-default", facts);
      }
      const group = `authentication.${scope.target.dialect.suffix}/v1alpha1`;
      const path = `/apis/${group}/selfsubjectreviews`;
      const body = { apiVersion: group, kind: "SelfSubjectReview" };
      const answer = await scope.send({ method: "POST", path, body });
      if (answer.status >= 400) return;
      const facts = { expected: "a refusal", actual: describeAnswer(answer) };
      throw new Violation("api-versions.identity-review-off-by-default", facts);
    },
  }),
  example({
    id: "api-versions/new-betas-off",
    title: "Betas that came after release 1.22 are not served unless they are switched on",
    requirements: ["api-versions.new-betas-off-by-default"],
    level: "must",
    needs: ["default configuration"],
    run: async (scope) => {
      for (const row of NEW_BETAS) {
        const [group = "", version = "", resource] = row.split(" ");
        const groupVersion = `${group}.${scope.target.dialect.suffix}/${version}`;
        const resources = await servedResources(scope, groupVersion);
        if (!resources?.some(({ name }) => name === resource)) continue;
        const facts = { expected: `no ${resource} in ${groupVersion}`, actual: "served" };
        throw new Violation("api-versions.new-betas-off-by-default", facts);
      }
    },
  }),
];

/** What is missing where the target does not say which release it is. */
function missingRelease({ target: { version } }: Scope): string | undefined {
  if (minorOf(version) !== undefined) return undefined;
  return `/version names no release such as v1.26.15: ${version ?? "it does not answer"}`;
}

/** The release the target says it is. */
function releaseOf(scope: Scope): number {
  const minor = minorOf(scope.target.version);
  if (minor !== undefined) return minor;
  throw new Discard(missingRelease(scope)!);
}

/** What is missing where nothing can warn, as nothing served is deprecated. */
export async function missingDeprecated(scope: Scope): Promise<string | undefined> {
  const release = missingRelease(scope);
  if (release !== undefined) return release;
  const rows = await deprecatedRows(scope);
  return rows.length === 0 ? "no version is served that the text says goes" : undefined;
}

/** The rows of versions that are served and deprecated. */
export async function deprecatedRows(scope: Scope): Promise<readonly Scheduled[]> {
  const minor = releaseOf(scope);
  const rows = SCHEDULE.filter((row) => isDeprecatedIn(row, minor));
  const served = await Promise.all(rows.map((row) => isServed(scope, row)));
  return rows.filter((_, index) => served[index]);
}

/** Whether a version can be asked for a list. */
async function isServed(scope: Scope, row: Scheduled): Promise<boolean> {
  const path = pathOfRow(scope, row);
  const query = { limit: "1", labelSelector: scope.selector };
  const { status } = await scope.send({ method: "GET", path, query });
  if (status === 403) throw new Discard("who asks may not list all that is scheduled");
  return status === 200;
}

/** Where the objects of a row are. */
export function pathOfRow({ target, namespaces }: Scope, row: Scheduled): string {
  const place = row.group === "storage" ? `/namespaces/${namespaces[0]}` : "";
  return `/apis/${row.group}.${target.dialect.suffix}/${row.version}${place}/${row.resource}`;
}
