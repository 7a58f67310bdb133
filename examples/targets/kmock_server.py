"""Serves the resource types of the specification with kmock's KubernetesEmulator."""

import asyncio
import sys

import kmock

RBAC = "rbac.authorization.k8s.io"
TYPES = [
    ("", "v1", "namespaces", "Namespace", False),
    ("", "v1", "secrets", "Secret", True),
    ("apps", "v1", "deployments", "Deployment", True),
    (RBAC, "v1", "roles", "Role", True),
    (RBAC, "v1", "rolebindings", "RoleBinding", True),
    (RBAC, "v1", "clusterroles", "ClusterRole", False),
    (RBAC, "v1", "clusterrolebindings", "ClusterRoleBinding", False),
]
VERBS = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"]


# Requests that may be in progress at once.
KEPT = 40


async def forget(emulator: kmock.KubernetesEmulator) -> None:
    """Drops old requests: kmock searches all of them for each rule, so each takes longer."""
    while True:
        del emulator._requests[:-KEPT]
        await asyncio.sleep(0.1)


async def main(port: int) -> None:
    async with kmock.KubernetesEmulator() as emulator:
        async with kmock.Server(emulator, port=port, host="127.0.0.1"):
            for group, version, plural, kind, namespaced in TYPES:
                emulator.resources[kmock.resource(group, version, plural)] = {
                    "kind": kind,
                    "singular": kind.lower(),
                    "namespaced": namespaced,
                    "verbs": VERBS,
                }
            asyncio.create_task(forget(emulator))
            print(f"listening on {port}", flush=True)
            await asyncio.Event().wait()


asyncio.run(main(int(sys.argv[1])))
