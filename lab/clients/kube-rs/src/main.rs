//! A program of kube-rs: a CustomResourceDefinition, informers, a controller with finalizers, and
//! candidates for a Lease. With WATCHLIST=1 its informers ask for streaming lists.
//!
//! It uses the current kubeconfig, ends with 0 if all is as expected, and needs an empty server.
use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures::{StreamExt, TryStreamExt, future::try_join_all};
use k8s_openapi::api::coordination::v1::{Lease, LeaseSpec};
use k8s_openapi::api::core::v1::ConfigMap;
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::MicroTime;
use k8s_openapi::jiff::Timestamp;
use kube::api::{DeleteParams, ListParams, ObjectMeta, Patch, PatchParams, PostParams};
use kube::runtime::controller::{Action, Controller};
use kube::runtime::finalizer::{Event, finalizer};
use kube::runtime::wait::{await_condition, conditions};
use kube::runtime::{WatchStreamExt, reflector, watcher};
use kube::{Api, Client, CustomResource, CustomResourceExt, Resource, ResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const CRD: &str = "gadgets.plumbline.example";
const FINALIZER: &str = "plumbline.example/cleanup";

#[derive(CustomResource, Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[kube(group = "plumbline.example", version = "v1", kind = "Gadget", namespaced)]
#[kube(status = "GadgetStatus")]
pub struct GadgetSpec {
    text: String,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema, Serialize)]
pub struct GadgetStatus {
    copied: bool,
}

fn config() -> watcher::Config {
    let config = watcher::Config::default();
    if std::env::var("WATCHLIST").is_ok_and(|value| value == "1") {
        config.streaming_lists()
    } else {
        config
    }
}

/// Waits for a condition of what an informer has stored.
async fn until(what: &str, holds: impl Fn() -> bool) -> anyhow::Result<()> {
    for _ in 0..200 {
        if holds() {
            println!("ok   {what}");
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    anyhow::bail!("not within 10 s: {what}")
}

/// Starts an informer and waits for its first list.
async fn inform<K>(api: Api<K>) -> anyhow::Result<reflector::Store<K>>
where
    K: Resource<DynamicType = ()> + Clone + std::fmt::Debug + serde::de::DeserializeOwned + Send + Sync + 'static,
{
    let (reader, writer) = reflector::store();
    let stream = watcher(api, config()).default_backoff().reflect(writer).applied_objects();
    tokio::spawn(async move { stream.for_each(|_| async {}).await });
    reader.wait_until_ready().await?;
    Ok(reader)
}

async fn custom_resources(client: &Client) -> anyhow::Result<()> {
    let crds: Api<CustomResourceDefinition> = Api::all(client.clone());
    crds.patch(CRD, &PatchParams::apply("plumbline"), &Patch::Apply(Gadget::crd())).await?;
    await_condition(crds, CRD, conditions::is_crd_established()).await?;
    println!("ok   the definition is established");

    let gadgets: Api<Gadget> = Api::default_namespaced(client.clone());
    let configs: Api<ConfigMap> = Api::default_namespaced(client.clone());
    let (seen, copies) = (inform(gadgets.clone()).await?, inform(configs.clone()).await?);
    let context = Arc::new(client.clone());
    let controller = Controller::new(gadgets.clone(), config()).owns(configs.clone(), config());
    tokio::spawn(controller.run(reconcile, |_, _, _| Action::requeue(Duration::from_secs(1)), context).for_each(
        |outcome| async move {
            match outcome {
                // The object went before its turn came.
                Ok(_) | Err(kube::runtime::controller::Error::ObjectNotFound(_)) => {}
                Err(error) => println!("     {error}"),
            }
        },
    ));

    let copied = |name: &str, text: &str| {
        copies.state().iter().any(|copy| {
            copy.name_any() == name && copy.data.as_ref().is_some_and(|data| data["text"] == text)
        })
    };
    for name in ["a", "b"] {
        gadgets.create(&PostParams::default(), &Gadget::new(name, GadgetSpec { text: "1".into() })).await?;
    }
    until("the controller makes what it owns", || copied("a", "1") && copied("b", "1")).await?;
    until("the informer sees the status", || {
        seen.state().iter().filter(|each| each.status.as_ref().is_some_and(|status| status.copied)).count() == 2
    })
    .await?;
    let change = serde_json::json!({ "spec": { "text": "2" } });
    gadgets.patch("a", &PatchParams::default(), &Patch::Merge(change)).await?;
    until("the controller follows a change", || copied("a", "2")).await?;
    configs.delete("b", &DeleteParams::default()).await?;
    until("the controller makes again what is deleted", || copied("b", "1")).await?;
    gadgets.delete_collection(&DeleteParams::default(), &ListParams::default()).await?;
    until("finalizers run, and what is owned goes with its owner", || {
        seen.state().is_empty() && !copied("a", "2") && !copied("b", "1")
    })
    .await
}

async fn reconcile(
    gadget: Arc<Gadget>,
    client: Arc<Client>,
) -> Result<Action, kube::runtime::finalizer::Error<kube::Error>> {
    let gadgets: Api<Gadget> = Api::default_namespaced((*client).clone());
    let configs: Api<ConfigMap> = Api::default_namespaced((*client).clone());
    finalizer(&gadgets.clone(), FINALIZER, gadget, |event| async move {
        if let Event::Apply(gadget) = event {
            let copy = ConfigMap {
                metadata: ObjectMeta {
                    name: Some(gadget.name_any()),
                    owner_references: Some(vec![gadget.controller_owner_ref(&()).unwrap()]),
                    ..Default::default()
                },
                data: Some(BTreeMap::from([("text".into(), gadget.spec.text.clone())])),
                ..Default::default()
            };
            let by = PatchParams::apply("plumbline").force();
            configs.patch(&gadget.name_any(), &by, &Patch::Apply(copy)).await?;
            let status = serde_json::json!({ "status": { "copied": true } });
            gadgets.patch_status(&gadget.name_any(), &PatchParams::default(), &Patch::Merge(status)).await?;
        }
        Ok(Action::await_change())
    })
    .await
}


/// Returns true if a candidate has the lease: it was free, expired, or its own.
async fn acquire(leases: &Api<Lease>, who: &str) -> Result<bool, kube::Error> {
    let now = Timestamp::now();
    let existing = leases.get_opt("leader").await?;
    let spec = existing.as_ref().and_then(|lease| lease.spec.clone()).unwrap_or_default();
    let is_own = spec.holder_identity.as_deref() == Some(who);
    let expired = spec.renew_time.as_ref().is_none_or(|time| now.duration_since(time.0).as_millis() >= 1000);
    if !is_own && !expired {
        return Ok(false);
    }
    let lease = Lease {
        metadata: ObjectMeta {
            name: Some("leader".into()),
            resource_version: existing.as_ref().and_then(|lease| lease.resource_version()),
            ..Default::default()
        },
        spec: Some(LeaseSpec {
            holder_identity: Some(who.into()),
            lease_duration_seconds: Some(1),
            lease_transitions: Some(spec.lease_transitions.map_or(0, |count| count + i32::from(!is_own))),
            renew_time: Some(MicroTime(now)),
            ..Default::default()
        }),
    };
    let written = match existing {
        None => leases.create(&PostParams::default(), &lease).await,
        Some(_) => leases.replace("leader", &PostParams::default(), &lease).await,
    };
    match written {
        Ok(_) => Ok(true),
        Err(kube::Error::Api(status)) if status.code == 409 => Ok(false),
        Err(error) => Err(error),
    }
}

async fn leases(client: &Client) -> anyhow::Result<()> {
    let leases: Api<Lease> = Api::default_namespaced(client.clone());
    let seen = inform(leases.clone()).await?;
    let compete = async |round: u32| -> anyhow::Result<Vec<String>> {
        let names: Vec<String> = (0..8).map(|number| format!("{round}-{number}")).collect();
        let won = try_join_all(names.iter().map(|name| acquire(&leases, name))).await?;
        Ok(names.into_iter().zip(won).filter_map(|(name, won)| won.then_some(name)).collect())
    };
    let first = compete(1).await?;
    anyhow::ensure!(first.len() == 1, "of 8 candidates, these created the lease: {first:?}");
    anyhow::ensure!(acquire(&leases, &first[0]).await?, "the holder cannot renew");
    anyhow::ensure!(!acquire(&leases, "late").await?, "a lease that is held was taken");
    tokio::time::sleep(Duration::from_millis(1200)).await;
    let second = compete(2).await?;
    anyhow::ensure!(second.len() == 1, "of 8 candidates, these took the lease: {second:?}");
    until("the informer sees who has the lease", || {
        seen.state().iter().any(|lease| {
            let spec = lease.spec.as_ref().unwrap();
            spec.holder_identity.as_ref() == second.first() && spec.lease_transitions == Some(1)
        })
    })
    .await
}

/// Pages through more objects than a page has, and informs about them.
async fn pages(client: &Client) -> anyhow::Result<()> {
    let configs: Api<ConfigMap> = Api::default_namespaced(client.clone());
    futures::stream::iter(0..120)
        .map(|number| {
            let metadata = ObjectMeta { name: Some(format!("page-{number}")), ..Default::default() };
            let configs = configs.clone();
            async move { configs.create(&PostParams::default(), &ConfigMap { metadata, ..Default::default() }).await }
        })
        .buffer_unordered(8)
        .try_collect::<Vec<_>>()
        .await?;
    let page = configs.list(&ListParams::default().limit(50)).await?;
    anyhow::ensure!(page.items.len() == 50 && page.metadata.continue_.is_some(), "no page of 50");
    let (reader, writer) = reflector::store();
    let few = watcher::Config::default().page_size(50);
    let stream = watcher(configs, few).default_backoff().reflect(writer).applied_objects();
    tokio::spawn(async move { stream.for_each(|_| async {}).await });
    reader.wait_until_ready().await?;
    until("an informer that pages has all objects", || reader.state().len() >= 120).await
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let client = Client::try_default().await?;
    custom_resources(&client).await?;
    leases(&client).await?;
    pages(&client).await
}
