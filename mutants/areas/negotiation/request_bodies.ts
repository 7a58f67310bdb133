/**
 * Mutants of the media types of request bodies, each of one resource type.
 *
 * @module
 */
import type { PartChanges } from "../../../server/parts.ts";
import { bugs } from "../../mutant.ts";

/** Returns the request with another media type of its body. */
async function withType(request: Request, type: string): Promise<Request> {
  const headers = new Headers(request.headers);
  headers.set("content-type", type);
  const { url, method } = request;
  return new Request(url, { method, headers, body: await request.text() });
}

const typeOf = ({ headers }: Request): string => headers.get("content-type") ?? "";

export const requestBodyMutants = bugs({
  "negotiation/charset-of-binding-patch": {
    description: "A merge patch of a RoleBinding with `charset=utf-8` gets 415.",
    reason: "The header is compared as a whole.",
    breaks: "negotiation.content-type-parameters",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const isWrong = request.url.includes("/rolebindings/") &&
            /merge-patch\+json *;/.test(typeOf(request)) && !/strategic/.test(typeOf(request));
          return await answer(isWrong ? await withType(request, "a/b") : request);
        },
      }));
    },
  },
  "negotiation/role-without-content-type": {
    description: "An update of a ClusterRole without a `Content-Type` gets 415.",
    reason: "Only a create has the default.",
    breaks: "negotiation.json-without-content-type",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const isWrong = request.method === "PUT" && typeOf(request) === "" &&
            request.url.includes("/clusterroles/");
          return await answer(isWrong ? await withType(request, "a/b") : request);
        },
      }));
    },
  },
  "negotiation/secret-updated-before-415": {
    description: "An update of a Secret that gets 415 is stored.",
    reason: "The media type is checked after the body was read as JSON.",
    breaks: "negotiation.unsupported-body-changes-nothing",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          if (request.method !== "PUT" || !request.url.includes("/secrets/")) {
            return await answer(request);
          }
          const copy = request.clone() as Request;
          const refused = await answer(request);
          if (refused.status === 415) await answer(await withType(copy, "application/json"));
          return refused;
        },
      }));
    },
  },
  "negotiation/json-patches-cluster-role": {
    description: "A patch of a ClusterRole as `application/json` is a merge patch.",
    reason: "JSON is the default of all bodies, so it was made one of patches.",
    breaks: "negotiation.unsupported-body-type",
    install({ wire }) {
      wire(({ answer }) => ({
        async answer(request) {
          const isWrong = request.method === "PATCH" && typeOf(request) === "application/json" &&
            request.url.includes("/clusterroles/");
          const merge = "application/merge-patch+json";
          return await answer(isWrong ? await withType(request, merge) : request);
        },
      }));
    },
  },
  "negotiation/escaped-pair-replaced": {
    description: "An escaped character outside the basic plane becomes two replacement characters.",
    reason: "Each escape is one UTF-16 unit, and half of a pair is no character.",
    breaks: "negotiation.json-spellings",
    install: (parts) =>
      respelling(parts, (text) => text.replaceAll(/\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g, "\\ufffd")),
  },
  "negotiation/type-must-be-first": {
    description:
      "An update of a Role whose first member is not `apiVersion` or `kind` is rejected.",
    reason: "The type is read from the beginning of the text, to choose the decoder.",
    breaks: "negotiation.json-spellings",
    install: (parts) =>
      respelling(
        parts,
        (text, { method, url }) =>
          method !== "PUT" || !url.includes("/roles/") || /^\s*\{\s*"(apiVersion|kind)"/.test(text)
            ? text
            : "[]",
      ),
  },
});

/** Changes the JSON of request bodies. */
function respelling(
  { wire }: PartChanges,
  change: (text: string, request: Request) => string,
): void {
  wire(({ answer }) => ({
    async answer(request) {
      if (!/json/.test(typeOf(request)) || request.body === null) return await answer(request);
      const { url, method, headers } = request;
      const body = change(await request.text(), request);
      const others = new Headers(headers);
      others.delete("content-length");
      return await answer(new Request(url, { method, headers: others, body }));
    },
  }));
}
