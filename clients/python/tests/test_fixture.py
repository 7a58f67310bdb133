import json
import os
import ssl
import urllib.request


def call(server, method, path, body=None):
    request = urllib.request.Request(
        server.url + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {server.token}", "Content-Type": "application/json"},
    )
    context = ssl._create_unverified_context()
    with urllib.request.urlopen(request, timeout=10, context=context) as response:
        return json.load(response)


PATH = "/api/v1/namespaces/default/configmaps"


def names(server):
    return [item["metadata"]["name"] for item in call(server, "GET", PATH)["items"]]


def test_objects_are_stored(plumbline):
    body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "mine"}}
    call(plumbline, "POST", PATH, body)
    assert "mine" in names(plumbline)


def test_each_test_has_the_initial_objects(plumbline):
    assert "mine" not in names(plumbline)


def test_the_kubeconfig_is_there(plumbline):
    assert os.path.exists(plumbline.kubeconfig)
    with open(plumbline.kubeconfig) as file:
        text = file.read()
    assert plumbline.url in text and "certificate-authority-data" in text
