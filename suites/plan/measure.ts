/**
 * Measures the permissions that each check uses, on the reference server, and writes the table that plans are
 * derived from: `deno task plan`.
 *
 * @module
 */
import { writeTextFile } from "@plumbline/runtime/files";
import { exit, programArguments, writeStandard } from "@plumbline/runtime/process";
import { AREAS, CHECKS } from "../areas/mod.ts";
import type { Check } from "../check.ts";
import { runChecks } from "../engine/run.ts";
import { startEmbedded } from "../embedded/embedded_target.ts";
import type { Target } from "../client/target.ts";
import { SUFFIX } from "./access.ts";
import { MATRIX_TYPES, SETUP } from "./plan.ts";
import { recording } from "./recording.ts";

/** The verbs by resource. */
type Uses = Map<string, Set<string>>;

/** The sets of types that checks generate from; a check that uses some of a set may use all of it. */
const DRAWN_FROM: readonly (readonly string[])[] = [
  MATRIX_TYPES.filter((type) => type.includes("rbac")),
  MATRIX_TYPES.filter((type) => !type.startsWith("cluster")),
  MATRIX_TYPES,
];

/** Reviews that are generated together. */
const REVIEWS = ["localsubjectaccess", "selfsubjectaccess", "selfsubjectrules", "subjectaccess"]
  .map((name) => `${name}reviews.authorization.${SUFFIX}`);

/** Types that no server has, named after real ones and generated with them. */
const UNSERVED = MATRIX_TYPES.map((type) => type.replace(/^[a-z]+/, "$&plumbs"));

/** A subresource, of which a check generates the writes. */
const STATUS = "deployments/status.apps";

/** A check that uses fewer types does not generate them. */
const GENERATED = 3;

/** The seeds and cases of the measurement. */
const SEEDS = [1, 2, 3];
const RUNS = 40;

/** For each check that ran, the verbs by resource, what every run touches left out. */
type Touched = Readonly<Record<string, Record<string, string>>>;

async function measure(checks: readonly Check[] = CHECKS): Promise<Touched> {
  const uses = new Map<string, Uses>();
  const empty = new Set<string>();
  const target = await startEmbedded();
  try {
    for (const seed of SEEDS) await measureOnce(target, checks, { seed, uses, empty });
  } finally {
    await target.close();
  }
  const measured = checks.filter(({ id }) => uses.has(id) && !empty.has(id));
  return Object.fromEntries(
    measured.map((check) => [check.id, lineOf(check, uses.get(check.id)!)]),
  );
}

async function measureOnce(
  target: Target,
  checks: readonly Check[],
  { seed, uses, empty }: { seed: number; uses: Map<string, Uses>; empty: Set<string> },
): Promise<void> {
  let current: Uses = new Map();
  const recorded = recording(target, ({ accesses }) => {
    for (const { verb, resource } of accesses) {
      current.set(resource, (current.get(resource) ?? new Set()).add(verb));
    }
  });
  await runChecks({
    // Otherwise objects are removed while a later check runs, or never.
    target: { ...recorded, disposable: false },
    checks,
    areas: AREAS,
    seed,
    runs: RUNS,
    // One after the other, so that each request is the current check's.
    workers: 1,
    emit(event) {
      if (event.type === "check started") {
        current = uses.get(event.check) ?? new Map();
        uses.set(event.check, current);
      }
      if (event.type !== "check finished") return;
      const { id, verdict } = event.result;
      if (verdict !== "pass") empty.add(id);
      // Later requests are sent by the engine.
      current = new Map();
    },
  });
}

/** Returns the line of a check: what it used, and for generated types what it could have used. */
function lineOf(check: Check, uses: Uses): Record<string, string> {
  const types = MATRIX_TYPES.filter((type) => uses.has(type));
  const generated = check.kind === "property" && types.length >= GENERATED
    ? DRAWN_FROM.find((set) => types.every((type) => set.includes(type)))!
    : undefined;
  if (generated !== undefined) {
    const verbs = new Set(types.flatMap((type) => [...uses.get(type)!]));
    for (const type of generated) uses.set(type, verbs);
  }
  const reviews = check.kind === "property" ? REVIEWS.filter((type) => uses.has(type)) : [];
  if (reviews.length > 1) {
    const verbs = new Set(reviews.flatMap((type) => [...uses.get(type)!]));
    for (const type of REVIEWS) uses.set(type, verbs);
  }
  const status = uses.get(STATUS);
  if (check.kind === "property" && status !== undefined) {
    // Three verbs are all that the check sends to any path.
    const more = status.size < 3 ? ["patch", "update"] : ["delete", "get", "patch", "update"];
    const sent = uses.get("deployments.apps") ?? new Set();
    for (const verb of more) if (sent.has(verb)) status.add(verb);
  }
  const unserved = UNSERVED.find((type) => uses.has(type));
  if (unserved !== undefined) {
    for (const type of UNSERVED) uses.set(type, uses.get(unserved)!);
  }
  const line: Record<string, string> = {};
  for (const [resource, verbs] of [...uses].sort(([a], [b]) => a < b ? -1 : 1)) {
    // Permissions that every run uses are not those of a check.
    const own = [...verbs].filter((verb) => !SETUP[resource]?.includes(verb)).sort();
    if (generated !== MATRIX_TYPES && own.length > 0) line[resource] = own.join(" ");
    if (generated === MATRIX_TYPES && !MATRIX_TYPES.includes(resource) && own.length > 0) {
      line[resource] = own.join(" ");
    }
  }
  if (generated === MATRIX_TYPES) line["*"] = [...uses.get(MATRIX_TYPES[0]!)!].sort().join(" ");
  return line;
}

const USAGE = `Usage: deno task plan

Measure which permissions each check uses, on the reference server, and write suites/plan/touched.json.
It takes some minutes. For the plan of a run: deno task check URL --plan
`;

if (import.meta.main) {
  const words = programArguments();
  if (words.length > 0) {
    const isAsked = words.every((word) => word === "--help" || word === "-h");
    writeStandard(isAsked ? "out" : "error", USAGE);
    exit(isAsked ? 0 : 2);
  }
  const lines = Object.entries(await measure())
    .map(([id, line]) => `  ${JSON.stringify(id)}: ${JSON.stringify(line)}`);
  await writeTextFile(new URL("touched.json", import.meta.url), `{\n${lines.join(",\n")}\n}\n`);
}
