/**
 * Mutants of the health endpoints.
 *
 * @module
 */
import { unauthorized } from "@plumbline/server/api";
import { bugs } from "../../mutant.ts";
import { type Install, onRequests } from "../../vocabulary/on.ts";
import { wrap } from "../../vocabulary/wrap.ts";
import { rewriteStream } from "../../vocabulary/exchange.ts";

/** Changes the lines of verbose output, including the last one. */
const changingLines = (
  change: (
    changingLines: readonly string[],
    query: URLSearchParams,
    path: string,
  ) => readonly string[],
): Install =>
  wrap("exchange", "health", ({ health }, path, query) => {
    const response = health(path, query);
    if (!response?.body || !query.has("verbose")) return response;
    return rewriteStream(response, (text) => {
      const all = text.trimEnd().split("\n");
      return [...change(all, query, path), ""].join("\n");
    });
  });

/** Changes the query of requests to health endpoints. */
const changingQuery = (
  change: (query: URLSearchParams, path: string) => URLSearchParams | undefined,
): Install =>
  wrap(
    "exchange",
    "health",
    ({ health }, path, query) => health(path, change(query, path) ?? query),
  );

/** Returns a query with other checks to exclude. */
function excluding(query: URLSearchParams, names: readonly string[]): URLSearchParams {
  const changed = new URLSearchParams(query);
  changed.delete("exclude");
  for (const name of names) changed.append("exclude", name);
  return changed;
}

export const healthMutants = bugs({
  "health/no-readyz": {
    description: "`/readyz` returns 404; `/livez` is served.",
    reason: "Only liveness probes were configured.",
    breaks: "health.ready-served",
    install: wrap(
      "exchange",
      "health",
      ({ health }, path, query) => path === "/readyz" ? undefined : health(path, query),
    ),
  },
  "health/no-healthz": {
    description: "`/healthz` returns 404.",
    reason: "The endpoint is deprecated.",
    breaks: "health.healthz-answers-success",
    install: wrap(
      "exchange",
      "health",
      ({ health }, path, query) => path === "/healthz" ? undefined : health(path, query),
    ),
  },
  "health/single-checks-always-verbose": {
    description: "The endpoint of a single check returns verbose output without `verbose`.",
    reason: "One line was considered short enough.",
    breaks: "health.plain-answer",
    install: changingQuery((query, path) =>
      path.lastIndexOf("/") > 0 ? new URLSearchParams([...query, ["verbose", ""]]) : undefined
    ),
  },
  "health/first-unknown-named-only": {
    description: "Of several unknown checks in `exclude`, the output names the first one only.",
    reason: "The warning is written for one name.",
    breaks: "health.exclude-unknown-named",
    install: changingLines((all) =>
      all.map((line) => line.startsWith("warn") ? line.replace(/",".*$/, '"') : line)
    ),
  },
  "health/last-exclude-counts": {
    description: "Of several `exclude` parameters only the last one counts.",
    reason: "Query parameters are read into a map with one value per name.",
    breaks: ["health.exclude-several", "health.exclude-marks-the-check"],
    install: changingQuery((query) => {
      const last = query.getAll("exclude").at(-1);
      if (last === undefined) return undefined;
      const changed = new URLSearchParams(query);
      changed.set("exclude", last);
      return changed;
    }),
  },
  "health/verbose-must-come-first": {
    description: "`exclude` is ignored if it comes before `verbose` in the query.",
    reason: "The query is matched as text, in the order of the documented example.",
    breaks: ["health.parameters-combine", "health.exclude-marks-the-check"],
    install: changingQuery((query) => {
      const [first] = query.keys();
      return first === "exclude" && query.has("verbose")
        ? new URLSearchParams("verbose")
        : undefined;
    }),
  },
  "health/excluded-not-listed": {
    description: "Excluded checks are missing from verbose output.",
    reason: "The checks are filtered before the output is written.",
    breaks: ["health.exclude-leaves-others", "health.exclude-marks-the-check"],
    install: changingLines((all) => all.filter((line) => !line.includes(" excluded: ok"))),
  },
  "health/exclude-by-prefix": {
    description: "Excluding a check excludes every check whose name starts with the same letter.",
    reason: "Names are matched by prefix to exclude groups of checks, and the prefix is too short.",
    breaks: ["health.exclude-leaves-others", "health.exclude-unknown-harmless"],
    install: changingLines((all, query) => {
      const letters = query.getAll("exclude").map((name) => name[0]);
      return all.map((line) => {
        const [, name = ""] = /^\[\+\](\S+) ok$/.exec(line) ?? [];
        return letters.includes(name[0] ?? "-") ? `[+]${name} excluded: ok` : line;
      });
    }),
  },
  "health/slashes-not-excluded": {
    description: "A check whose name contains a slash cannot be excluded.",
    reason: "The name is read as one path segment.",
    breaks: "health.exclude-marks-the-check",
    install: changingQuery((query) => {
      const changed = new URLSearchParams(query);
      changed.delete("exclude");
      for (const name of query.getAll("exclude")) {
        if (!name.includes("/")) changed.append("exclude", name);
      }
      return changed;
    }),
  },
  "health/passing-lines-end-with-passed": {
    description: "The line of a passing check ends with `passed` instead of `ok`.",
    reason: "The last line of the output uses that word.",
    breaks: "health.verbose-passing-line",
    install: changingLines((all) =>
      all.map((line) =>
        line.startsWith("[+]") && !line.includes("excluded")
          ? line.replace(/ ok$/, " passed")
          : line
      )
    ),
  },
  "health/unmarked-lines": {
    description: "The verbose output starts with a heading without `[+]` or `[-]`.",
    reason: "A heading was added for readability.",
    breaks: "health.verbose-line-per-check",
    install: changingLines((all, _query, path) => [`${path.slice(1)}:`, ...all]),
  },
  "health/check-listed-twice": {
    description: "The first check is listed twice in the verbose output of `/readyz`.",
    reason: "The lists of readiness and liveness checks are joined without removing duplicates.",
    breaks: "health.verbose-each-check-once",
    install: changingLines((all, _query, path) => path === "/readyz" ? [all[0]!, ...all] : all),
  },
  "health/last-line-names-endpoint": {
    description: "The last line of the verbose output of `/readyz` is `readyz check passed`.",
    reason: "The line is built from the name of the endpoint, as it is on failure.",
    breaks: "health.verbose-last-line",
    install: changingLines((all, _query, path) =>
      all.map((line) => line === "healthz check passed" ? `${path.slice(1)} check passed` : line)
    ),
  },
  "health/marked-as-failing": {
    description:
      "The verbose output of `/readyz` marks its last check `[-]` although the status is 200.",
    reason: "The mark is set before the last check has finished.",
    breaks: "health.verbose-agrees-with-status",
    install: changingLines((all, query) => {
      const at = all.findLastIndex((line) => line.startsWith("[+]"));
      return query.has("exclude")
        ? all
        : all.map((line, index) => index === at ? line.replace("[+]", "[-]") : line);
    }),
  },
  "health/single-of-one-segment": {
    description: "A check with a slash in its name cannot be requested below `/readyz/`.",
    reason: "The router matches one path segment.",
    breaks: "health.single-ready-check",
    install: wrap("exchange", "health", ({ health }, path, query) =>
      health(
        path.startsWith("/readyz/") ? path.replace(/^(\/readyz\/[^/]*)\/.*$/, "$1") : path,
        query,
      )),
  },
  "health/no-single-live-check": {
    description: "Of the liveness checks only `ping` can be requested below `/livez/`.",
    reason: "`ping` was once the only liveness check.",
    breaks: "health.single-live-check",
    install: wrap(
      "exchange",
      "health",
      ({ health }, path, query) =>
        health(/^\/livez\/(?!ping$)./.test(path) ? "/livez/no-such-check" : path, query),
    ),
  },
  "health/unknown-check-passes": {
    description: "A request for an unknown check is answered with 200.",
    reason: "No check of that name fails.",
    breaks: "health.single-unknown-not-found",
    install: wrap("exchange", "health", ({ health }, path, query) => {
      const [, endpoint = "", name] = path.split("/");
      try {
        return health(path, query);
      } catch (error) {
        if (!name || !/^(readyz|livez)$/.test(endpoint)) throw error;
        return new Response("ok");
      }
    }),
  },
  "health/credentials-asked-for": {
    description: "`/livez` requires credentials.",
    reason: "The endpoint was added behind the authentication filter.",
    breaks: "health.without-credentials",
    install: onRequests(({ request, info }) =>
      info.path.startsWith("/livez") && !request.headers.has("authorization")
    ).handle(() => {
      const { code, message } = unauthorized("Unauthorized");
      return Promise.resolve(new Response(message, { status: code }));
    }),
  },
  "health/alive-without-content": {
    description: "`/livez` is answered with 204 instead of 200.",
    reason: "The response has no content besides the status code.",
    breaks: "health.live-answers-success",
    install: wrap("exchange", "health", ({ health }, path, query) => {
      const response = health(path, query);
      return path === "/livez" && response?.status === 200 && !query.has("verbose")
        ? new Response(null, { status: 204 })
        : response;
    }),
  },
  "health/ready-without-content": {
    description: "`/readyz` without parameters is answered with 204 instead of 200.",
    reason: "The response has no content besides the status code.",
    breaks: "health.ready-answers-success",
    install: wrap("exchange", "health", ({ health }, path, query) => {
      const response = health(path, query);
      return path === "/readyz" && response?.status === 200 && query.size === 0
        ? new Response(null, { status: 204 })
        : response;
    }),
  },
  "health/unknown-exclude-excludes-none": {
    description: "An `exclude` of an unknown check makes the others without effect.",
    reason: "The names are one set, which is used only if it is a part of the known ones.",
    breaks: "health.exclude-marks-the-check",
    install: wrap("exchange", "health", ({ health }, path, query) => {
      const isKnown = (name: string) => {
        try {
          return name !== "" && health(`${path}/${name}`, new URLSearchParams()) !== undefined;
        } catch {
          return false;
        }
      };
      const unknown = query.getAll("exclude").filter((name) => !isKnown(name));
      return health(path, unknown.length === 0 ? query : excluding(query, unknown));
    }),
  },
  "health/exclude-twice-excludes-not": {
    description: "A check that is excluded twice is not excluded.",
    reason: "Each parameter toggles the check that it names.",
    breaks: "health.exclude-marks-the-check",
    install: changingQuery((query) => {
      const names = query.getAll("exclude");
      return excluding(
        query,
        names.filter((name) => names.filter((other) => other === name).length % 2 === 1),
      );
    }),
  },
  "health/unknown-exclude-fails": {
    description: "Excluding an unknown check removes the last check from the output.",
    reason: "The index of a missing name is -1, which addresses the last element.",
    breaks: "health.exclude-unknown-harmless",
    install: changingLines((all) =>
      all.some((line) => line.startsWith("warn:"))
        ? all.toSpliced(all.findLastIndex((line) => line.startsWith("[")), 1)
        : all
    ),
  },
});
