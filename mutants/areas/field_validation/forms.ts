/**
 * Mutants of `fieldValidation` in one form of write: patches, apply and the status subresource.
 *
 * @module
 */
import type { PartChanges } from "../../../server/parts.ts";
import { bugs } from "../../mutant.ts";
import { withParts } from "../../helpers.ts";

/** Changes the requests of one form before the server reads them. */
function changingRequests(
  { wire }: PartChanges,
  concerns: (request: Request, url: URL) => boolean,
  change: (request: Request, url: URL) => Request | Promise<Request>,
): void {
  wire(({ answer }) => ({
    async answer(request) {
      const url = new URL(request.url);
      return await answer(concerns(request, url) ? await change(request, url) : request);
    },
  }));
}

const isOf = ({ headers }: Request, type: string) =>
  (headers.get("content-type") ?? "").includes(type);

const withMode = (request: Request, url: URL, mode: string) => {
  url.searchParams.set("fieldValidation", mode);
  return new Request(url, request);
};

/** Replaces two values of a field by their sum. */
const summedUp = (text: string, field: string) => {
  const pattern = new RegExp(`"${field}":(\\d+)`, "g");
  const values = [...text.matchAll(pattern)].map(([, digits]) => Number(digits));
  if (values.length < 2 || values[0] === values[1]) return text;
  return text.replaceAll(pattern, `"${field}":${values.reduce((sum, value) => sum + value, 1)}`);
};

export const formMutants = bugs({
  "field-validation/status-update-without-warnings": {
    description: "An update of a Deployment's status has no `Warning` header.",
    reason: "The handler of the subresource builds its own response.",
    breaks: "field-validation.status-fields",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const response = await answer(request);
          if (request.method !== "PUT" || !new URL(request.url).pathname.endsWith("/status")) {
            return response;
          }
          const headers = new Headers(response.headers);
          headers.delete("warning");
          return new Response(response.body, { status: response.status, headers });
        },
      }));
    },
  },
  "field-validation/strategic-merge-never-strict": {
    description: "A strategic merge patch of a ClusterRole treats `Strict` as `Warn`.",
    reason: "The merge works on Go types and cannot fail for a field that is not in them.",
    breaks: "field-validation.strategic-merge-fields",
    install(parts) {
      changingRequests(
        parts,
        (request, url) =>
          isOf(request, "strategic-merge-patch") && url.pathname.includes("/clusterroles/") &&
          url.searchParams.get("fieldValidation") === "Strict",
        (request, url) => withMode(request, url, "Warn"),
      );
    },
  },
  "field-validation/apply-keeps-last-of-roles": {
    description: "Duplicate fields of an applied Role are not detected.",
    reason: "The YAML library keeps the last value without an error.",
    breaks: "field-validation.apply-duplicate-fields",
    install({ verbs }) {
      verbs(({ patch }) => ({
        patch: withParts(patch, {
          decoder: ({ decode }) => ({
            decode(document, schema) {
              const decoded = decode(document, schema);
              return schema.name.endsWith(".Role") ? { ...decoded, duplicates: [] } : decoded;
            },
          }),
        }),
      }));
    },
  },
  "field-validation/apply-of-bindings-ignores-by-default": {
    description: "The default of `fieldValidation` is `Ignore` in an apply of a RoleBinding.",
    reason: "The options of an apply have their own defaults.",
    breaks: ["field-validation.apply-unknown-fields", "field-validation.apply-duplicate-fields"],
    install(parts) {
      changingRequests(
        parts,
        (request, url) =>
          isOf(request, "apply-patch") && url.pathname.includes("/rolebindings/") &&
          !url.searchParams.has("fieldValidation"),
        (request, url) => withMode(request, url, "Ignore"),
      );
    },
  },
  "field-validation/duplicate-seconds-added": {
    description:
      "A create of a Deployment with two values of `minReadySeconds` stores another one.",
    reason: "Repeated durations are added up.",
    breaks: "field-validation.duplicate-dropped",
    install(parts) {
      changingRequests(
        parts,
        ({ method }, url) => method === "POST" && url.pathname.endsWith("/deployments"),
        async (request) => {
          const body = summedUp(await request.text(), "minReadySeconds");
          return new Request(request.url, { method: "POST", headers: request.headers, body });
        },
      );
    },
  },
});
