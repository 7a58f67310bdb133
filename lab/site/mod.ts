/**
 * Writes the site: `deno task site FOLDER`. The folder `site` if none is given.
 *
 * @module
 */
import { recordSequences } from "./facts/record.ts";
import { writeSite } from "./site.ts";

const HELP = `Writes the site as static files: deno task site [FOLDER] (default site)
  --record  first compute the failing sequences that the pages of requirements show (20 minutes)
`;

const say = (text: string) => Deno.stdout.writeSync(new TextEncoder().encode(text));

if (import.meta.main) {
  const [folder = "site"] = Deno.args.filter((word) => !word.startsWith("-"));
  if (Deno.args.includes("--help")) say(HELP);
  else {
    if (Deno.args.includes("--record")) await recordSequences((line) => say(`${line}\n`));
    const { files, bytes, playground } = await writeSite(folder);
    say(
      `${files} files in ${folder}, ${(bytes / 1e6).toFixed(1)} MB; ` +
        `the playground's scripts are ${Math.round(playground / 1000)} kB compressed\n`,
    );
  }
  // esbuild's service stays otherwise.
  Deno.exit(0);
}
