/**
 * The licenses of the packages that are in the bundles, which ask to be kept with their code.
 *
 * @module
 */

/**
 * Returns the licenses as a document.
 *
 * @param files files of packages, with `node_modules` in their paths
 * @throws {Error} if a package has no license
 */
export async function licensesOf(files: readonly string[]): Promise<string> {
  const folders = new Set(files.map(packageFolder));
  const sections = await Promise.all([...folders].sort().map(sectionOf));
  return `# Licenses of the packages in the bundles\n\n${sections.join("\n")}`;
}

/** Returns the folder of the innermost package that a file is in. */
export const packageFolder = (file: string): string =>
  file.replace(/^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\/.*$/, "$1");

async function sectionOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await Deno.readTextFile(`${folder}/package.json`));
  const names = (await Array.fromAsync(Deno.readDir(folder))).map((entry) => entry.name);
  const files = names.filter((each) => /^(licen[cs]e|notice|copyright)/i.test(each)).sort();
  if (license === undefined && files.length === 0) {
    throw new Error(`Cannot pack ${name} as it has no license`);
  }
  const texts = await Promise.all(files.map((each) => Deno.readTextFile(`${folder}/${each}`)));
  const quoted = texts.map((text) => `\`\`\`text\n${text.trim()}\n\`\`\`\n`);
  return [`## ${name} ${version}\n`, `License: ${license}\n`, ...quoted].join("\n");
}
