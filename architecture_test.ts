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

/** The rooms of the server, which the suites enter in one folder only. */
const ROOMS_OF_SERVER = ["server", "kubernetes", "stores", "reference"];

/** What the suites know nothing of, but in that folder. */
const UNKNOWN_TO_SUITES = [...ROOMS_OF_SERVER, "plugins", "mutants"];

/** Rooms that know little of those listed before them: they work with the published ones alone. */
const ONLY: Readonly<Record<string, readonly string[]>> = {
  "server": ["runtime"],
  "kubernetes": ["server"],
  "stores": ["server", "runtime"],
  "plugins": ["server"],
};

/** What rooms may import from outside the workspace. */
const SHARED = ["deno.json", "deps"];

/** Which folder of the suites may import from which. */
const SUITES_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  // The suites: client → resources → model → session → arbitraries → areas; the engine knows no area.
  "suites/client": ["suites facts"],
  "suites/resources": ["suites facts", "suites/client"],
  "suites facts": [],
  "area requirements": ["suites facts"],
  "suites leaves": [
    "suites facts",
    "area requirements",
    "suites/client",
    "suites/resources",
  ],
  "suites/model": ["suites facts", "suites leaves", "suites/client"],
  "suites/session": [
    "suites facts",
    "suites leaves",
    "suites/client",
    "suites/resources",
    "suites/model",
  ],
  "suites/arbitraries": [
    ...SUITES_BASE.filter((folder) => folder !== "suites/arbitraries"),
  ],
  "suites/areas": [...SUITES_BASE, "area requirements"],
  "suites/cleanup": [
    "suites facts",
    "suites leaves",
    "suites/client",
    "suites/resources",
  ],
  "suites/engine": [
    "suites facts",
    "suites leaves",
    "suites/client",
    "suites/resources",
    "suites/model",
    "suites/session",
    "suites/cleanup",
  ],
  "suites/nemesis": [
    "suites facts",
    "suites leaves",
    "suites/client",
    "suites/resources",
    "suites/model",
    "suites/engine",
  ],
  "suites/connect": ["suites facts", "suites/client", "suites/resources"],
  "suites/embedded": ["suites facts", "suites leaves", "suites/client", "suites/connect"],
  "suites/plan": [
    "suites facts",
    "suites leaves",
    "suites/areas",
    "suites/client",
    "suites/resources",
    "suites/engine",
    "suites/embedded",
  ],
  "suites": [
    ...SUITES_BASE,
    "suites/areas",
    "suites/cleanup",
    "suites/connect",
    "suites/embedded",
    "suites/engine",
    "suites/plan",
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
  /\/contract\/|^suites\/corrupted_responses\/|\/testing\/|\/testing\.ts$/.test(path);

async function readSources(): Promise<Source[]> {
  const paths = tracked.filter((path) =>
    /\.ts$/.test(path) && !path.endsWith(".d.ts") && !isTest(path) && !isTestSupport(path)
  );
  return await Promise.all(paths.map(async (path) => {
    const text = await readTracked(path);
    return { path, text, imports: importsOf(path, text) };
  }));
}

/** The modules that other rooms import by name, as the configurations of the members state them. */
const doors = new Map<string, string>();
/** The members of the workspace: each imports only those that the configuration lists before it. */
const rooms: readonly string[] = JSON.parse(await readTracked("deno.json")).workspace
  .map((member: string) => member.slice("./".length));
for (const path of rooms.map((room) => `${room}/deno.json`)) {
  const { name, exports } = JSON.parse(await readTracked(path));
  for (const [door, module] of Object.entries<string>(exports)) {
    doors.set(name + door.slice(1), path.replace("deno.json", module.slice(2)));
  }
}

/** Import and export statements and calls of `import`, of paths and of doors; not in comments. */
function importsOf(path: string, text: string): string[] {
  const code = text.replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, "");
  const found = code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"([.@][^"]*)"/g);
  return [...found].flatMap(([, target = ""]) => {
    if (target.startsWith(".")) {
      return [new URL(target, new URL(path, ROOT)).href.slice(ROOT.href.length)];
    }
    if (target.startsWith("@std/")) return [`deps/${target.slice(5)}`];
    return doors.get(target) ?? [];
  });
}

const sources = await readSources();
const byPath = new Map(sources.map((source) => [source.path, source]));

/** Returns the room of a file: its folder at the top, or the file itself. */
const roomOf = (path: string): string => path.split("/")[0] ?? "";

function suitesFolderOf(path: string): string {
  const [, second = "", third] = path.split("/");
  if (SUITES_FACTS.includes(path)) return "suites facts";
  if (SUITES_LEAVES.includes(path)) return "suites leaves";
  if (third === undefined) return "suites";
  if (/^suites\/areas\/\w+\/requirements\w*\.ts$/.test(path)) return "area requirements";
  return `suites/${second}`;
}

Deno.test("a room imports only those that deno.json lists before it", () => {
  const wrong = sources.filter(({ path }) => rooms.includes(roomOf(path))).flatMap(
    ({ path, imports }) => {
      const room = roomOf(path);
      const before = ONLY[room] ?? rooms.slice(0, rooms.indexOf(room));
      const allowed = [room, ...before, ...SHARED, ...(room === "lab" ? ["fixtures"] : [])];
      return imports.filter((target) => !allowed.includes(roomOf(target)))
        .map((target) => `${path} imports ${target}`);
    },
  );
  assertEquals(wrong, []);
});

Deno.test("a room is imported by the names in its deno.json, and itself by paths", () => {
  const named = new Set(doors.values());
  const wrong = sources.flatMap(({ path, text, imports }) => {
    const code = text.replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, "");
    const byPath = imports.filter((target) =>
      rooms.includes(roomOf(target)) && roomOf(target) !== roomOf(path) && !named.has(target)
    );
    return [
      ...byPath.map((target) =>
        `${path} imports ${target}: name it in ${roomOf(target)}/deno.json`
      ),
      ...(code.includes(`from "@plumbline/${roomOf(path)}`)
        ? [`${path} imports its own room by name`]
        : []),
    ];
  });
  assertEquals(wrong, []);
});

Deno.test("imports of the folders of the suites go one way", () => {
  const wrong = sources.filter(({ path }) => roomOf(path) === "suites").flatMap(
    ({ path, imports }) => {
      const folder = suitesFolderOf(path);
      const allowed = SUITES_MAY_IMPORT[folder];
      assert(allowed, `Cannot check the imports of ${path} as the table has no ${folder}: add it`);
      return imports.filter((target) => roomOf(target) === "suites").filter((target) =>
        suitesFolderOf(target) !== folder && !allowed.includes(suitesFolderOf(target))
      ).map((target) => `${path} imports ${target}`);
    },
  );
  assertEquals(wrong, []);
});

Deno.test("the table of the suites has no circle", () => {
  const done = new Set<string>();
  const visit = (folder: string, way: readonly string[]) => {
    assert(!way.includes(folder), `${[...way, folder].join(" → ")}`);
    if (done.has(folder)) return;
    for (const other of SUITES_MAY_IMPORT[folder] ?? []) visit(other, [...way, folder]);
    done.add(folder);
  };
  for (const folder of Object.keys(SUITES_MAY_IMPORT)) visit(folder, []);
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
    .filter(({ target }) => UNKNOWN_TO_SUITES.includes(roomOf(target)))
    .filter(({ path, target }) =>
      !path.startsWith("suites/embedded/") || target !== "reference/mod.ts"
    );
  assertEquals(across, []);
});

Deno.test("the program and the pages use plugins by their public entry point", () => {
  const across = sources.filter(({ path }) => /^(cli|reports|mod\.ts|options)/.test(path))
    .flatMap(({ path, imports }) => imports.map((target) => ({ path, target })))
    .filter(({ target }) => /^plugins\/(?!mod\.ts|types\.ts)/.test(target));
  assertEquals(across, []);
});

/** What every area of the suites has, under the same name. */
const IN_EACH_AREA = ["requirements"];

Deno.test("a name is exported with one meaning in each room", () => {
  const places = new Map<string, string[]>();
  for (const { path, text } of sources) {
    const names = text.matchAll(
      /^export (?:abstract |async )?(?:const|function\*?|interface|type|class) (\w+)/gm,
    );
    // An overloaded function has a declaration for each of its forms.
    for (const name of new Set([...names].map(([, name = ""]) => name))) {
      const key = `${roomOf(path)}: ${name}`;
      places.set(key, [...places.get(key) ?? [], path]);
    }
  }
  const twice = [...places].filter(([key, paths]) =>
    paths.length > 1 && !IN_EACH_AREA.includes(key.split(": ")[1] ?? "")
  );
  assertEquals(twice, []);
});

/** Files that are about certain kinds: resources, paths, authorization, namespaces. */
const MAY_NAME_KINDS = [
  "server/resources/",
  "server/access/",
  "server/admission/namespace_lifecycle.ts",
  "server/admission/rbac_escalation.ts",
  "server/health/checks.ts",
  "server/http/request.ts",
  "server/bootstrap.ts",
  "server/client/load.ts",
  "server/client/resource_types.ts",
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

Deno.test("no tracked file runs a package that the user has not installed", async () => {
  // Without --no-install, npx fetches what is not there: a package of another author.
  const program = "(?:@?plumbline|vitest|jest|tsc|playwright)";
  const pattern = new RegExp(
    String
      .raw`\bnpx\s+(?:${program}|(?:-y|--yes|-p|--package)[\s=](?!deno@\d))|\bbunx\s+${program}`,
  );
  const [name, option] = ["npx plumbline", "npx -y plumbline"].map((line) => pattern.test(line));
  assert(name && option && !pattern.test("npx -y deno@2.9.6 task"), "the pattern finds these");
  const naming: string[] = [];
  for (const path of tracked.filter((path) => path !== "architecture_test.ts")) {
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

Deno.test("no module needs a function of iterators that Node 20 lacks", () => {
  // `find` is in runtime/standard_functions.ts; the entries of a journal are a list.
  const helpers =
    /(?<!Object|log)\.(?:values|keys|entries)\([^()]*\)\s*\.(?:reduce|map|filter|some|every|toArray|flatMap|take|drop|forEach)\(/;
  const wrong = sources.filter(({ path }) =>
    !FOR_DENO.some((folder) => path.startsWith(folder)) && !path.endsWith("_test.ts")
  ).flatMap(({ path, text }) => {
    // Lists of the static functions of Object are no iterators.
    const found = helpers.exec(
      text.replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, "")
        .replaceAll(/Object\.(?:values|keys|entries)/g, "Object"),
    );
    return found === null ? [] : [`${path}: ${found[0]}`];
  });
  assertEquals(wrong, []);
});

Deno.test("each function of sets that a module uses is defined where Node 20 lacks it", async () => {
  const functions = /\.(union|intersection|difference|symmetricDifference|is\w+(?:Of|From))\(/g;
  const defined = await Deno.readTextFile(new URL("runtime/standard_functions.ts", ROOT));
  const missing = sources.filter(({ path }) =>
    !FOR_DENO.some((folder) => path.startsWith(folder)) && !path.endsWith("_test.ts")
  ).flatMap(({ path, text }) =>
    [...text.matchAll(functions)].filter(([, name]) =>
      name! in Set.prototype && !defined.includes(`define(Set.prototype, "${name}"`)
    ).map(([, name]) => `${path}: ${name}`)
  );
  assertEquals(missing, []);
});

Deno.test("the graph of server/mod.ts has modules of server, runtime and deps only", async () => {
  const args = ["info", "--json", "server/mod.ts"];
  const { stdout } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout));
  const rooms = new Map<string, number>();
  for (const { specifier } of modules as readonly { specifier: string }[]) {
    if (!specifier.startsWith(ROOT.href)) continue;
    const room = roomOf(specifier.slice(ROOT.href.length));
    rooms.set(room, (rooms.get(room) ?? 0) + 1);
  }
  assertEquals([...rooms.keys()].sort(), ["deps", "runtime", "server"]);
});

Deno.test("what stands in for modules in browsers imports nothing else", () => {
  const wrong = sources.filter(({ path }) => path.startsWith("lab/site/browser/"))
    .flatMap(({ path, imports }) => imports.map((target) => ({ path, target })))
    .filter(({ target }) => !target.startsWith("lab/site/browser/"));
  assertEquals(wrong, []);
});

Deno.test("the server of the specification has at most 25,000 lines", () => {
  const own = sources.filter(({ path }) => path.startsWith("server/"));
  const lines = own.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
  assert(lines <= 25_000, `${lines} lines`);
});
