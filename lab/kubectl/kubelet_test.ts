import { assertEquals } from "@std/assert";
import { apiUrl } from "./kubelet.ts";

Deno.test("a kubelet's paths and parameters are those of the API", () => {
  const urls = {
    "/containerLogs/default/web/main?follow=true":
      "/api/v1/namespaces/default/pods/web/log?container=main&follow=true",
    "/exec/default/web/main?command=sh&command=-c&input=1&output=1&tty=1":
      "/api/v1/namespaces/default/pods/web/exec?container=main&command=sh&command=-c&stdin=1&stdout=1&tty=1",
    "/attach/default/web/main?error=1":
      "/api/v1/namespaces/default/pods/web/attach?container=main&stderr=1",
    "/portForward/default/web": "/api/v1/namespaces/default/pods/web/portforward?",
    "/api/v1/namespaces/default/pods?limit=1": "/api/v1/namespaces/default/pods?limit=1",
  };
  for (const [path, expected] of Object.entries(urls)) {
    assertEquals(apiUrl(`https://127.0.0.1:1${path}`), `https://127.0.0.1:1${expected}`);
  }
});
