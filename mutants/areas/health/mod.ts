/**
 * Faults of health endpoints.
 *
 * @module
 */
import { unauthorized } from "../../../server/api_error.ts";
import type { Mutant } from "../../mutant.ts";
import type { Change, Exchange } from "../../../server/parts.ts";

/** Changes the lines of verbose answers, the last line included. */
const lines = (
  change: (lines: readonly string[], query: URLSearchParams, path: string) => readonly string[],
): Change<Exchange> =>
({ health }) => ({
  health(path, query) {
    const response = health(path, query);
    if (!response?.body || !query.has("verbose")) return response;
    const changed = new TransformStream<string, string>({
      transform(text, controller) {
        const told = text.trimEnd().split("\n");
        controller.enqueue([...change(told, query, path), ""].join("\n"));
      },
    });
    const body = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(changed);
    const { status, headers } = response;
    return new Response(body.pipeThrough(new TextEncoderStream()), { status, headers });
  },
});

/** Answers a path as if another query had been sent. */
const asking = (
  change: (query: URLSearchParams, path: string) => URLSearchParams | undefined,
): Change<Exchange> =>
({ health }) => ({ health: (path, query) => health(path, change(query, path) ?? query) });

/** The faults. */
export const healthMutants: readonly Mutant[] = [
  {
    id: "health/last-exclude-counts",
    area: "health",
    description: "Of several checks to be excluded only the last one is.",
    reason: "Query parameters were read into a map from names to values.",
    breaks: ["health.exclude-several", "health.exclude-marks-the-check"],
    install({ exchange }) {
      exchange(asking((query) => {
        const last = query.getAll("exclude").at(-1);
        if (last === undefined) return undefined;
        const changed = new URLSearchParams(query);
        changed.set("exclude", last);
        return changed;
      }));
    },
  },
  {
    id: "health/verbose-must-come-first",
    area: "health",
    description: "What is to be excluded is heeded only behind verbose.",
    reason: "The query was matched as a text, in the order of the one example.",
    breaks: ["health.parameters-combine", "health.exclude-marks-the-check"],
    install({ exchange }) {
      exchange(asking((query) => {
        const [first] = query.keys();
        return first === "exclude" && query.has("verbose")
          ? new URLSearchParams("verbose")
          : undefined;
      }));
    },
  },
  {
    id: "health/excluded-not-listed",
    area: "health",
    description: "A check that is excluded has no line.",
    reason: "The checks were filtered before they were told.",
    breaks: ["health.exclude-leaves-others", "health.exclude-marks-the-check"],
    install({ exchange }) {
      exchange(lines((told) => told.filter((line) => !line.includes(" excluded: ok"))));
    },
  },
  {
    id: "health/exclude-by-beginning",
    area: "health",
    description: "To exclude a check excludes all whose names begin with the same letter.",
    reason: "Names have parts, and excluding a part was to exclude what is below it.",
    breaks: ["health.exclude-leaves-others", "health.exclude-unknown-harmless"],
    install({ exchange }) {
      exchange(lines((told, query) => {
        const letters = query.getAll("exclude").map((name) => name[0]);
        return told.map((line) => {
          const [, name = ""] = /^\[\+\](\S+) ok$/.exec(line) ?? [];
          return letters.includes(name[0] ?? "-") ? `[+]${name} excluded: ok` : line;
        });
      }));
    },
  },
  {
    id: "health/slashes-not-excluded",
    area: "health",
    description: "A check whose name has a slash cannot be excluded.",
    reason: "A name was thought to be one segment of a path, here as there.",
    breaks: ["health.exclude-marks-the-check"],
    install({ exchange }) {
      exchange(asking((query) => {
        const changed = new URLSearchParams(query);
        changed.delete("exclude");
        for (const name of query.getAll("exclude")) {
          if (!name.includes("/")) changed.append("exclude", name);
        }
        return changed;
      }));
    },
  },
  {
    id: "health/passing-lines-say-so",
    area: "health",
    description: "The line of a check that passes ends with passed.",
    reason: "It agrees with the last line, which says so.",
    breaks: ["health.verbose-passing-line"],
    install({ exchange }) {
      exchange(
        lines((told) =>
          told.map((line) =>
            line.startsWith("[+]") && !line.includes("excluded")
              ? line.replace(/ ok$/, " passed")
              : line
          )
        ),
      );
    },
  },
  {
    id: "health/unmarked-lines",
    area: "health",
    description: "The first line of the verbose form is a heading that bears no mark.",
    reason: "Lists look better below one.",
    breaks: ["health.verbose-line-per-check"],
    install({ exchange }) {
      exchange(lines((told, _query, path) => [`${path.slice(1)}:`, ...told]));
    },
  },
  {
    id: "health/told-twice",
    area: "health",
    description: "A check that counts for readiness and for life is listed twice as ready.",
    reason: "The two lists were joined, and most checks are in both.",
    breaks: ["health.verbose-each-check-once"],
    install({ exchange }) {
      exchange(lines((told, _query, path) => path === "/readyz" ? [told[0]!, ...told] : told));
    },
  },
  {
    id: "health/sum-of-the-endpoint",
    area: "health",
    description: "The last line of the verbose readiness says that readyz passed.",
    reason: "It is made of the endpoint's name, as the line of a failure is.",
    breaks: ["health.verbose-last-line"],
    install({ exchange }) {
      exchange(
        lines((told, _query, path) =>
          told.map((line) =>
            line === "healthz check passed" ? `${path.slice(1)} check passed` : line
          )
        ),
      );
    },
  },
  {
    id: "health/marked-as-failing",
    area: "health",
    description: "A readiness of 200 marks its last check as failing.",
    reason: "The mark was of the time before the check, which took longest.",
    breaks: ["health.verbose-agrees-with-status"],
    install({ exchange }) {
      exchange(lines((told, query) => {
        const at = told.findLastIndex((line) => line.startsWith("[+]"));
        return query.has("exclude")
          ? told
          : told.map((line, index) => index === at ? line.replace("[+]", "[-]") : line);
      }));
    },
  },
  {
    id: "health/single-of-one-segment",
    area: "health",
    description: "A check with a slash in its name cannot be asked for below /readyz.",
    reason: "The router takes one segment for a name.",
    breaks: ["health.single-ready-check"],
    install({ exchange }) {
      exchange(({ health }) => ({
        health: (path, query) =>
          health(
            path.startsWith("/readyz/") ? path.replace(/^(\/readyz\/[^/]*)\/.*$/, "$1") : path,
            query,
          ),
      }));
    },
  },
  {
    id: "health/no-single-live-check",
    area: "health",
    description: "The checks of liveness cannot be asked for one by one, but for ping.",
    reason: "Ping is what everybody asks, and was all there was to be alive.",
    breaks: ["health.single-live-check"],
    install({ exchange }) {
      exchange(({ health }) => ({
        health: (path, query) =>
          health(/^\/livez\/(?!ping$)./.test(path) ? "/livez/no-such-check" : path, query),
      }));
    },
  },
  {
    id: "health/unknown-check-is-well",
    area: "health",
    description: "A check that there is not is well when it is asked for.",
    reason: "No check of that name fails.",
    breaks: ["health.single-unknown-not-found"],
    install({ exchange }) {
      exchange(({ health }) => ({
        health(path, query) {
          const [, endpoint = "", name] = path.split("/");
          try {
            return health(path, query);
          } catch (error) {
            if (!name || !/^(readyz|livez)$/.test(endpoint)) throw error;
            return new Response("ok");
          }
        },
      }));
    },
  },
  {
    id: "health/credentials-asked-for",
    area: "health",
    description: "Liveness is told to those only who authenticate themselves.",
    reason: "It was added behind the authentication, where new endpoints go.",
    breaks: ["health.without-credentials"],
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const { pathname } = new URL(request.url);
          const isKnown = request.headers.has("authorization");
          if (!pathname.startsWith("/livez") || isKnown) return await answer(request);
          const { code, message } = unauthorized("Liveness is told to known users");
          return new Response(message, { status: code });
        },
      }));
    },
  },
  {
    id: "health/alive-without-content",
    area: "health",
    description: "Liveness is answered 204.",
    reason: "There is nothing to say beside the status.",
    breaks: ["health.live-answers-success"],
    install({ exchange }) {
      exchange(({ health }) => ({
        health(path, query) {
          const told = health(path, query);
          return path === "/livez" && told?.status === 200 && !query.has("verbose")
            ? new Response(null, { status: 204 })
            : told;
        },
      }));
    },
  },
  {
    id: "health/ready-without-content",
    area: "health",
    description: "Readiness is answered 204 where nothing more is asked.",
    reason: "There is nothing to say beside the status.",
    breaks: ["health.ready-answers-success"],
    install({ exchange }) {
      exchange(({ health }) => ({
        health(path, query) {
          const told = health(path, query);
          return path === "/readyz" && told?.status === 200 && query.size === 0
            ? new Response(null, { status: 204 })
            : told;
        },
      }));
    },
  },
  {
    id: "health/unknown-exclude-fails",
    area: "health",
    description: "To exclude a check that is not there leaves the last check out.",
    reason: "Where a name is not found its index is -1, the last element.",
    breaks: ["health.exclude-unknown-harmless"],
    install({ exchange }) {
      exchange(
        lines((told) =>
          told.some((line) => line.startsWith("warn:"))
            ? told.toSpliced(told.findLastIndex((line) => line.startsWith("[")), 1)
            : told
        ),
      );
    },
  },
];
