// Written by `HYPERMOCK_UPDATE_REFERENCE=1 swift test --filter BuiltinScenariosTests`.
#include "builtin.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t paths[] =
    "authentication/challenge-forms.yaml\0"
    "authentication/challenges-on-every-method.yaml\0"
    "authentication/login-required.yaml\0"
    "caching/caching.yaml\0"
    "caching/own-conditions.yaml\0"
    "conflicts/edit-conflict.yaml\0"
    "conflicts/preconditions.yaml\0"
    "failures/broken-connections.yaml\0"
    "failures/cut-off.yaml\0"
    "failures/deadlines.yaml\0"
    "failures/error-statuses.yaml\0"
    "failures/http2-faults.yaml\0"
    "failures/malformed.yaml\0"
    "failures/nobody-answers.yaml\0"
    "failures/odd-statuses.yaml\0"
    "failures/reused-connections.yaml\0"
    "failures/server-error-statuses.yaml\0"
    "failures/silence.yaml\0"
    "failures/slow-answers.yaml\0"
    "failures/stall-and-trickle.yaml\0"
    "forms/form-at-another-origin.yaml\0"
    "forms/invalid-values.yaml\0"
    "forms/linked-options.yaml\0"
    "forms/malformed-templates.yaml\0"
    "forms/templates.yaml\0"
    "fuel-stations/fuel-stations.yaml\0"
    "fuel-stations/not-modified.yaml\0"
    "links/all-pages.yaml\0"
    "links/links-to-another-origin.yaml\0"
    "links/links.yaml\0"
    "links/pages.yaml\0"
    "links/relative-targets.yaml\0"
    "links/unusual-links.yaml\0"
    "living/fuel-world.yaml\0"
    "purchase-logs/embedded-array.yaml\0"
    "purchase-logs/purchase-logs.yaml\0"
    "redirects/becomes-a-read.yaml\0"
    "redirects/body-kept.yaml\0"
    "redirects/deletion-redirected.yaml\0"
    "redirects/loops.yaml\0"
    "redirects/moved-permanently.yaml\0"
    "redirects/not-followed.yaml\0"
    "redirects/other-origin.yaml\0"
    "redirects/other-port.yaml\0"
    "redirects/other-redirections.yaml\0"
    "redirects/redirects.yaml\0"
    "redirects/unusable-locations.yaml\0"
    "redirects/without-location.yaml\0"
    "representations/_station.yaml\0"
    "representations/shared-station.yaml\0"
    "requests/cookies.yaml\0"
    "requests/every-class-once.yaml\0"
    "requests/parameters.yaml\0"
    "requests/what-is-sent.yaml\0"
    "response-classes/authentication-required.yaml\0"
    "response-classes/client-errors.yaml\0"
    "response-classes/conflicts.yaml\0"
    "response-classes/redirections.yaml\0"
    "response-classes/server-errors.yaml\0"
    "response-classes/server-unavailable.yaml\0"
    "response-classes/successes.yaml\0"
    "sessions/app-token.yaml\0"
    "sessions/refresh-refused.yaml\0"
    "sessions/slow-token-endpoint.yaml\0"
    "sessions/token-endpoint-down.yaml\0"
    "sessions/token-refresh.yaml\0"
    "sessions/token-revoked.yaml\0"
    "sessions/user-login.yaml\0"
    "successes/accepted-and-partial.yaml\0"
    "successes/content-codings.yaml\0"
    "successes/created.yaml\0"
    "successes/field-lines.yaml\0"
    "successes/interim-responses.yaml\0"
    "successes/no-content.yaml\0"
    "successes/resource.yaml\0"
    "time/one-hour.yaml\0"
    "time/outage-date.yaml\0"
    "time/outage.yaml\0"
    "time/rate-limit-bucket.yaml\0"
    "time/rate-limit-by-client.yaml\0"
    "time/rate-limit-windows.yaml\0"
    "time/seeded-failures.yaml\0"
    "tls/broken-handshakes.yaml\0"
    "tls/certificates.yaml\0"
    "tls/client-certificate-requested.yaml\0"
    "tls/client-certificate-required.yaml\0"
    "tls/handshakes.yaml\0"
    "tls/not-tls.yaml\0"
    "tls/old-protocol.yaml\0"
    "tls/stalled-handshake.yaml\0"
    "tls/truncated.yaml\0"
    "tls/untrusted-authority.yaml\0"
    "transfers/downloads.yaml\0"
    "transfers/uploads.yaml\0"
    "unavailability/no-hint.yaml\0"
    "unavailability/retry-after-dates.yaml\0"
    "unavailability/retry-after-forms.yaml\0"
    "unavailability/too-many-requests.yaml\0"
    "unavailability/unavailable-then-back.yaml\0"
    "undecodable/json-texts.yaml\0"
    "undecodable/on-every-method.yaml\0"
    "undecodable/undecodable.yaml\0";

static const uint8_t contents[] = {
#embed "../../Scenarios/authentication/challenge-forms.yaml" suffix(, 0,)
#embed "../../Scenarios/authentication/challenges-on-every-method.yaml" suffix(, 0,)
#embed "../../Scenarios/authentication/login-required.yaml" suffix(, 0,)
#embed "../../Scenarios/caching/caching.yaml" suffix(, 0,)
#embed "../../Scenarios/caching/own-conditions.yaml" suffix(, 0,)
#embed "../../Scenarios/conflicts/edit-conflict.yaml" suffix(, 0,)
#embed "../../Scenarios/conflicts/preconditions.yaml" suffix(, 0,)
#embed "../../Scenarios/failures/broken-connections.yaml" suffix(, 0,)
#embed "../../Scenarios/failures/cut-off.yaml" suffix(, 0,)
#embed "../../Scenarios/failures/deadlines.yaml" suffix(, 0,)
#embed "../../Scenarios/failures/error-statuses.yaml" suffix(, 0,)
#embed "../../Scenarios/failures/http2-faults.yaml" suffix(, 0,)
#embed "../../Scenarios/failures/malformed.yaml" suffix(, 0,)
#embed "../../Scenarios/failures/nobody-answers.yaml" suffix(, 0,)
#embed "../../Scenarios/failures/odd-statuses.yaml" suffix(, 0,)
#embed "../../Scenarios/failures/reused-connections.yaml" suffix(, 0,)
#embed "../../Scenarios/failures/server-error-statuses.yaml" suffix(, 0,)
#embed "../../Scenarios/failures/silence.yaml" suffix(, 0,)
#embed "../../Scenarios/failures/slow-answers.yaml" suffix(, 0,)
#embed "../../Scenarios/failures/stall-and-trickle.yaml" suffix(, 0,)
#embed "../../Scenarios/forms/form-at-another-origin.yaml" suffix(, 0,)
#embed "../../Scenarios/forms/invalid-values.yaml" suffix(, 0,)
#embed "../../Scenarios/forms/linked-options.yaml" suffix(, 0,)
#embed "../../Scenarios/forms/malformed-templates.yaml" suffix(, 0,)
#embed "../../Scenarios/forms/templates.yaml" suffix(, 0,)
#embed "../../Scenarios/fuel-stations/fuel-stations.yaml" suffix(, 0,)
#embed "../../Scenarios/fuel-stations/not-modified.yaml" suffix(, 0,)
#embed "../../Scenarios/links/all-pages.yaml" suffix(, 0,)
#embed "../../Scenarios/links/links-to-another-origin.yaml" suffix(, 0,)
#embed "../../Scenarios/links/links.yaml" suffix(, 0,)
#embed "../../Scenarios/links/pages.yaml" suffix(, 0,)
#embed "../../Scenarios/links/relative-targets.yaml" suffix(, 0,)
#embed "../../Scenarios/links/unusual-links.yaml" suffix(, 0,)
#embed "../../Scenarios/living/fuel-world.yaml" suffix(, 0,)
#embed "../../Scenarios/purchase-logs/embedded-array.yaml" suffix(, 0,)
#embed "../../Scenarios/purchase-logs/purchase-logs.yaml" suffix(, 0,)
#embed "../../Scenarios/redirects/becomes-a-read.yaml" suffix(, 0,)
#embed "../../Scenarios/redirects/body-kept.yaml" suffix(, 0,)
#embed "../../Scenarios/redirects/deletion-redirected.yaml" suffix(, 0,)
#embed "../../Scenarios/redirects/loops.yaml" suffix(, 0,)
#embed "../../Scenarios/redirects/moved-permanently.yaml" suffix(, 0,)
#embed "../../Scenarios/redirects/not-followed.yaml" suffix(, 0,)
#embed "../../Scenarios/redirects/other-origin.yaml" suffix(, 0,)
#embed "../../Scenarios/redirects/other-port.yaml" suffix(, 0,)
#embed "../../Scenarios/redirects/other-redirections.yaml" suffix(, 0,)
#embed "../../Scenarios/redirects/redirects.yaml" suffix(, 0,)
#embed "../../Scenarios/redirects/unusable-locations.yaml" suffix(, 0,)
#embed "../../Scenarios/redirects/without-location.yaml" suffix(, 0,)
#embed "../../Scenarios/representations/_station.yaml" suffix(, 0,)
#embed "../../Scenarios/representations/shared-station.yaml" suffix(, 0,)
#embed "../../Scenarios/requests/cookies.yaml" suffix(, 0,)
#embed "../../Scenarios/requests/every-class-once.yaml" suffix(, 0,)
#embed "../../Scenarios/requests/parameters.yaml" suffix(, 0,)
#embed "../../Scenarios/requests/what-is-sent.yaml" suffix(, 0,)
#embed "../../Scenarios/response-classes/authentication-required.yaml" suffix(, 0,)
#embed "../../Scenarios/response-classes/client-errors.yaml" suffix(, 0,)
#embed "../../Scenarios/response-classes/conflicts.yaml" suffix(, 0,)
#embed "../../Scenarios/response-classes/redirections.yaml" suffix(, 0,)
#embed "../../Scenarios/response-classes/server-errors.yaml" suffix(, 0,)
#embed "../../Scenarios/response-classes/server-unavailable.yaml" suffix(, 0,)
#embed "../../Scenarios/response-classes/successes.yaml" suffix(, 0,)
#embed "../../Scenarios/sessions/app-token.yaml" suffix(, 0,)
#embed "../../Scenarios/sessions/refresh-refused.yaml" suffix(, 0,)
#embed "../../Scenarios/sessions/slow-token-endpoint.yaml" suffix(, 0,)
#embed "../../Scenarios/sessions/token-endpoint-down.yaml" suffix(, 0,)
#embed "../../Scenarios/sessions/token-refresh.yaml" suffix(, 0,)
#embed "../../Scenarios/sessions/token-revoked.yaml" suffix(, 0,)
#embed "../../Scenarios/sessions/user-login.yaml" suffix(, 0,)
#embed "../../Scenarios/successes/accepted-and-partial.yaml" suffix(, 0,)
#embed "../../Scenarios/successes/content-codings.yaml" suffix(, 0,)
#embed "../../Scenarios/successes/created.yaml" suffix(, 0,)
#embed "../../Scenarios/successes/field-lines.yaml" suffix(, 0,)
#embed "../../Scenarios/successes/interim-responses.yaml" suffix(, 0,)
#embed "../../Scenarios/successes/no-content.yaml" suffix(, 0,)
#embed "../../Scenarios/successes/resource.yaml" suffix(, 0,)
#embed "../../Scenarios/time/one-hour.yaml" suffix(, 0,)
#embed "../../Scenarios/time/outage-date.yaml" suffix(, 0,)
#embed "../../Scenarios/time/outage.yaml" suffix(, 0,)
#embed "../../Scenarios/time/rate-limit-bucket.yaml" suffix(, 0,)
#embed "../../Scenarios/time/rate-limit-by-client.yaml" suffix(, 0,)
#embed "../../Scenarios/time/rate-limit-windows.yaml" suffix(, 0,)
#embed "../../Scenarios/time/seeded-failures.yaml" suffix(, 0,)
#embed "../../Scenarios/tls/broken-handshakes.yaml" suffix(, 0,)
#embed "../../Scenarios/tls/certificates.yaml" suffix(, 0,)
#embed "../../Scenarios/tls/client-certificate-requested.yaml" suffix(, 0,)
#embed "../../Scenarios/tls/client-certificate-required.yaml" suffix(, 0,)
#embed "../../Scenarios/tls/handshakes.yaml" suffix(, 0,)
#embed "../../Scenarios/tls/not-tls.yaml" suffix(, 0,)
#embed "../../Scenarios/tls/old-protocol.yaml" suffix(, 0,)
#embed "../../Scenarios/tls/stalled-handshake.yaml" suffix(, 0,)
#embed "../../Scenarios/tls/truncated.yaml" suffix(, 0,)
#embed "../../Scenarios/tls/untrusted-authority.yaml" suffix(, 0,)
#embed "../../Scenarios/transfers/downloads.yaml" suffix(, 0,)
#embed "../../Scenarios/transfers/uploads.yaml" suffix(, 0,)
#embed "../../Scenarios/unavailability/no-hint.yaml" suffix(, 0,)
#embed "../../Scenarios/unavailability/retry-after-dates.yaml" suffix(, 0,)
#embed "../../Scenarios/unavailability/retry-after-forms.yaml" suffix(, 0,)
#embed "../../Scenarios/unavailability/too-many-requests.yaml" suffix(, 0,)
#embed "../../Scenarios/unavailability/unavailable-then-back.yaml" suffix(, 0,)
#embed "../../Scenarios/undecodable/json-texts.yaml" suffix(, 0,)
#embed "../../Scenarios/undecodable/on-every-method.yaml" suffix(, 0,)
#embed "../../Scenarios/undecodable/undecodable.yaml" suffix(, 0,)
};

const uint8_t *hypermock_builtin_paths(size_t *count) {
    *count = sizeof paths - 1;  // without the zero byte that ends the literal
    return paths;
}

const uint8_t *hypermock_builtin_contents(size_t *count) {
    *count = sizeof contents;
    return contents;
}
