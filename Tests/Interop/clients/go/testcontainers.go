// Package testcontainers stands in for Testcontainers in the suite of go-wiremock: the server runs already.
package testcontainers

import (
	"context"
	"os"
)

type ContainerRequest struct {
	Name, Image  string
	ExposedPorts []string
	Cmd          []string
	WaitingFor   any
}

type GenericContainerRequest struct {
	ContainerRequest
	Started, Reuse bool
}

type Container interface {
	PortEndpoint(ctx context.Context, port string, scheme string) (string, error)
}

type running struct{}

func (running) PortEndpoint(context.Context, string, string) (string, error) {
	return os.Getenv("HYPERMOCK_URL"), nil
}

func GenericContainer(context.Context, GenericContainerRequest) (Container, error) {
	return running{}, nil
}
