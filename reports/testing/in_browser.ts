/**
 * Tests in a real browser: how one is found, started and asked whether all can use a page.
 *
 * @module
 */
import { assertEquals } from "@std/assert";

/** Where a browser may be; another is named by `PLUMBLINE_CHROMIUM`. */
const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where a browser is; undefined where there is none. */
function findBrowser(): string | undefined {
  const named = Deno.env.get("PLUMBLINE_CHROMIUM");
  return [...(named ? [named] : []), ...PLACES].find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
}

/**
 * Registers a test that runs a module of tests in a process of its own: the browser's library asks
 * for all permissions. It is left out where there is no browser.
 */
export function testInBrowser(name: string, module: URL): void {
  const browser = findBrowser();
  const why = browser === undefined ? " (left out: there is no Chromium; apt-get install it)" : "";
  Deno.test({
    name: `${name}${why}`,
    ignore: browser === undefined,
    async fn() {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["test", "--no-check", "--allow-all", module.pathname],
        env: { PLUMBLINE_CHROMIUM: browser!, NO_COLOR: "1" },
      }).output();
      const [told, complaints] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
      assertEquals(code, 0, `${told}\n${complaints}`);
    },
  });
}
