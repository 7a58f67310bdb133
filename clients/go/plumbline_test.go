package plumbline

import (
	"context"
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
