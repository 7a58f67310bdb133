/**
 * The conversion strategy `Webhook`: a webhook converts objects between versions.
 *
 * @module
 */
import { ApiError, type ApiObject, type Json } from "@plumbline/server/api";
import { asObject } from "@plumbline/server/resources";
import { callWebhook } from "../webhooks/client.ts";
import type { ClientConfig } from "../webhooks/configuration.ts";
import type { ConvertAll } from "./conversion.ts";
import type { CustomConversion } from "./custom_resource_definition.ts";

/** The time after which a conversion fails, in seconds. */
const TIMEOUT = 30;

/** What a conversion needs. */
export interface ConversionWebhookOptions {
  /** The suffix of group names. */
  readonly suffix: string;
  /** Returns a new identifier. */
  uid(): string;
}

/** Returns the conversion by the webhook of a CustomResourceDefinition. */
export function convertByWebhook(
  { webhook }: CustomConversion,
  { suffix, uid }: ConversionWebhookOptions,
): ConvertAll {
  const { clientConfig, conversionReviewVersions = [] } = webhook ?? {};
  const version = conversionReviewVersions.find((one) => one === "v1" || one === "v1beta1") ?? "v1";
  return async (objects, apiVersion) => {
    const id = uid();
    const request = { uid: id, desiredAPIVersion: apiVersion, objects: [...objects] as Json[] };
    const review = { kind: "ConversionReview", apiVersion: `apiextensions.${suffix}/${version}` };
    const failure = (why: string) =>
      new ApiError(
        "InternalError",
        `conversion webhook for ${describe(objects[0]!)} failed: ${why}`,
      );
    try {
      const answer = await callWebhook(
        clientConfig as ClientConfig,
        { ...review, request },
        TIMEOUT,
      );
      return readConverted(objects, apiVersion, asObject(answer.response), id);
    } catch (error) {
      throw failure((error as Error).message);
    }
  };
}

const describe = ({ apiVersion, kind }: ApiObject): string => `${apiVersion}, Kind=${kind}`;

/** Returns the converted objects of a response, with the metadata that conversions cannot change. */
function readConverted(
  objects: readonly ApiObject[],
  apiVersion: string,
  response: ReturnType<typeof asObject>,
  uid: string,
): readonly ApiObject[] {
  const { result, convertedObjects } = response ?? {};
  if (response?.uid !== uid) {
    throw new Error(`expected response.uid=${JSON.stringify(uid)}, got ${response?.uid ?? ""}`);
  }
  const { status, message } = asObject(result) ?? {};
  if (status !== "Success") throw new Error(String(message || "without an explanation"));
  const converted = Array.isArray(convertedObjects) ? convertedObjects : [];
  if (converted.length !== objects.length) {
    throw new Error(
      `expected ${objects.length} converted objects, got ${converted.length}`,
    );
  }
  return objects.map((object, at) => {
    const result = asObject(converted[at]);
    if (!result || result.apiVersion !== apiVersion || result.kind !== object.kind) {
      throw new Error(`the converted object ${at} is not a ${object.kind} of ${apiVersion}`);
    }
    const { labels: _, annotations: __, ...kept } = object.metadata;
    const { labels, annotations } = asObject(result.metadata) ?? {};
    return {
      ...result,
      metadata: { ...kept, ...(labels && { labels }), ...(annotations && { annotations }) },
    } as ApiObject;
  });
}
