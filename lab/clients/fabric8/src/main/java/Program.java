import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * A program of the fabric8 client: writes, patches, apply, pages, watches, informers, custom
 * resources and candidates for a Lease. Its argument is the HTTP client: okhttp, vertx or jdk. It
 * uses the current kubeconfig, and ends with 0 if every step does what it has to.
 */
public final class Program {
  private static final String NAMESPACE = "fabric8-program";

  interface Step {
    void run() throws Exception;
  }

  private final KubernetesClient client;
  private int passed;
  private int failed;

  private Program(KubernetesClient client) {
    this.client = client;
  }

  public static void main(String[] arguments) throws Exception {
    HttpClient.Factory factory = switch (arguments[0]) {
      case "okhttp" -> new io.fabric8.kubernetes.client.okhttp.OkHttpClientFactory();
      case "vertx" -> new io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory();
      case "jdk" -> new io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory();
      default -> throw new IllegalArgumentException("choose okhttp, vertx or jdk");
    };
    int failures;
    try (KubernetesClient client = new KubernetesClientBuilder().withHttpClientFactory(factory).build()) {
      failures = new Program(client).run(arguments[0]);
    }
    System.exit(failures == 0 ? 0 : 1);
  }

  private int run(String name) {
    step("the version is stated", () -> check(client.getKubernetesVersion().getMajor().equals("1"), "the major version"));
    step("a namespace is created", () -> {
      client.resource(new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build()).create();
      until(() -> client.namespaces().withName(NAMESPACE).get().getStatus().getPhase().equals("Active"), "Active");
    });
    step("an object is created, read and replaced", this::replace);
    step("an update of an old version conflicts", this::conflict);
    step("a merge patch changes one key", () -> patch(PatchType.JSON_MERGE, "{\"data\":{\"merge\":\"1\"}}", "merge"));
    step("a JSON patch changes one key", () -> patch(PatchType.JSON,
        "[{\"op\":\"add\",\"path\":\"/data/json\",\"value\":\"1\"}]", "json"));
    step("a strategic merge patch adds a container", this::strategic);
    step("server-side apply of two managers conflicts, and force takes the field", this::apply);
    step("an edit sends the difference", () -> {
      ConfigMap edited = client.configMaps().inNamespace(NAMESPACE).withName("patched")
          .edit(map -> new ConfigMapBuilder(map).addToData("edited", "1").build());
      check("1".equals(edited.getData().get("edited")), "the edited key");
    });
    step("status is written by its subresource only", this::status);
    step("a Deployment is scaled", () -> {
      client.apps().deployments().inNamespace(NAMESPACE).withName("web").scale(3);
      check(client.apps().deployments().inNamespace(NAMESPACE).withName("web").get().getSpec().getReplicas() == 3,
          "three replicas");
    });
    step("pages and label selectors give the whole", this::pages);
    step("a watch tells what happens", this::watch);
    step("an informer keeps the objects, and goes on after changes", this::informer);
    step("a custom resource is defined and served", this::customResource);
    step("a typed error names reason and code", () -> {
      try {
        client.configMaps().inNamespace(NAMESPACE).resource(map("Not A Name", Map.of())).create();
        check(false, "an invalid name is rejected");
      } catch (KubernetesClientException error) {
        check(error.getCode() == 422 && error.getStatus().getReason().equals("Invalid"), "422 Invalid: " + error.getMessage());
      }
    });
    step("two candidates for a Lease lead one after the other", this::leader);
    step("a deletion in the foreground takes the dependents, and the namespace ends", this::delete);
    System.out.println(name + ": " + passed + " passed, " + failed + " failed");
    return failed;
  }

  private void replace() {
    ConfigMap created = client.resource(map("replaced", Map.of("a", "1"))).create();
    check(created.getMetadata().getUid() != null, "a uid");
    ConfigMap replaced = client.resource(new ConfigMapBuilder(created).addToData("b", "2").build()).update();
    check(client.resource(replaced).get().getData().equals(Map.of("a", "1", "b", "2")), "both keys");
  }

  private void conflict() {
    ConfigMap first = client.configMaps().inNamespace(NAMESPACE).withName("replaced").get();
    client.resource(new ConfigMapBuilder(first).addToData("c", "3").build()).update();
    try {
      client.resource(new ConfigMapBuilder(first).addToData("d", "4").build()).update();
      check(false, "the second update is rejected");
    } catch (KubernetesClientException error) {
      check(error.getCode() == 409, "409: " + error.getMessage());
    }
  }

  private void patch(PatchType type, String body, String key) {
    client.configMaps().inNamespace(NAMESPACE).resource(map("patched", Map.of("kept", "1"))).createOr(existing -> existing.update());
    ConfigMap patched = client.configMaps().inNamespace(NAMESPACE).withName("patched").patch(PatchContext.of(type), body);
    check("1".equals(patched.getData().get(key)) && "1".equals(patched.getData().get("kept")), "both keys");
  }

  private void strategic() {
    client.resource(deployment("web")).create();
    Deployment patched = client.apps().deployments().inNamespace(NAMESPACE).withName("web").patch(
        PatchContext.of(PatchType.STRATEGIC_MERGE),
        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"side\",\"image\":\"side\"}]}}}}");
    check(patched.getSpec().getTemplate().getSpec().getContainers().size() == 2, "two containers");
  }

  private void apply() {
    PatchContext first = new PatchContext.Builder().withPatchType(PatchType.SERVER_SIDE_APPLY).withFieldManager("first").build();
    PatchContext second = new PatchContext.Builder().withPatchType(PatchType.SERVER_SIDE_APPLY).withFieldManager("second").build();
    client.resource(map("applied", Map.of("shared", "first"))).patch(first);
    try {
      client.resource(map("applied", Map.of("shared", "second"))).patch(second);
      check(false, "the second manager conflicts");
    } catch (KubernetesClientException error) {
      check(error.getCode() == 409 && error.getMessage().contains("first"), "409 that names the manager: " + error.getMessage());
    }
    ConfigMap forced = client.resource(map("applied", Map.of("shared", "second"))).forceConflicts().fieldManager("second").serverSideApply();
    check(forced.getData().get("shared").equals("second"), "the value of the second manager");
  }

  private void status() {
    Deployment current = client.apps().deployments().inNamespace(NAMESPACE).withName("web").get();
    Deployment changed = new DeploymentBuilder(current).editOrNewStatus().withReplicas(2).endStatus().editSpec().withPaused(true).endSpec().build();
    Deployment updated = client.resource(changed).updateStatus();
    check(updated.getStatus().getReplicas() == 2, "the status");
    check(updated.getSpec().getPaused() == null, "the spec is not written with the status");
  }

  private void pages() {
    for (int index = 0; index < 25; index++) {
      client.resource(new ConfigMapBuilder(map("page-" + index, Map.of())).editMetadata().addToLabels("page", "yes").endMetadata().build()).create();
    }
    List<String> names = new ArrayList<>();
    String token = null;
    int pages = 0;
    do {
      var page = client.configMaps().inNamespace(NAMESPACE).withLabel("page", "yes")
          .list(new ListOptionsBuilder().withLimit(10L).withContinue(token).build());
      page.getItems().forEach(item -> names.add(item.getMetadata().getName()));
      token = page.getMetadata().getContinue();
      pages++;
    } while (token != null && !token.isEmpty());
    check(pages == 3 && names.size() == 25 && names.stream().distinct().count() == 25, pages + " pages of " + names.size());
    check(client.configMaps().inNamespace(NAMESPACE).withField("metadata.name", "page-3").list().getItems().size() == 1, "one by field");
  }

  private void watch() throws Exception {
    LinkedBlockingQueue<String> events = new LinkedBlockingQueue<>();
    try (var ignored = client.configMaps().inNamespace(NAMESPACE).withLabel("watched", "yes").watch(new Watcher<>() {
      @Override
      public void eventReceived(Action action, ConfigMap object) {
        events.add(action + " " + object.getMetadata().getName());
      }

      @Override
      public void onClose(WatcherException cause) {
        events.add("closed " + cause.getMessage());
      }
    })) {
      ConfigMap object = new ConfigMapBuilder(map("watched", Map.of())).editMetadata().addToLabels("watched", "yes").endMetadata().build();
      client.resource(object).create();
      client.configMaps().inNamespace(NAMESPACE).withName("watched").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"a\":\"1\"}}");
      client.configMaps().inNamespace(NAMESPACE).withName("watched").delete();
      for (String action : List.of("ADDED", "MODIFIED", "DELETED")) {
        String event = events.poll(20, TimeUnit.SECONDS);
        check((action + " watched").equals(event), action + ", but received " + event);
      }
    }
  }

  private void informer() throws Exception {
    AtomicInteger updates = new AtomicInteger();
    try (var informer = client.configMaps().inNamespace(NAMESPACE).withLabel("page", "yes").inform(new ResourceEventHandler<>() {
      @Override
      public void onAdd(ConfigMap object) {}

      @Override
      public void onUpdate(ConfigMap before, ConfigMap object) {
        updates.incrementAndGet();
      }

      @Override
      public void onDelete(ConfigMap object, boolean unknown) {}
    })) {
      until(() -> informer.getStore().list().size() == 25, "25 objects, has " + informer.getStore().list().size());
      client.configMaps().inNamespace(NAMESPACE).withName("page-1").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"a\":\"1\"}}");
      client.configMaps().inNamespace(NAMESPACE).withName("page-2").delete();
      until(() -> updates.get() == 1 && informer.getStore().list().size() == 24, "an update and a deletion");
    }
  }

  private void customResource() throws Exception {
    client.load(new java.io.ByteArrayInputStream("""
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: { name: widgets.fabric8.example }
        spec:
          group: fabric8.example
          scope: Namespaced
          names: { plural: widgets, kind: Widget }
          versions:
            - name: v1
              served: true
              storage: true
              subresources: { status: {} }
              schema:
                openAPIV3Schema:
                  type: object
                  properties:
                    spec:
                      type: object
                      properties: { size: { type: integer, default: 7, maximum: 9 } }
                    status: { type: object, x-kubernetes-preserve-unknown-fields: true }
        """.getBytes())).create();
    client.apiextensions().v1().customResourceDefinitions().withName("widgets.fabric8.example").waitUntilCondition(
        definition -> definition != null && definition.getStatus() != null && definition.getStatus().getConditions().stream()
            .anyMatch(condition -> condition.getType().equals("Established") && condition.getStatus().equals("True")),
        20, TimeUnit.SECONDS);
    var widgets = client.genericKubernetesResources("fabric8.example/v1", "Widget").inNamespace(NAMESPACE);
    GenericKubernetesResource widget = new GenericKubernetesResource();
    widget.setApiVersion("fabric8.example/v1");
    widget.setKind("Widget");
    widget.setMetadata(new io.fabric8.kubernetes.api.model.ObjectMetaBuilder().withName("one").build());
    widget.setAdditionalProperty("spec", Map.of());
    GenericKubernetesResource created = widgets.resource(widget).create();
    check(Integer.valueOf(7).equals(created.get("spec", "size")), "the default of the schema, has " + created.get("spec", "size"));
    try {
      widgets.withName("one").patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"size\":10}}");
      check(false, "a value over the maximum is rejected");
    } catch (KubernetesClientException error) {
      check(error.getCode() == 422, "422: " + error.getMessage());
    }
  }

  private void leader() throws Exception {
    List<String> leaders = java.util.Collections.synchronizedList(new ArrayList<>());
    CompletableFuture<?> first = elect("first", leaders);
    until(() -> leaders.contains("first"), "the first leads");
    CompletableFuture<?> second = elect("second", leaders);
    Thread.sleep(1500);
    check(!leaders.contains("second"), "one leader at a time");
    first.cancel(true);
    until(() -> leaders.contains("second"), "the second leads");
    second.cancel(true);
  }

  private CompletableFuture<?> elect(String name, List<String> leaders) {
    return client.leaderElector().withConfig(new LeaderElectionConfigBuilder()
        .withName(name).withLock(new LeaseLock(NAMESPACE, "leader", name))
        .withLeaseDuration(Duration.ofSeconds(4)).withRenewDeadline(Duration.ofSeconds(3)).withRetryPeriod(Duration.ofMillis(300))
        .withReleaseOnCancel(true)
        .withLeaderCallbacks(new LeaderCallbacks(() -> leaders.add(name), () -> {}, leader -> {}))
        .build()).build().start();
  }

  private void delete() {
    Deployment owner = client.apps().deployments().inNamespace(NAMESPACE).withName("web").get();
    client.resource(new ConfigMapBuilder(map("owned", Map.of())).editMetadata().addNewOwnerReference().withApiVersion("apps/v1")
        .withKind("Deployment").withName("web").withUid(owner.getMetadata().getUid()).endOwnerReference().endMetadata().build()).create();
    client.resource(new ServiceBuilder().withNewMetadata().withName("web").withNamespace(NAMESPACE).endMetadata()
        .withNewSpec().addNewPort().withPort(80).endPort().endSpec().build()).create();
    client.resource(new PodBuilder().withNewMetadata().withName("web").withNamespace(NAMESPACE).endMetadata()
        .withNewSpec().addNewContainer().withName("web").withImage("web").endContainer().endSpec().build()).create();
    client.apps().deployments().inNamespace(NAMESPACE).withName("web").withPropagationPolicy(DeletionPropagation.FOREGROUND).delete();
    until(() -> client.configMaps().inNamespace(NAMESPACE).withName("owned").get() == null, "the dependent is gone");
    client.namespaces().withName(NAMESPACE).withTimeout(30, TimeUnit.SECONDS).delete();
    check(client.namespaces().withName(NAMESPACE).get() == null, "the namespace is gone");
    client.apiextensions().v1().customResourceDefinitions().withName("widgets.fabric8.example").delete();
  }

  private static ConfigMap map(String name, Map<String, String> data) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).withNamespace(NAMESPACE).endMetadata().withData(data).build();
  }

  private static Deployment deployment(String name) {
    return new DeploymentBuilder().withNewMetadata().withName(name).withNamespace(NAMESPACE).endMetadata()
        .withNewSpec().withReplicas(2).withNewSelector().addToMatchLabels("app", name).endSelector()
        .withNewTemplate().withNewMetadata().addToLabels("app", name).endMetadata()
        .withNewSpec().addNewContainer().withName("main").withImage("main").endContainer().endSpec()
        .endTemplate().endSpec().build();
  }

  private void step(String what, Step step) {
    try {
      step.run();
      passed++;
      System.out.println("ok    " + what);
    } catch (Throwable error) {
      failed++;
      System.out.println("wrong " + what + ": " + error);
    }
  }

  private static void check(boolean holds, String expected) {
    if (!holds) throw new AssertionError("expected " + expected);
  }

  private static void until(BooleanSupplier holds, String expected) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > end) throw new AssertionError("within 20 s: " + expected);
      try {
        new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
      } catch (InterruptedException error) {
        throw new AssertionError("interrupted: " + expected);
      }
    }
  }
}
