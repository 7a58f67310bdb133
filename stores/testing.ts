/**
 * What tests of stores share with other tests. It is not published.
 *
 * @module
 */
export { startEtcd, testWithEtcd } from "./etcd/testing.ts";
