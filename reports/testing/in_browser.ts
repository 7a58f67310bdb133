/**
 * Finds a real browser and runs modules of tests with it.
 *
 * @module
 */
import { assertEquals } from "@std/assert";

/** Usual paths of Chromium; `PLUMBLINE_CHROMIUM` names another one. */
const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Returns the path of a browser, undefined if there is none. */
function findBrowser(): string | undefined {
  const named = Deno.env.get("PLUMBLINE_CHROMIUM");
  return [...(named ? [named] : []), ...PATHS].find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
}

/**
 * Registers a test that runs a module of tests in a separate process, as the browser's library needs
 * all permissions. The test is skipped if there is no browser.
 */
export function testInBrowser(name: string, module: URL): void {
  const browser = findBrowser();
  const why = browser === undefined ? " (skipped: Chromium is not installed)" : "";
  Deno.test({
    name: `${name}${why}`,
    ignore: browser === undefined,
    async fn() {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["test", "--no-check", "--allow-all", module.pathname],
        env: { PLUMBLINE_CHROMIUM: browser!, NO_COLOR: "1" },
      }).output();
      const [output, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
      assertEquals(code, 0, `${output}\n${errors}`);
    },
  });
}
