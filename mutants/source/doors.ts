/**
 * The doors of the rooms: what the names of packages in imports stand for, for copies of the sources
 * that are no workspace.
 *
 * @module
 */
const ROOT = new URL("../../", import.meta.url);

/** Returns the modules of the doors, as paths from the repository's root, by their names. */
export async function readDoors(): Promise<ReadonlyMap<string, string>> {
  const { workspace } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const doors = new Map<string, string>();
  for (const member of workspace as readonly string[]) {
    const room = member.slice("./".length);
    const text = await Deno.readTextFile(new URL(`${room}/deno.json`, ROOT));
    const { name, exports } = JSON.parse(text);
    for (const [door, module] of Object.entries<string>(exports)) {
      doors.set(name + door.slice(1), `${room}/${module.slice("./".length)}`);
    }
  }
  return doors;
}

/**
 * Returns a source whose imports by name are imports by path.
 *
 * @param name its path from the repository's root
 */
export function withPaths(
  name: string,
  content: string,
  doors: ReadonlyMap<string, string>,
): string {
  const up = "../".repeat(name.split("/").length - 1) || "./";
  return content.replaceAll(
    /(\bfrom|\bimport)(\s*\(?\s*)"(@plumbline\/[^"]+)"/g,
    (whole, word, gap, door) => doors.has(door) ? `${word}${gap}"${up}${doors.get(door)}"` : whole,
  );
}
