/**
 * ServiceAccounts, and the tokens that a POST asks for.
 *
 * @module
 */
import type { IssuedTokens } from "../../access/issued_tokens.ts";
import { SERVER_AUDIENCE } from "../../access/token_audiences.ts";
import {
  type ApiObject,
  type Cause,
  type Dialect,
  isNewest,
  type JsonObject,
} from "@plumbline/server/api";
import { timestamp } from "@plumbline/server/parts";
import {
  type Action,
  asObject,
  at,
  computed,
  defineKind,
  listAt,
  numberAt,
  type ResourceDefinition,
} from "@plumbline/server/resources";
import { invalidCause } from "@plumbline/server/rules";

/** Returns the resource `serviceaccounts`. */
export const serviceAccounts = (dialect: Dialect, tokens: IssuedTokens): ResourceDefinition =>
  defineKind({
    group: "",
    kind: "ServiceAccount",
    deletion: { answersWithObject: true },
    shortNames: ["sa"],
    cells: isNewest(dialect.release)
      ? []
      : [computed("Secrets", (account) => listAt(account, "secrets").length)],
    prepareForCreate: cleanSecrets,
    prepareForUpdate: cleanSecrets,
    actions: { token: tokenRequest(dialect, tokens) },
  });

/** Of a Secret, the name is kept. */
function cleanSecrets(account: ApiObject): void {
  if (!Array.isArray(account.secrets)) return;
  account.secrets = listAt(account, "secrets").map(({ name }): JsonObject =>
    name === undefined ? {} : { name }
  );
}

/** The seconds that a token is valid unless the request says it, and the least that it may say. */
const DEFAULT_SECONDS = 3_600;
const LEAST_SECONDS = 600;

/** Returns the action `token`: it answers with a token of the ServiceAccount. */
const tokenRequest = ({ suffix }: Dialect, tokens: IssuedTokens): Action => ({
  definition: {
    group: `authentication.${suffix}`,
    version: "v1",
    kind: "TokenRequest",
    resource: "tokenrequests",
    singular: "tokenrequest",
    namespaced: true,
    strategy: { validate },
  },
  async perform(sent, context): Promise<JsonObject> {
    const { metadata: { uid } } = await context.read();
    const { namespace, name } = context;
    const asked = at(sent, "spec.audiences");
    const audiences = Array.isArray(asked) && asked.length > 0
      ? asked.map(String)
      : [SERVER_AUDIENCE];
    const seconds = Number(at(sent, "spec.expirationSeconds") ?? DEFAULT_SECONDS);
    const { token, expires } = tokens.issue({ namespace, name, uid }, audiences, seconds);
    return {
      kind: "TokenRequest",
      apiVersion: `authentication.${suffix}/v1`,
      metadata: { name, namespace, creationTimestamp: timestamp(context.now) },
      spec: { ...asObject(sent.spec), audiences, expirationSeconds: seconds },
      status: { token, expirationTimestamp: timestamp(expires) },
    };
  },
});

function validate(sent: ApiObject): Cause[] {
  const seconds = at(sent, "spec.expirationSeconds");
  return seconds === undefined || numberAt(sent, "spec.expirationSeconds") >= LEAST_SECONDS ? [] : [
    invalidCause(
      "spec.expirationSeconds",
      seconds,
      "may not specify a duration less than 10 minutes",
    ),
  ];
}
