package plumbline

import (
	"context"
	"strings"
	"testing"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

func TestObjectsAreStoredUntilTheReset(t *testing.T) {
	config := Start(t)
	maps := kubernetes.NewForConfigOrDie(config).CoreV1().ConfigMaps("default")
	ctx := context.Background()
	object := &core.ConfigMap{ObjectMeta: meta.ObjectMeta{Name: "mine"}}
	if _, err := maps.Create(ctx, object, meta.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := maps.Get(ctx, "mine", meta.GetOptions{}); err != nil {
		t.Fatal(err)
	}
	Reset(t, config)
	if _, err := maps.Get(ctx, "mine", meta.GetOptions{}); !errors.IsNotFound(err) {
		t.Fatalf("the object is still there: %v", err)
	}
}

func TestAConflictAndAnExpiredWatchAreForced(t *testing.T) {
	config := Start(t)
	maps := kubernetes.NewForConfigOrDie(config).CoreV1().ConfigMaps("default")
	ctx := context.Background()
	object := &core.ConfigMap{ObjectMeta: meta.ObjectMeta{Name: "mine"}}
	if _, err := maps.Create(ctx, object, meta.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	Fault(t, config, Rule{When: When{Verb: "update"}, Effect: Effect{"kind": "conflict"}, Times: 1})
	if _, err := maps.Update(ctx, object, meta.UpdateOptions{}); !errors.IsConflict(err) {
		t.Fatalf("the update did not conflict: %v", err)
	}
	Fault(t, config, Rule{When: When{Verb: "watch", Resource: "configmaps"}, Effect: Effect{"kind": "expire"}})
	if _, err := maps.Watch(ctx, meta.ListOptions{}); !errors.IsResourceExpired(err) {
		t.Fatalf("the watch did not expire: %v", err)
	}
	AssertFaultsUsed(t, config)
}

func TestAWrongRuleIsRejectedWithTheWordThatWasMeant(t *testing.T) {
	config := Start(t)
	rule := Rule{When: When{Verb: "lst"}, Effect: Effect{"kind": "conflict"}}
	err := Control(config, "POST", "/rules", rule, nil)
	if err == nil || !strings.Contains(err.Error(), "Did you mean list?") {
		t.Fatalf("the error is %v", err)
	}
}

func TestThePackageIsNeededAndNothingIsFetched(t *testing.T) {
	t.Setenv("PLUMBLINE", "")
	t.Chdir(t.TempDir())
	if _, err := program(); err != errNotInstalled || strings.Contains(err.Error(), "\n") {
		t.Fatalf("the error is %v", err)
	}
}
