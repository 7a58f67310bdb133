/**
 * Runs other programs.
 *
 * @module
 */

const ROOT = new URL("../../", import.meta.url);

/**
 * Runs a program to its end.
 *
 * @param folder the current directory of the program; the repository if absent
 * @throws {Error} with what it printed if it fails
 */
export async function run(
  program: string,
  words: readonly string[],
  folder: string | URL = ROOT,
): Promise<void> {
  const command = new Deno.Command(program, { args: [...words], cwd: folder, stderr: "piped" });
  const { success, code, stderr } = await command.output();
  if (success) return;
  const output = new TextDecoder().decode(stderr);
  throw new Error(`Cannot pack as ${program} ended with ${code}: ${output}`);
}
