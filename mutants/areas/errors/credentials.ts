/**
 * Faults of credentials: requests of nobody the server knows.
 *
 * @module
 */
import { SUPERUSERS } from "../../../server/access/rbac.ts";
import { unauthorized } from "../../../server/api_error.ts";
import type { User } from "../../../server/context.ts";
import type { Mutant } from "../../mutant.ts";
import type { Seams } from "../../../server/parts.ts";

const OPERATIONS = [
  "get",
  "list",
  "list-all-namespaces",
  "watch",
  "create",
  "update",
  "patch",
  "delete",
  "deletecollection",
  "get-status",
  "update-status",
  "patch-status",
  "review",
];

const TRUSTED: User = { name: "system:gateway", uid: "", groups: [SUPERUSERS], extra: {} };
const ANONYMOUS: User = {
  name: "system:anonymous",
  uid: "",
  groups: ["system:unauthenticated"],
  extra: {},
};

const hasCredentials = ({ headers }: Request) => headers.has("authorization");

/** Takes some requests without credentials for those of somebody who may do everything. */
function opening({ exchange }: Seams, isOpen: (request: Request) => boolean): void {
  exchange(({ authenticate }) => ({
    authenticate: (request) =>
      !hasCredentials(request) && isOpen(request) ? TRUSTED : authenticate(request),
  }));
}

/** Takes credentials for those of the first caller whose own, known from before, match them. */
function recognizing(
  { exchange }: Seams,
  matches: (sent: string, known: string) => boolean,
): void {
  exchange(({ authenticate }) => {
    const callers = new Map<string, User>();
    return {
      authenticate(request) {
        const sent = request.headers.get("authorization") ?? "";
        const found = callers.entries().find(([known]) => matches(sent, known));
        if (found) return found[1];
        const user = authenticate(request);
        callers.set(sent, user);
        return user;
      },
    };
  });
}

/** The faults. */
export const credentialMutants: readonly Mutant[] = [
  {
    id: "errors/unknown-token-is-anonymous",
    area: "errors",
    description: "A token nobody has makes its sender anonymous: they are answered 403.",
    reason: "Who cannot be recognised is nobody in particular, whatever they brought.",
    breaks: ["errors.unknown-get", ...OPERATIONS.map((name) => `errors.unknown-${name}`)],
    install({ exchange }) {
      exchange(({ authenticate }) => ({
        authenticate(request) {
          if (!hasCredentials(request)) return authenticate(request);
          try {
            return authenticate(request);
          } catch {
            return ANONYMOUS;
          }
        },
      }));
    },
  },
  {
    id: "errors/last-caller-remembered",
    area: "errors",
    description: "A request without credentials is taken for one of who was there last.",
    reason: "The identity was kept with the connection, and a proxy shares those.",
    breaks: [
      "errors.missing-credentials-unauthorized",
      "errors.unauthenticated-changes-nothing",
      "errors.missing-get",
      ...OPERATIONS.map((name) => `errors.missing-${name}`),
    ],
    install({ exchange }) {
      exchange(({ authenticate }) => {
        let last: User | undefined;
        return {
          authenticate(request) {
            if (!hasCredentials(request) && last) return last;
            return last = authenticate(request);
          },
        };
      });
    },
  },
  {
    id: "errors/status-writes-unauthenticated",
    area: "errors",
    description: "The status can be written without credentials.",
    reason: "Controllers ran beside the server once, and reached it by a path of their own.",
    breaks: [
      "errors.missing-update-status",
      "errors.missing-patch-status",
      "errors.unauthenticated-changes-nothing",
      "errors.missing-credentials-unauthorized",
    ],
    install(seams) {
      opening(
        seams,
        ({ method, url }) => method !== "GET" && new URL(url).pathname.endsWith("/status"),
      );
    },
  },
  {
    id: "errors/watches-unauthenticated",
    area: "errors",
    description: "A watch is opened to a request without credentials.",
    reason: "Streams go through a handler of their own, in front of the chain of filters.",
    breaks: ["errors.missing-watch", "errors.missing-credentials-unauthorized"],
    install(seams) {
      opening(seams, ({ url }) => new URL(url).searchParams.has("watch"));
    },
  },
  {
    id: "errors/reviews-unauthenticated",
    area: "errors",
    description: "Reviews are answered to requests without credentials.",
    reason: "A review changes nothing, and other servers ask for it by a webhook.",
    breaks: ["errors.missing-review", "errors.missing-credentials-unauthorized"],
    install(seams) {
      opening(seams, ({ url }) => new URL(url).pathname.endsWith("accessreviews"));
    },
  },
  {
    id: "errors/collections-deleted-by-anybody",
    area: "errors",
    description: "A collection can be deleted without credentials.",
    reason: "The methods to authenticate are listed by route, and this one came later.",
    breaks: [
      "errors.missing-deletecollection",
      "errors.unauthenticated-changes-nothing",
      "errors.missing-credentials-unauthorized",
    ],
    install(seams) {
      opening(
        seams,
        ({ method, url }) => method === "DELETE" && new URL(url).searchParams.has("labelSelector"),
      );
    },
  },
  {
    id: "errors/patched-before-refused",
    area: "errors",
    description: "A patch with an unknown token is carried out and answered 401.",
    reason: "Whose the token is, is asked of another server while the work goes on.",
    breaks: ["errors.unauthenticated-changes-nothing"],
    install({ exchange, wire }) {
      const late = new WeakSet<Request>();
      exchange(({ authenticate }) => ({
        authenticate(request) {
          try {
            return authenticate(request);
          } catch (error) {
            if (request.method !== "PATCH" || !hasCredentials(request)) throw error;
            late.add(request);
            return TRUSTED;
          }
        },
      }));
      wire(({ answer }) => ({
        async answer(request) {
          const done = await answer(request);
          if (!late.has(request)) return done;
          await done.body?.cancel();
          const refusal = unauthorized("Cannot tell who is asking as the credentials are unknown");
          return Response.json(refusal.toStatus(""), { status: 401 });
        },
      }));
    },
  },
  {
    id: "errors/token-by-its-beginning",
    area: "errors",
    description: "The beginning of a token is as good as the whole of it.",
    reason: "Tokens are found in a sorted list by their prefix, and the rest was not compared.",
    breaks: ["errors.unknown-get", ...OPERATIONS.map((name) => `errors.unknown-${name}`)],
    install: (seams) =>
      recognizing(seams, (sent, known) => sent.length > 8 && known.startsWith(sent)),
  },
  {
    id: "errors/token-cut-to-its-column",
    area: "errors",
    description: "What follows a known token is not looked at.",
    reason: "Tokens are kept in a column of a fixed width, and what is sent is cut to it.",
    breaks: ["errors.unknown-get", ...OPERATIONS.map((name) => `errors.unknown-${name}`)],
    install: (seams) => recognizing(seams, (sent, known) => known !== "" && sent.startsWith(known)),
  },
  {
    id: "errors/token-in-any-case",
    area: "errors",
    description: "Tokens are compared without regard to case.",
    reason: "The scheme's name is in any case, and the whole header was lowered for it.",
    breaks: ["errors.unknown-get", ...OPERATIONS.map((name) => `errors.unknown-${name}`)],
    install: (seams) =>
      recognizing(seams, (sent, known) => sent.toLowerCase() === known.toLowerCase()),
  },
];
