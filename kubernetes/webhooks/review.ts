/**
 * Admission reviews: the request that a webhook gets, and what its answer means.
 *
 * @module
 */
import {
  ApiError,
  type ApiObject,
  type Dialect,
  type Json,
  type JsonObject,
  REASONS,
} from "@plumbline/server/api";
import { applyJsonPatch, warningItem } from "@plumbline/server/codec";
import type { WriteAttributes } from "@plumbline/server/parts";
import { asObject, shownAs } from "@plumbline/server/resources";
import { callWebhook } from "./client.ts";
import { operationOf, type Webhook } from "./configuration.ts";

/** A rejection with the Status that a webhook answered. */
export class WebhookRejection extends ApiError {
  readonly #status: JsonObject;

  /** Creates an error with a Status. */
  constructor(status: JsonObject) {
    const reason = Object.hasOwn(REASONS, String(status.reason)) ? status.reason : "BadRequest";
    super(reason as keyof typeof REASONS, String(status.message));
    this.#status = status;
  }

  override get code(): number {
    return Number(this.#status.code);
  }

  override toStatus(): JsonObject {
    return this.#status;
  }
}

/** What a review needs besides the write. */
export interface ReviewContext {
  readonly dialect: Dialect;
  /** Returns a new identifier. */
  uid(): string;
}

/** Returns the request of a review. */
export function reviewRequest(write: WriteAttributes, context: ReviewContext): JsonObject {
  const { definition, name, namespace, user, dryRun = false, subresource } = write;
  const { group, version, kind, resource, conversion } = definition;
  const shown = (object: ApiObject | undefined): Json =>
    object ? shownAs(object, conversion) : null;
  const options = { create: "CreateOptions", update: "UpdateOptions", delete: "DeleteOptions" };
  return {
    uid: context.uid(),
    kind: { group, version, kind },
    resource: { group, version, resource },
    ...(subresource && { subResource: subresource }),
    requestKind: { group, version, kind },
    requestResource: { group, version, resource },
    ...(subresource && { requestSubResource: subresource }),
    name,
    ...(namespace && { namespace }),
    operation: operationOf(write),
    userInfo: {
      username: user?.name ?? "system:apiserver",
      ...(user?.uid && { uid: user.uid }),
      groups: [...user?.groups ?? ["system:masters"]],
      ...(Object.keys(user?.extra ?? {}).length > 0 && { extra: user!.extra as unknown as Json }),
    },
    object: shown(write.object),
    oldObject: shown(write.old),
    dryRun,
    options: { kind: options[write.verb], apiVersion: `meta.${context.dialect.suffix}/v1` },
  };
}

/**
 * Asks a webhook about a write.
 *
 * @returns the object with the patch of the webhook; undefined without a patch
 * @throws {WebhookRejection} if the webhook does not allow the write
 * @throws {ApiError} InternalError if it cannot be called and its failure policy is `Fail`
 */
export async function review(
  webhook: Webhook,
  write: WriteAttributes,
  context: ReviewContext,
): Promise<JsonObject | undefined> {
  if (write.dryRun && !["None", "NoneOnDryRun"].includes(webhook.sideEffects ?? "")) {
    const why = `admission webhook ${JSON.stringify(webhook.name)} does not support dry run`;
    throw new ApiError("BadRequest", why);
  }
  const request = reviewRequest(write, context);
  const response = await answerOf(webhook, request, context.dialect);
  if (!response) return undefined;
  for (const text of Array.isArray(response.warnings) ? response.warnings : []) {
    write.warnings?.add(warningItem(String(text)));
  }
  if (response.allowed !== true) throw rejection(webhook, asObject(response.status) ?? {});
  if (typeof response.patch !== "string" || response.patch === "") return undefined;
  try {
    const text = new TextDecoder().decode(Uint8Array.fromBase64(response.patch));
    const patch = JSON.parse(text);
    return asObject(applyJsonPatch(request.object as JsonObject, patch, { absentIsNull: true }));
  } catch (error) {
    throw internalError((error as Error).message);
  }
}

/** Returns the response in the answer of a webhook; undefined if its failure is ignored. */
async function answerOf(
  { name, clientConfig, failurePolicy, timeoutSeconds = 10, admissionReviewVersions = [] }: Webhook,
  request: JsonObject,
  { suffix }: Dialect,
): Promise<JsonObject | undefined> {
  const version = admissionReviewVersions.find((one) => one === "v1" || one === "v1beta1") ?? "v1";
  const apiVersion = `admission.${suffix}/${version}`;
  try {
    const sent = { kind: "AdmissionReview", apiVersion, request };
    const answer = await callWebhook(clientConfig, sent, timeoutSeconds);
    const response = asObject(answer.response);
    if (!response) throw new Error("webhook response was absent");
    if (response.uid !== request.uid) {
      throw new Error(
        `expected response.uid=${JSON.stringify(request.uid)}, got ${
          JSON.stringify(response.uid ?? "")
        }`,
      );
    }
    return response;
  } catch (error) {
    if (failurePolicy === "Ignore") return undefined;
    throw internalError(
      `failed calling webhook ${JSON.stringify(name)}: ${(error as Error).message}`,
    );
  }
}

const internalError = (message: string): ApiError =>
  new WebhookRejection({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: `Internal error occurred: ${message}`,
    reason: "InternalError",
    details: { causes: [{ message }] },
    code: 500,
  });

function rejection({ name }: Webhook, status: JsonObject): WebhookRejection {
  const { message, reason, details } = status;
  const denied = `admission webhook ${JSON.stringify(name)} denied the request`;
  const why = message || reason;
  return new WebhookRejection({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: why ? `${denied}: ${why}` : `${denied} without explanation`,
    ...(reason && { reason }),
    ...(details !== undefined && { details }),
    code: Math.max(Number(status.code ?? 0), 400),
  });
}
