/**
 * What tests of the server share. It is not published.
 *
 * @module
 */
export { arbitraryFields } from "../codec/protobuf/arbitrary_object.ts";
export { TestSocket } from "../http/test_socket.ts";
export {
  type Answer,
  assertRefused,
  CountingClock,
  deploymentOf,
  fixedSources,
  secretOf,
  SECRETS,
  TestServer,
  TestWatch,
  withServer,
  withServerOf,
} from "../testing.ts";
