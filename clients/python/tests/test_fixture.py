import json
import os
import ssl
import urllib.error
import urllib.request

import pytest
import pytest_plumbline


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


def status(server, method, path, body=None):
    try:
        call(server, method, path, body)
    except urllib.error.HTTPError as error:
        return error.code
    return 200


def test_a_conflict_and_an_expired_watch_are_forced(plumbline):
    body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "mine"}}
    call(plumbline, "POST", PATH, body)
    plumbline.fault({"kind": "conflict"}, {"verb": "update"}, times=1)
    assert status(plumbline, "PUT", f"{PATH}/mine", body) == 409
    plumbline.fault({"kind": "expire"}, {"verb": "watch", "resource": "configmaps"})
    assert status(plumbline, "GET", f"{PATH}?watch=1") == 410
    plumbline.assert_faults_used()


def test_a_rule_that_affects_nothing_fails(plumbline):
    plumbline.fault({"kind": "conflict"}, {"resource": "podz"})
    with pytest.raises(AssertionError, match="resource podz\\) affected no request"):
        plumbline.assert_faults_used()


def test_a_wrong_rule_is_rejected_with_the_word_that_was_meant(plumbline):
    with pytest.raises(ValueError, match="Did you mean list?"):
        plumbline.fault({"kind": "conflict"}, {"verb": "lst"})


def test_the_package_is_needed_and_nothing_is_fetched(monkeypatch, tmp_path):
    monkeypatch.delenv("PLUMBLINE", raising=False)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(pytest_plumbline.NotInstalled) as error:
        pytest_plumbline.program()
    assert "\n" not in str(error.value) and "npm install" in str(error.value)
