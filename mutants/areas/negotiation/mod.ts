/**
 * Mutants of content negotiation.
 *
 * @module
 */
import { acceptMutants } from "./accept.ts";
import { acceptDetailMutants } from "./accept_details.ts";
import { everyOperationMutants } from "./every_operation.ts";
import { protobufMutants } from "./protobuf.ts";
import { requestBodyMutants } from "./request_bodies.ts";
import { tableMutants } from "./tables.ts";
import { watchFormMutants } from "./watch_forms.ts";

export const negotiationMutants = [
  ...acceptMutants,
  ...acceptDetailMutants,
  ...requestBodyMutants,
  ...tableMutants,
  ...everyOperationMutants,
  ...protobufMutants,
  ...watchFormMutants,
];
