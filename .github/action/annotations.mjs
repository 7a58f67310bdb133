// Prints an annotation of a workflow for each cause of failures in a report:
//   node annotations.mjs REPORT.JSON
import { readFileSync } from "node:fs";
import process from "node:process";

/** The most annotations: the service shows ten of each kind in a step. */
const MOST = 10;

const escape = (text) =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const escapeProperty = (text) => escape(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

const { causes = [] } = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const [verdict, command] of [["fail", "error"], ["warn", "warning"]]) {
  const found = causes.filter((cause) => cause.verdict === verdict);
  for (const { title, harm, checks } of found.slice(0, MOST)) {
    const where = `Found by ${checks.slice(0, 3).join(", ")}${checks.length > 3 ? ", …" : ""}.`;
    const property = escapeProperty(`Plumbline: ${harm ?? "violation"}`);
    process.stdout.write(`::${command} title=${property}::${escape(`${title}. ${where}`)}\n`);
  }
}
