/**
 * Bundles the playground's scripts for browsers.
 *
 * @module
 */
import { build, type Plugin } from "esbuild";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { moduleContents, moduleNames } from "../pack/bundle.ts";
import { installPackages } from "../pack/packages.ts";

const ROOT = new URL("../../", import.meta.url);
const rootPath = (name: string): string => fileURLToPath(new URL(name, ROOT));

/** A script of the playground. */
interface Script {
  /** The module it is made from, in `lab/site/playground/`. */
  readonly entry: string;
  /** True to compile async functions to promises, which `browser/async_local.ts` needs. */
  readonly promises?: boolean;
  /** True for an ES module of a thread: what `import()` names has files of its own. */
  readonly splits?: boolean;
}

/** The scripts, by the name of their file. */
const SCRIPTS: Readonly<Record<string, Script>> = {
  "server.js": { entry: "server_thread.ts", splits: true },
  "suites.js": { entry: "suites_thread.ts", promises: true },
  "page.js": { entry: "page/main.js" },
  "service-worker.js": { entry: "service_worker.ts" },
};

/** The packages that the scripts use. */
const PACKAGES = [
  "@bufbuild/protobuf",
  "@marcbachmann/cel-js",
  "deno-std",
  "fast-check",
  "re2js",
  "string-width",
  "wrap-ansi",
  "yaml",
];

/** The modules that have another form in browsers. */
const IN_BROWSERS: Readonly<Record<string, string>> = {
  "runtime/async_local.ts": "lab/site/browser/async_local.ts",
  "runtime/http_client.ts": "lab/site/browser/http_client.ts",
  "runtime/program.ts": "lab/site/browser/program.ts",
};

/** Returns the scripts of the playground, minified, by the name of their file. */
export async function bundlePlayground(): Promise<ReadonlyMap<string, Uint8Array>> {
  const folder = await Deno.makeTempDir({ prefix: "plumbline-site-" });
  try {
    const installed = `${folder}/installed`;
    await installPackages(installed, PACKAGES);
    const names = await moduleNames({ installed, external: [] });
    const made = Object.entries(SCRIPTS).map(async ([file, script]) => {
      const { entry, promises = false, splits = false } = script;
      const { outputFiles } = await build({
        entryPoints: { [file.replace(/\.js$/, "")]: rootPath(`lab/site/playground/${entry}`) },
        outdir: folder,
        absWorkingDir: rootPath("."),
        bundle: true,
        write: false,
        ...(splits ? { format: "esm", splitting: true } : { format: "iife" }),
        chunkNames: "[name]-[hash]",
        platform: "browser",
        mainFields: ["browser", "module", "main"],
        target: "es2022",
        ...(promises && {
          supported: { "async-await": false, "async-generator": false, "for-await": false },
        }),
        minify: true,
        legalComments: "none",
        logLevel: "warning",
        plugins: [browserModules, names, moduleContents],
      });
      return outputFiles.map(({ path, contents }) => [basename(path), contents] as const);
    });
    return new Map((await Promise.all(made)).flat());
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What no page uses: modules of Node, certificates, files of containers, ports, stores on a disk. */
const ABSENT =
  /^node:|^@peculiar\/x509$|^reflect-metadata$|^@plumbline\/stores\/|^modern-tar|\/node\/\w+\.ts$/;

/** Resolves the modules of Node, of which few work in a browser, and those with another form there. */
const browserModules: Plugin = {
  name: "browser modules",
  setup(builder) {
    builder.onResolve({ filter: /^node:zlib$/ }, () => ({
      path: rootPath("lab/site/browser/zlib.ts"),
    }));
    builder.onResolve(
      { filter: /^node:crypto$/ },
      ({ importer }) =>
        // Others verify the certificates of webhooks, which a page cannot call.
        importer.includes("/reports/")
          ? { path: rootPath("lab/site/browser/crypto.ts") }
          : undefined,
    );
    builder.onResolve({ filter: ABSENT }, ({ path }) => ({ path, namespace: "absent" }));
    builder.onLoad({ filter: /.*/, namespace: "absent" }, ({ path }) => ({
      contents: absentModule(path),
      loader: "js",
    }));
    // Of a namespace the parts stay away that no module uses, of a default export none.
    builder.onLoad({ filter: /\/suites\/.*\.ts$/ }, async ({ path }) => {
      const text = await Deno.readTextFile(path);
      const contents = text.replace(
        'import fc from "fast-check"',
        'import * as fc from "fast-check"',
      );
      return contents === text ? undefined : { contents, loader: "ts" };
    });
    builder.onLoad({ filter: /\/runtime\/\w+\.ts$/ }, ({ path }) => {
      const other = IN_BROWSERS[path.slice(rootPath(".").length)];
      if (other === undefined) return undefined;
      return { contents: `export * from ${JSON.stringify(rootPath(other))};`, loader: "js" };
    });
  },
};

/**
 * A module whose exports end with an error when they are called. They are those of the prototype,
 * which a bundle takes over.
 */
const absentModule = (name: string): string => `
  module.exports = Object.create(new Proxy({}, { get: (_, key) => function () {
    throw new Error("Cannot use " + String(key) + " of ${name} in a browser");
  } }));`;
