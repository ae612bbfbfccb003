/// The scenario of the calls that check a driver.
enum DriverProbes {
    static let slug = "driver-check"

    /// One call of each kind; an ordinary client of HTTP meets the contract.
    static let text = """
        scenario: The calls that check a driver
        interactions:
          - request: { method: GET, urlPath: /stations/1 }
            response:
              headers: { Content-Type: application/hal+json, Last-Modified: "Tue, 03 Nov 2026 10:00:00 GMT" }
              jsonBody:
                name: Tankstelle Süd
                _links: { self: { href: /stations/1 }, next: { href: /stations/2 } }
                _embedded: { price: [{ amount: 2.890 }] }
          - request: { method: GET, urlPath: /stations/2 }
            response:
              jsonBody: { name: Exxon, _links: { self: { href: /stations/2 }, previous: { href: /stations/1 } } }
          - request: { method: POST, urlPath: /stations }
            response: { status: 201, headers: { Location: /stations/3 } }
          - request: { method: POST, urlPath: /lost }
            response: { status: 201, headers: { Location: "http://[::1" } }
          - request: { urlPath: /conflict }
            response: { status: 409, jsonBody: { name: Exxon } }
          - request: { urlPath: /missing }
            response: { status: 404 }
          - request: { urlPath: /unavailable }
            response: { status: 503, headers: { Retry-After: "120" } }
          - request: { urlPath: /private }
            response: { status: 401, headers: { WWW-Authenticate: 'Basic realm="all"' } }
          - request: { urlPath: /not-modified }
            response: { status: 304 }
          - request: { urlPath: /broken }
            response: { status: 500 }
          - request: { urlPath: /cut }
            response: { fault: { effect: close, after: request } }
          - request: { urlPath: /silent }
            response: { fault: { effect: stall, after: request } }
        contract:
          - step: a resource
            request: { url: /stations/1 }
            expect:
              outcome: success
              status: 200
              headers: { Content-Type: application/hal+json }
              body: { contains: Tankstelle }
              lastModified: "Tue, 03 Nov 2026 10:00:00 GMT"
              model: { name: Tankstelle Süd }
              relations: { self: /stations/1, next: /stations/2 }
              embedded: { price: [{ amount: 2.890 }] }
          - step: a link
            request: { follow: next }
            expect: { outcome: success, status: 200, model: { name: Exxon }, received: { url: /stations/2 } }
          - step: a missing link
            request: { follow: { relation: previous, from: a resource } }
            expect: { outcome: undecodable, received: [] }
          - step: a POST
            request: { method: POST, url: /stations, jsonBody: { name: Süd } }
            expect:
              outcome: success
              status: 201
              location: /stations/3
              received: { method: POST, url: /stations, bodyPatterns: [{ equalToJson: { name: Süd } }] }
          - step: a Location that is no URI
            request: { method: POST, url: /lost, jsonBody: { name: Süd } }
            expect: { outcome: success, status: 201 }
          - step: a conflict
            request: { method: PUT, url: /conflict, jsonBody: { name: Süd } }
            expect: { outcome: conflict, status: 409 }
          - step: a client error
            request: { url: /missing }
            expect: { outcome: clientError, status: 404 }
          - step: an unavailable server
            request: { url: /unavailable }
            expect: { outcome: serverUnavailable, status: 503, retryAfter: { seconds: 120 } }
          - step: a challenge
            request: { url: /private }
            expect: { outcome: authenticationRequired, status: 401, challenges: [{ scheme: Basic, realm: all }] }
          - step: a redirection
            request: { url: /not-modified }
            expect: { outcome: redirection, status: 304, notModified: true, permanent: false }
          - step: a server error
            request: { url: /broken }
            expect: { outcome: serverError, status: 500 }
          - step: a connection that ends
            request: { url: /cut }
            expect: { outcome: connectionFailure }
          - step: silence until the time limit
            request: { url: /silent, timeoutMilliseconds: 300 }
            expect: { outcome: connectionFailure }
        """
}
