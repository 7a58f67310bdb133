import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { licensesOf, packageFolder } from "./licenses.ts";

Deno.test("the folder of a package is that of the innermost node_modules", () => {
  assertEquals(
    [
      "/a/node_modules/yaml/dist/index.js",
      "/a/node_modules/.deno/yaml@2.9.1/node_modules/yaml/index.js",
      "/a/node_modules/@peculiar/x509/build/x509.js",
    ].map(packageFolder),
    [
      "/a/node_modules/yaml",
      "/a/node_modules/.deno/yaml@2.9.1/node_modules/yaml",
      "/a/node_modules/@peculiar/x509",
    ],
  );
});

Deno.test("each package has a section with its license, and one without is an error", async () => {
  const root = await Deno.makeTempDir();
  const add = async (name: string, license?: string) => {
    await Deno.mkdir(`${root}/node_modules/${name}`, { recursive: true });
    const manifest = { name, version: "1.0.0", ...(license !== undefined && { license }) };
    await Deno.writeTextFile(
      `${root}/node_modules/${name}/package.json`,
      JSON.stringify(manifest),
    );
  };
  await add("a", "MIT");
  await Deno.writeTextFile(`${root}/node_modules/a/LICENSE`, "Permission is granted\n");
  await add("b");
  const files = [`${root}/node_modules/a/x.js`, `${root}/node_modules/a/y.js`];
  const text = await licensesOf(files);
  assertStringIncludes(text, "## a 1.0.0\n\nLicense: MIT\n\n```text\nPermission is granted\n```");
  await assertRejects(() => licensesOf([`${root}/node_modules/b/x.js`]), Error, "b as it has no");
  await Deno.remove(root, { recursive: true });
});
