"""WireMock 2.35.1 as the oracle: what it answers to generated stubs and requests, and what Hypermock answers."""
