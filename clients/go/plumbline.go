// Package plumbline starts a mock server of the Kubernetes API in Go tests.
//
// The program is that of the npm package @plumbline/plumbline in node_modules of the folder of the
// test or one above it. The variable PLUMBLINE names another, with its arguments separated by spaces.
// Nothing is fetched.
package plumbline

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

const startLimit = 60 * time.Second

var errNotInstalled = errors.New("Plumbline is not installed: " +
	"run `npm install --save-dev plumbline.tgz`, or set PLUMBLINE to a program that serves")

// program returns the command of the program.
func program() ([]string, error) {
	if words := strings.Fields(os.Getenv("PLUMBLINE")); len(words) > 0 {
		return words, nil
	}
	folder, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for {
		path := filepath.Join(folder, "node_modules", "@plumbline", "plumbline", "lib", "plumbline.js")
		if _, err := os.Stat(path); err == nil {
			if _, err := exec.LookPath("node"); err != nil {
				return nil, errors.New("Node is not installed: Plumbline needs the program node")
			}
			return []string{"node", path}, nil
		}
		if filepath.Dir(folder) == folder {
			return nil, errNotInstalled
		}
		folder = filepath.Dir(folder)
	}
}

// Start starts a server for a test and ends it with the test. It returns the configuration of an
// administrator's client. Arguments are added to the program's command serve.
func Start(t testing.TB, arguments ...string) *rest.Config {
	t.Helper()
	words, err := program()
	if err != nil {
		t.Fatal(err)
	}
	words = append(words, "serve", "--json", "--port", "0", "--control", "--dialect", "kubernetes", "--tls")
	words = append(words, arguments...)
	command := exec.Command(words[0], words[1:]...)
	// PLUMBLINE may be a program that starts another: the signal must reach it.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var complaints bytes.Buffer
	command.Stderr = &complaints
	output, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatalf("Cannot start %s: %v", words[0], err)
	}
	signal := func(number syscall.Signal) { _ = syscall.Kill(-command.Process.Pid, number) }
	end := func() {
		signal(syscall.SIGTERM)
		late := time.AfterFunc(10*time.Second, func() { signal(syscall.SIGKILL) })
		defer late.Stop()
		_ = command.Wait()
	}
	late := time.AfterFunc(startLimit, func() { signal(syscall.SIGKILL) })
	line, _ := bufio.NewReader(output).ReadBytes('\n')
	late.Stop()
	var facts struct{ Kubeconfig string }
	err = json.Unmarshal(line, &facts)
	var config *rest.Config
	if err == nil {
		config, err = clientcmd.BuildConfigFromFlags("", facts.Kubeconfig)
	}
	if err != nil {
		end()
		t.Fatalf("Cannot start %s: %s", strings.Join(words, " "), strings.TrimSpace(complaints.String()))
	}
	t.Cleanup(end)
	return config
}

// Rule is a rule of injected faults: When selects requests, Effect is what happens to them.
type Rule struct {
	When   When   `json:"when"`
	Effect Effect `json:"effect"`
	// The number of the first affected request, counted from 1.
	From int `json:"from,omitempty"`
	// The most affected requests; 0 for any number.
	Times int `json:"times,omitempty"`
	// The scenario in whose states the rule applies; nil for none.
	Scenario *Scenario `json:"scenario,omitempty"`
}

// Scenario is a named state: the rule applies in the state In, "started" at first, and moves to To.
type Scenario struct {
	Name string `json:"name"`
	In   string `json:"in,omitempty"`
	To   string `json:"to,omitempty"`
}

// When selects the requests with all these facts; empty ones do not matter.
type When struct {
	Verb      string `json:"verb,omitempty"`
	Resource  string `json:"resource,omitempty"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name,omitempty"`
	User      string `json:"user,omitempty"`
}

// Effect is an effect by its kind, as Effect{"kind": "conflict"}.
type Effect map[string]any

// Fault adds a rule of injected faults.
func Fault(t testing.TB, config *rest.Config, rule Rule) {
	t.Helper()
	if err := Control(config, http.MethodPost, "/rules", rule, nil); err != nil {
		t.Fatal(err)
	}
}

// AssertFaultsUsed fails the test if a rule affected no request.
func AssertFaultsUsed(t testing.TB, config *rest.Config) {
	t.Helper()
	var unused struct{ Message string }
	if err := Control(config, http.MethodGet, "/rules/unused", nil, &unused); err != nil {
		t.Fatal(err)
	}
	if unused.Message != "" {
		t.Error(unused.Message)
	}
}

// Reset restores the initial objects of a server, and removes injected faults and seeded bugs.
func Reset(t testing.TB, config *rest.Config) {
	t.Helper()
	for _, call := range [][2]string{{"POST", "/reset"}, {"DELETE", "/rules"}, {"DELETE", "/mutants"}} {
		if err := Control(config, call[0], call[1], nil, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// Control sends a request of the control API, and reads the response into result unless it is nil.
func Control(config *rest.Config, method, path string, body, result any) error {
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return err
	}
	var content io.Reader = http.NoBody
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, config.Host+"/plumbline/v1"+path, content)
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		var status struct{ Message string }
		_ = json.Unmarshal(text, &status)
		return fmt.Errorf("%s %s: %s", method, path, status.Message)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(text, result)
}
