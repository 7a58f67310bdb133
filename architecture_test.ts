/**
 * The shape of the code: what may import what, where kinds may be named, how large files are.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";

/**
 * Which folder may import from which. Files right in `server/` that import no folder are its leaves;
 * the others put it together and may import all of it. A folder may import itself.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "mod.ts": ["server", "suites", "reports"],
  "cli.ts": ["cli"],
  "fixed_seed.ts": [],
  // Command-line options of the program and the tools.
  "options": ["reports"],
  "cli": ["options", "server", "suites", "reports", "matrix", "ui", "deps"],
  "tools": ["options", "server", "server/codec", "server leaves"],
  "mutants": ["options", "server", "suites", "reports"],
  "plugins": ["server"],
  "fixtures": ["server/codec", "server leaves"],
  "deps": [],
  "reports": ["deps"],
  "ui": ["reports", "server"],
  // Through one file only, as the test below says.
  "suites": ["reports", "deps", "fixtures", "server"],
  "server leaves": [],
  "server/storage": ["server leaves"],
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
  "server/http": ["server leaves", "server/registry", "server/storage", "server/codec"],
  "server/discovery": ["server leaves", "server/registry", "server/api_versions", "server/codec"],
  "server/health": ["server leaves", "server/registry"],
  "server/control": ["server leaves", "server/registry", "server/storage", "server/http"],
  // Decorators over the seams of all others; only who puts the server together knows them.
  "server/faults": [
    "server leaves",
    "server/access",
    "server/registry",
    "server/storage",
    "server/codec",
    "server/apply",
    "server/resources",
    "server/http",
    "server/api_versions",
  ],
  "server": [
    "server leaves",
    "server/access",
    "server/admission",
    "server/apply",
    "server/codec",
    "server/control",
    "server/discovery",
    "server/faults",
    "server/health",
    "server/http",
    "server/registry",
    "server/resources",
    "server/storage",
    "server/api_versions",
  ],
};

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

/** What only tests run: comparisons with real servers, and contracts. */
const isBeside = (path: string) => /^server\/.*\/(differential|contract)\//.test(path);

async function readSources(): Promise<Source[]> {
  const paths = tracked.filter((path) =>
    /\.ts$/.test(path) && !path.endsWith(".d.ts") && !isTest(path) && !isBeside(path)
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

/** The folder a file counts to, as the table names it. */
function folderOf(path: string): string {
  const [top = "", second = "", third] = path.split("/");
  if (top !== "server") return top;
  if (third !== undefined) return `server/${second}`;
  const imports = byPath.get(path)?.imports ?? [];
  return imports.every((target) => isInServerItself(target)) && path !== "server/mod.ts"
    ? "server leaves"
    : "server";
}

const isInServerItself = (path: string) => /^server\/[^/]+$/.test(path);

Deno.test("imports go one way", () => {
  const wrong = sources.flatMap(({ path, imports }) => {
    const folder = folderOf(path);
    const allowed = MAY_IMPORT[folder];
    assert(allowed, `Cannot tell what ${path} may import: add ${folder} to the table`);
    return imports.filter((target) => {
      const other = folderOf(target);
      return other !== folder && target !== "deno.json" && !allowed.includes(other);
    }).map((target) => `${path} imports ${target}`);
  });
  assertEquals(wrong, []);
});

// Fixtures are data, and beside them the programs that recorded it with what they compare.
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

Deno.test("files do not import one another in a circle", () => {
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]) => {
    const start = way.indexOf(path);
    assert(start < 0, `${[...way.slice(start), path].join(" → ")}`);
    if (done.has(path)) return;
    for (const target of valueImportsOf(path)) visit(target, [...way, path]);
    done.add(path);
  };
  for (const { path } of sources) visit(path, []);
});

/** Imports that exist when the program runs; types may know one another. */
function valueImportsOf(path: string): string[] {
  const { text = "" } = byPath.get(path) ?? {};
  return importsOf(path, text.replaceAll(/^(import|export) type [^;]*;/gms, ""));
}

Deno.test("the suites know the server through one file, and by its front door", () => {
  const across = sources.filter(({ path }) => path.startsWith("suites/")).flatMap((
    { path, imports },
  ) =>
    imports.filter((target) => target.startsWith("server/")).map((target) => `${path} → ${target}`)
  );
  assertEquals(
    across.filter((line) => !/^suites.target.embedded(_worker)?\.ts → server.mod\.ts$/.test(line)),
    [],
  );
});

Deno.test("whoever stands outside the server uses its front door", () => {
  const outside = sources.filter(({ path }) =>
    !/^(server|fixtures)\//.test(path) && path !== "differential/protobuf.ts"
  );
  const across = outside.flatMap(({ path, imports }) =>
    imports.filter((target) => target.startsWith("server/")).map((target) => `${path} → ${target}`)
  );
  assertEquals(across.filter((line) => !line.endsWith(" → server/mod.ts")), []);
});

Deno.test("nothing outside faults knows that faults exist, but what puts the server together", () => {
  const knowing = sources.filter(({ path }) =>
    !path.startsWith("server/faults/") && folderOf(path) !== "server"
  )
    .filter(({ imports }) => imports.some((target) => target.startsWith("server/faults/")));
  assertEquals(knowing.map(({ path }) => path), []);
});

/** Those whose business a kind is: how paths are built, what access is decided by, what lives in what. */
const MAY_NAME_KINDS = [
  "server/resources/",
  "server/access/",
  "server/admission/namespace_lifecycle.ts",
  "server/admission/rbac_escalation.ts",
  "server/health/own_checks.ts",
  "server/http/request_info.ts",
  "server/bootstrap.ts",
  "server/faults/",
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

Deno.test("nothing in the server names a kind but the resources and those whose business it is", () => {
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

Deno.test("files are small: half of them below 100 lines, few above 350, none above 500", () => {
  const sizes = sources.map(({ path, text }) => ({ path, lines: text.split("\n").length }))
    .filter(({ lines }) => lines > 1)
    .sort((a, b) => a.lines - b.lines);
  const median = sizes[Math.floor(sizes.length / 2)]!;
  assert(median.lines < 100, `the median is ${median.lines} lines`);
  const large = sizes.filter(({ lines }) => lines > 350);
  assert(large.length <= sizes.length / 50, JSON.stringify(large));
  assertEquals(sizes.filter(({ lines }) => lines > 500), []);
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

Deno.test("every module says what it is for", () => {
  const silent = sources.filter(({ text }) => text !== "" && !/@module/.test(text));
  assertEquals(silent.map(({ path }) => path), []);
});
