import { assertEquals } from "@std/assert";
import { programOf } from "./program.ts";

const cases = [
  ["deno", "/clone/cli.ts", "/clone", "deno task"],
  ["deno", "/clone/cli.ts", "/", "deno run -A /clone/cli.ts"],
  ["deno", "/my clone/cli.ts", "/", "deno run -A '/my clone/cli.ts'"],
  ["deno", "https://host/1.0.0/cli.ts", "/", "deno run -A https://host/1.0.0/cli.ts"],
  ["deno", "/project/check.test.ts", "/project", "deno task"],
  ["node", "/p/node_modules/.bin/plumbline", "/p", "npx --no-install plumbline"],
  ["node", "/p/node_modules/.bin/plumbline", "/p/folder", "npx --no-install plumbline"],
  [
    "node",
    "/p/node_modules/@plumbline/plumbline/lib/plumbline.js",
    "/",
    "node /p/node_modules/@plumbline/plumbline/lib/plumbline.js",
  ],
  [
    "bun",
    "/p/node_modules/@plumbline/plumbline/lib/plumbline.js",
    "/pp",
    "bun /p/node_modules/@plumbline/plumbline/lib/plumbline.js",
  ],
  ["node", "/usr/local/bin/plumbline", "/p", "/usr/local/bin/plumbline"],
  ["node", "/p/node_modules/vitest/vitest.mjs", "/p", "npx --no-install plumbline"],
  ["node", "", "/p", "npx --no-install plumbline"],
] as const;

Deno.test("commands are printed as they can be run where the program was started", () => {
  assertEquals(
    cases.map(([runtime, main, directory]) => programOf({ runtime, main, directory })),
    cases.map(([, , , printed]) => printed),
  );
  const standalone = "/opt/plumbline";
  assertEquals(
    programOf({ runtime: "deno", main: "/x/cli.ts", directory: "/", standalone }),
    standalone,
  );
  const main = "/$bunfs/root/plumbline";
  assertEquals(programOf({ runtime: "bun", main, directory: "/", standalone }), standalone);
});

Deno.test("a thread knows the program, too", async () => {
  const module = new URL("./program.ts", import.meta.url).href;
  const code = `import { PROGRAM } from "${module}"; postMessage(PROGRAM);`;
  const url = URL.createObjectURL(new Blob([code], { type: "text/typescript" }));
  const worker = new Worker(url, { type: "module" });
  const program = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  worker.terminate();
  URL.revokeObjectURL(url);
  assertEquals(program, "deno task");
});

Deno.test("a library without permissions asks for none", async () => {
  const module = new URL("./program.ts", import.meta.url).href;
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(file, `import { PROGRAM } from "${module}"; console.log(PROGRAM);`);
  const { stdout, code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", file],
    env: { NO_COLOR: "1" },
  }).output();
  assertEquals([new TextDecoder().decode(stdout), code], ["deno task\n", 0]);
  await Deno.remove(file);
});
