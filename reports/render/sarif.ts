/**
 * Renders `report.sarif`: the violated requirements as results that code hosts show.
 *
 * @module
 */
import type { CheckResult, Verdict } from "../events.ts";
import { failuresInOrder } from "../failure_groups.ts";
import { isFailure, type Ranked } from "../harm.ts";
import { checksWith, type Report } from "../report.ts";
import { failureText, verdictSentence } from "../summary.ts";
import { safeLine } from "../text.ts";

/** The schema of SARIF 2.1.0. */
const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/" +
  "sarif-schema-2.1.0.json";

/** Code hosts show only results with a file; this is the configuration file. */
const LOCATION = "plumbline.yaml";

/** Returns SARIF's level: what fails a run is an error. */
function levelOf(ranked: Ranked): "error" | "warning" | "note" {
  if (isFailure(ranked)) return "error";
  return ranked.level === "should" ? "warning" : "note";
}

const FAILED: readonly Verdict[] = ["fail", "warn", "known deviation"];

/** Returns the report as a SARIF 2.1.0 log of one run. */
export function renderSarif(report: Report): string {
  const failed = checksWith(failuresInOrder(report), ...FAILED);
  const broken = checksWith(report.checks, "error");
  const stated = new Map(report.requirements.map((one) => [one.id, one]));
  const rules = [...new Set(failed.map(violatedBy))].flatMap((id) => stated.get(id) ?? []);
  const log = {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [{
      tool: {
        driver: {
          name: "Plumbline",
          semanticVersion: report.suiteVersion,
          rules: rules.map(({ id, statement, chapter, level, harm }) => ({
            id: safeLine(id),
            shortDescription: { text: safeLine(statement) },
            defaultConfiguration: { level: levelOf({ level, ...(harm && { harm }) }) },
            properties: { chapter: safeLine(chapter), level, ...(harm && { harm, tags: [harm] }) },
          })),
        },
      },
      automationDetails: { id: `plumbline/${safeLine(report.dialect)}/` },
      invocations: [{
        executionSuccessful: broken.length === 0 && report.aborted === undefined,
        startTimeUtc: report.started,
        endTimeUtc: report.finished,
        toolExecutionNotifications: broken.map((check) => ({
          level: "error",
          message: { text: `${safeLine(check.id)}: ${failureText(check)}` },
        })),
      }],
      results: failed.map((check) =>
        resultOf(
          check,
          stated.get(violatedBy(check)) ?? check,
          rules.map(({ id }) => id),
        )
      ),
      properties: {
        target: safeLine(report.target.url),
        version: safeLine(report.target.version ?? ""),
        seed: report.seed,
      },
    }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function resultOf(
  check: CheckResult,
  ranked: Ranked,
  rules: readonly string[],
): Record<string, unknown> {
  const rule = violatedBy(check);
  const index = rules.indexOf(rule);
  return {
    ruleId: safeLine(rule),
    ...(index >= 0 && { ruleIndex: index }),
    level: levelOf(ranked),
    message: { text: messageText(check) },
    locations: [{
      physicalLocation: { artifactLocation: { uri: LOCATION }, region: { startLine: 1 } },
      logicalLocations: [{ fullyQualifiedName: safeLine(check.id), kind: "function" }],
    }],
    // Identifies the same failure in a later run.
    partialFingerprints: { "plumbline/v1": `${safeLine(check.id)} ${safeLine(rule)}` },
    ...(check.verdict === "known deviation" && {
      suppressions: [{ kind: "external", justification: safeLine(check.reason ?? "") }],
    }),
  };
}

/** Escapes brackets, which would become links in a message. */
function messageText(check: CheckResult): string {
  const text = `${safeLine(check.title)}: ${verdictSentence(check)}\n\n${failureText(check)}`;
  return /\]\(/.test(text) ? text.replaceAll(/[[\]\\]/g, "\\$&") : text;
}

/** Returns the violated requirement, or the first one that the check covers. */
function violatedBy({ failures: [failure], requirements, id }: CheckResult): string {
  return failure?.requirement ?? requirements[0] ?? id;
}
