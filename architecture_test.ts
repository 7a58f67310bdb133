/**
 * The structure of the code: which folder may import which, where kinds may be named, how large
 * files are.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";

/** Folders of the suites below the areas, which areas and third parties use. */
const SUITES_BASE = [
  "suites facts",
  "suites leaves",
  "suites/client",
  "suites/resources",
  "suites/model",
  "suites/session",
  "suites/arbitraries",
];

/** All folders of the server. */
const SERVER = [
  "server leaves",
  "server/access",
  "server/admission",
  "server/api_versions",
  "server/apply",
  "server/cel",
  "server/client",
  "server/codec",
  "server/custom_resources",
  "server/discovery",
  "server/health",
  "server/http",
  "server/players",
  "server/policies",
  "server/registry",
  "server/resources",
  "server/state",
  "server/storage",
  "server/webhooks",
  "server",
];

/**
 * Which folder may import from which; a folder may import itself. The leaves of `server/` and
 * `suites/` are the files right in that folder that import no folder of it but lower ones.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  // The public entry points and the program.
  "mod.ts": ["server", "plugins", "mutants", "suites", "reports"],
  "types.ts": [...SERVER, "plugins", "mutants", "suites", "suites/engine", "reports"],
  "cli.ts": ["cli", "runtime"],
  "fixed_seed.ts": [],
  "cli": [
    "runtime",
    "deps",
    "mutants",
    "options",
    "plugins",
    "reports",
    "server",
    "suites",
    "suites/areas",
    "suites/cleanup",
    "suites/client",
    "suites/embedded",
    "suites/engine",
    "suites/nemesis",
    "suites/plan",
    "suites/resources",
    "suites facts",
    "suites leaves",
    "ui",
  ],
  // Knows which runtime it is; nothing else does.
  "runtime": [],
  // A project of its own, which uses the public entry points only.
  "examples": [],
  "options": ["deps", "reports", "runtime"],
  "ui": ["plugins", "reports", "server", "types.ts", "runtime"],
  "lab": [
    "cli",
    "fixtures",
    "runtime",
    "options",
    "plugins",
    "mutants",
    "reports",
    "suites",
    "suites/areas",
    "suites facts",
    "suites leaves",
    ...SERVER,
  ],

  // Reports know neither suites nor server.
  "deps": [],
  "reports": ["deps", "runtime"],

  // The server knows no plugin, no mutant and no suite.
  "fixtures": ["server/codec", "server leaves"],
  "server leaves": [],
  "server/storage": ["server leaves", "runtime"],
  "server/api_versions": ["server leaves"],
  "server/codec": ["server leaves", "fixtures", "deps"],
  "server/apply": ["server leaves", "server/codec"],
  "server/registry": [
    "server leaves",
    "server/storage",
    "server/codec",
    "server/api_versions",
    "server/apply",
  ],
  "server/access": ["server leaves", "server/registry", "server/storage", "server/codec"],
  "server/resources": [
    "server leaves",
    "server/access",
    "server/registry",
    "server/api_versions",
    "server/codec",
  ],
  "server/admission": [
    "server leaves",
    "server/resources",
    "server/access",
    "server/registry",
    "server/storage",
  ],
  "server/webhooks": [
    "server leaves",
    "server/cel",
    "server/admission",
    "server/resources",
    "server/registry",
    "server/codec",
  ],
  "server/cel": ["server leaves", "server/access"],
  "server/policies": [
    "server leaves",
    "server/admission",
    "server/cel",
    "server/codec",
    "server/registry",
    "server/resources",
    "server/webhooks",
  ],
  "server/custom_resources": [
    "server/cel",
    "server/webhooks",
    "fixtures",
    "server leaves",
    "server/admission",
    "server/resources",
    "server/registry",
    "server/api_versions",
    "server/apply",
    "server/storage",
    "server/codec",
  ],
  "server/http": ["server leaves", "server/registry", "server/storage", "server/codec", "runtime"],
  "server/discovery": ["server leaves", "server/registry", "server/api_versions", "server/codec"],
  "server/health": ["server leaves", "server/registry"],
  "server/state": ["server leaves", "server/registry", "server/storage"],
  "server/client": ["server leaves", "server/registry", "server/api_versions", "server/codec"],
  "server/players": [
    "server leaves",
    "server/client",
    "server/resources",
    "server/registry",
    "server/api_versions",
    "server/storage",
  ],
  "server": SERVER.filter((folder) => folder !== "server"),
  "plugins": SERVER,
  "mutants": [
    "runtime",
    ...SERVER,
    "options",
    "plugins",
    "reports",
    "suites",
    "suites/areas",
    "suites/client",
    "suites/embedded",
    "suites/engine",
    "suites facts",
    "suites leaves",
  ],

  // The suites: client → resources → model → session → arbitraries → areas; the engine knows no area.
  "suites/client": ["suites facts", "reports", "runtime"],
  "suites/resources": ["suites facts", "suites/client"],
  "suites facts": ["reports"],
  "area requirements": ["suites facts"],
  "suites leaves": [
    "runtime",
    "suites facts",
    "area requirements",
    "suites/client",
    "suites/resources",
    "reports",
  ],
  "suites/model": ["suites facts", "suites leaves", "suites/client", "reports"],
  "suites/session": [
    "suites facts",
    "suites leaves",
    "suites/client",
    "suites/resources",
    "suites/model",
    "reports",
  ],
  "suites/arbitraries": [
    ...SUITES_BASE.filter((folder) => folder !== "suites/arbitraries"),
    "reports",
  ],
  "suites/areas": [...SUITES_BASE, "area requirements", "reports"],
  "suites/cleanup": [
    "suites facts",
    "suites leaves",
    "suites/client",
    "suites/resources",
    "reports",
  ],
  "suites/engine": [
    "runtime",
    "suites facts",
    "suites leaves",
    "suites/client",
    "suites/resources",
    "suites/model",
    "suites/cleanup",
    "reports",
  ],
  "suites/nemesis": [
    "runtime",
    "suites facts",
    "suites leaves",
    "suites/client",
    "suites/resources",
    "suites/model",
    "suites/engine",
    "reports",
  ],
  "suites/embedded": ["runtime", "suites facts", "suites leaves", "suites/client", "server"],
  "suites/plan": [
    "runtime",
    "suites facts",
    "suites leaves",
    "suites/areas",
    "suites/client",
    "suites/resources",
    "suites/engine",
    "suites/embedded",
    "reports",
  ],
  "suites": [
    "runtime",
    ...SUITES_BASE,
    "suites/areas",
    "suites/cleanup",
    "suites/embedded",
    "suites/engine",
    "suites/plan",
    "reports",
  ],
};

/** Files right in `suites/` that describe requirements, and those that describe checks and areas. */
const SUITES_FACTS = ["chapters", "features", "requirement"].map((name) => `suites/${name}.ts`);
const SUITES_LEAVES = ["area", "catalogue", "check", "scope", "verify"].map((name) =>
  `suites/${name}.ts`
);

interface Source {
  readonly path: string;
  readonly text: string;
  /** Paths of the project's own files that it imports. */
  readonly imports: readonly string[];
}

const ROOT = new URL(".", import.meta.url);

async function trackedFiles(): Promise<string[]> {
  const command = new Deno.Command("git", { args: ["ls-files", "-z"], cwd: ROOT });
  const { stdout } = await command.output();
  return new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "");
}

async function readTracked(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(new URL(path, ROOT));
  } catch (error) {
    // Deleted, and not committed yet.
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

const tracked = await trackedFiles();
const isTest = (path: string) =>
  path.endsWith("_test.ts") || /(^|\/)test_\w+\.ts$/.test(path) ||
  path.startsWith("server/testing");

/** Files that only tests run. */
const isTestSupport = (path: string) =>
  /^server\/.*\/contract\/|^suites\/corrupted_responses\/|\/testing\//.test(path);

async function readSources(): Promise<Source[]> {
  const paths = tracked.filter((path) =>
    /\.ts$/.test(path) && !path.endsWith(".d.ts") && !isTest(path) && !isTestSupport(path)
  );
  return await Promise.all(paths.map(async (path) => {
    const text = await readTracked(path);
    return { path, text, imports: importsOf(path, text) };
  }));
}

/** Import and export statements and calls of `import`, of paths; examples in comments are none. */
function importsOf(path: string, text: string): string[] {
  const code = text.replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, "");
  const found = code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]*)"/g);
  return [...found].map(([, target = ""]) =>
    new URL(target, new URL(path, ROOT)).href.slice(ROOT.href.length)
  );
}

const sources = await readSources();
const byPath = new Map(sources.map((source) => [source.path, source]));

/** Returns the folder of a file, as the table names it. */
function folderOf(path: string): string {
  const [top = "", second = "", third] = path.split("/");
  if (top === "suites") return suitesFolderOf(path);
  if (top !== "server") return top;
  if (third !== undefined) return `server/${second}`;
  const imports = byPath.get(path)?.imports ?? [];
  return imports.every((target) => isInServerItself(target)) && path !== "server/mod.ts"
    ? "server leaves"
    : "server";
}

function suitesFolderOf(path: string): string {
  const [, second = "", third] = path.split("/");
  if (SUITES_FACTS.includes(path)) return "suites facts";
  if (SUITES_LEAVES.includes(path)) return "suites leaves";
  if (third === undefined) return "suites";
  if (/^suites\/areas\/\w+\/requirements\w*\.ts$/.test(path)) return "area requirements";
  return `suites/${second}`;
}

const isInServerItself = (path: string) => /^server\/[^/]+$/.test(path);

Deno.test("imports go one way", () => {
  const wrong = sources.flatMap(({ path, imports }) => {
    const folder = folderOf(path);
    const allowed = MAY_IMPORT[folder];
    assert(
      allowed,
      `Cannot check the imports of ${path} as the table has no folder ${folder}: add it`,
    );
    return imports.filter((target) => {
      const other = folderOf(target);
      return other !== folder && target !== "deno.json" && !allowed.includes(other);
    }).map((target) => `${path} imports ${target}`);
  });
  assertEquals(wrong, []);
});

// Fixtures are data; the programs beside them that recorded it import the server.
Deno.test("the table has no circles, so that the folders have none", () => {
  const done = new Set<string>();
  const visit = (folder: string, way: readonly string[]) => {
    assert(!way.includes(folder), `${[...way, folder].join(" → ")}`);
    if (done.has(folder)) return;
    for (const other of folder === "fixtures" ? [] : MAY_IMPORT[folder] ?? []) {
      visit(other, [...way, folder]);
    }
    done.add(folder);
  };
  for (const folder of Object.keys(MAY_IMPORT)) visit(folder, []);
});

Deno.test("files do not import one another in a circle, types included", () => {
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]) => {
    const start = way.indexOf(path);
    assert(start < 0, `${[...way.slice(start), path].join(" → ")}`);
    if (done.has(path)) return;
    for (const target of byPath.get(path)?.imports ?? []) visit(target, [...way, path]);
    done.add(path);
  };
  for (const { path } of sources) visit(path, []);
});

Deno.test("no area imports another area", () => {
  const areaOf = (path: string) => /^suites\/areas\/(\w+)\//.exec(path)?.[1];
  const wrong = sources.flatMap(({ path, imports }) =>
    imports.filter((target) => {
      const [own, other] = [areaOf(path), areaOf(target)];
      return own !== undefined && other !== undefined && own !== other;
    }).map((target) => `${path} imports ${target}`)
  );
  assertEquals(wrong, []);
});

Deno.test("the suites import the server in one folder only, by its public entry point", () => {
  const across = sources.filter(({ path }) => path.startsWith("suites/"))
    .flatMap(({ path, imports }) => imports.map((target) => ({ path, target })))
    .filter(({ target }) => /^(server|plugins|mutants)\//.test(target))
    .filter(({ path, target }) =>
      !path.startsWith("suites/embedded/") || target !== "server/mod.ts"
    );
  assertEquals(across, []);
});

Deno.test("the program and the pages use the server by its public entry points", () => {
  const across = sources.filter(({ path }) => /^(cli|ui|reports|mod\.ts|options)/.test(path))
    .flatMap(({ path, imports }) => imports.map((target) => ({ path, target })))
    .filter(({ target }) => /^(server|plugins)\//.test(target))
    .filter(({ target }) => !/^(server|plugins)\/mod\.ts$|^server\/settings\.ts$/.test(target));
  assertEquals(across, []);
});

/** Files that are about certain kinds: resources, paths, authorization, namespaces. */
const MAY_NAME_KINDS = [
  "server/resources/",
  "server/access/",
  "server/admission/namespace_lifecycle.ts",
  "server/admission/rbac_escalation.ts",
  "server/health/checks.ts",
  "server/http/request.ts",
  "server/webhooks/",
  "server/policies/",
  "server/bootstrap.ts",
  "server/client/load.ts",
  "server/client/resource_types.ts",
  "server/players/",
];

const KINDS = [
  "Secret",
  "Deployment",
  "Role",
  "ClusterRole",
  "RoleBinding",
  "ClusterRoleBinding",
  "Namespace",
];

Deno.test("no other file of the server names a kind", () => {
  const names = KINDS.flatMap((
    kind,
  ) => [kind, `${kind}List`, `${kind.toLowerCase()}s`, `/${kind.toLowerCase()}s`]);
  const pattern = new RegExp(`["'\`](${names.join("|")})["'\`]`);
  const naming = sources
    .filter(({ path }) => path.startsWith("server/"))
    .filter(({ path }) => !MAY_NAME_KINDS.some((place) => path.startsWith(place)))
    .flatMap(({ path, text }) =>
      text.replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, "").split("\n").filter((line) =>
        pattern.test(line)
      )
        .map((line) => `${path}: ${line.trim()}`)
    );
  assertEquals(naming, []);
});

Deno.test("few files exceed 400 lines, none 500", () => {
  const sizes = sources.map(({ path, text }) => ({ path, lines: text.split("\n").length }));
  const large = sizes.filter(({ lines }) => lines > 400);
  assert(large.length <= sources.length / 50, JSON.stringify(large));
  assertEquals(large.filter(({ lines }) => lines > 500), []);
});

Deno.test("no tracked file names the host of a package registry", async () => {
  // In words, so that this file does not match itself.
  const hosts = "npmjs org, npmjs com, jsr io, deno land, proxy golang org, sum golang org, " +
    "crates io, pypi org, unpkg com, esm sh, jsdelivr net, rubygems org";
  const names = hosts.split(", ").map((host) => host.replaceAll(" ", "\\."));
  const pattern = new RegExp(`(?<![\\w-])(?:${names.join("|")})(?![\\w-])`);
  assert(pattern.test(["https://registry", "npmjs", "org/x"].join(".")), "the pattern finds one");
  const naming: string[] = [];
  for (const path of tracked) {
    if (pattern.test(await readTracked(path))) naming.push(path);
  }
  assertEquals(naming, []);
});

Deno.test("every module states its responsibility", () => {
  // Examples are as short as their readers would write them.
  const silent = sources.filter(({ path, text }) =>
    text !== "" && !path.startsWith("examples/consumer/") && !/@module/.test(text)
  );
  assertEquals(silent.map(({ path }) => path), []);
});

/** Programs for development are Deno's. */
const FOR_DENO = ["examples/", "fixtures/", "lab/", "mutants/source/", "mutants/broken_oracles/"];

Deno.test("only the folder runtime/ uses an interface of one runtime", () => {
  const naming = sources.filter(({ path }) =>
    !/^runtime\/|_in_browser\.ts$|\/testing\.ts$|\/testing_\w+\.ts$|storage_contract|fixed_seed/
      .test(path) &&
    !FOR_DENO.some((folder) => path.startsWith(folder))
  ).filter(({ text }) => /\b(?:Deno|Bun)\./.test(text.replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, "")));
  assertEquals(naming.map(({ path }) => path), []);
});
