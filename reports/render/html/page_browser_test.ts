import { assertEquals } from "@std/assert";

/** Where a browser may be; another is named by `PLUMBLINE_CHROMIUM`. */
const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

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

const browser = findBrowser();
const why = browser === undefined ? " (left out: there is no Chromium; apt-get install it)" : "";

Deno.test({
  name: `the page is right in a real browser${why}`,
  ignore: browser === undefined,
  async fn() {
    const tests = new URL("page_in_browser.ts", import.meta.url).pathname;
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "--no-check", "--allow-all", tests],
      env: { PLUMBLINE_CHROMIUM: browser!, NO_COLOR: "1" },
    }).output();
    const [told, complaints] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    assertEquals(code, 0, `${told}\n${complaints}`);
  },
});
