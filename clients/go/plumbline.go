// Package plumbline starts a mock server of the Kubernetes API in Go tests.
package plumbline

import (
	"bufio"
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// startLimit is long as npx may have to fetch the package.
const startLimit = 60 * time.Second

// Start starts a server for a test and ends it with the test. It returns the configuration of an
// administrator's client. The variable PLUMBLINE names the program, by default "npx plumbline";
// arguments are added to its command serve.
func Start(t testing.TB, arguments ...string) *rest.Config {
	t.Helper()
	program := os.Getenv("PLUMBLINE")
	if program == "" {
		program = "npx plumbline"
	}
	words := append(strings.Fields(program),
		"serve", "--port", "0", "--control", "--dialect", "kubernetes", "--tls")
	words = append(words, arguments...)
	command := exec.Command(words[0], words[1:]...)
	// npx starts another process: the signal must reach it.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var errors bytes.Buffer
	command.Stderr = &errors
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatalf("Cannot start %s: %v", program, err)
	}
	if err := command.Start(); err != nil {
		t.Fatalf("Cannot start %s: %v", program, err)
	}
	signal := func(number syscall.Signal) { _ = syscall.Kill(-command.Process.Pid, number) }
	t.Cleanup(func() {
		signal(syscall.SIGTERM)
		late := time.AfterFunc(10*time.Second, func() { signal(syscall.SIGKILL) })
		defer late.Stop()
		_ = command.Wait()
	})
	late := time.AfterFunc(startLimit, func() { signal(syscall.SIGKILL) })
	defer late.Stop()
	kubeconfig := ""
	for lines := bufio.NewScanner(output); lines.Scan(); {
		if path, found := strings.CutPrefix(lines.Text(), "Kubeconfig "); found {
			kubeconfig = path
		}
		// The last line of the start.
		if strings.HasPrefix(lines.Text(), "Token of ") {
			break
		}
	}
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if kubeconfig == "" || err != nil {
		t.Fatalf("Cannot start %s: %v\n%s", program, err, errors.String())
	}
	return config
}

// Reset restores the initial objects of a server.
func Reset(t testing.TB, config *rest.Config) {
	t.Helper()
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		t.Fatalf("Cannot reset the server: %v", err)
	}
	response, err := client.Post(config.Host+"/plumbline/v1/reset", "application/json", http.NoBody)
	if err == nil {
		defer response.Body.Close()
		if response.StatusCode >= 300 {
			err = fmt.Errorf("it answered %s", response.Status)
		}
	}
	if err != nil {
		t.Fatalf("Cannot reset the server: %v", err)
	}
}
