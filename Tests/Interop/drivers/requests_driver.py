"""requests: an HTTP client that decodes JSON, and knows no links."""

import os

import requests
from driving import content, drive, fields, lines, outcome

SESSION = requests.Session()
#: For each request: REQUESTS_CA_BUNDLE overrides that of a session.
TRUSTED = os.environ.get("HYPERMOCK_CA_FILE", True)


def perform(call):
    body, kind = content(call)
    seconds = call["timeoutMilliseconds"] / 1000
    response = SESSION.request(
        call["method"], call["url"], data=body, headers=kind | fields(call), timeout=seconds, verify=TRUSTED
    )
    values = {"headers": lines(response), "body": response.text}
    if response.content and 200 <= response.status_code < 300:
        try:
            values["model"] = response.json()
        except requests.JSONDecodeError as error:
            values |= {"outcome": "undecodable", "detail": str(error)}
    return outcome(response.status_code, **values)


drive("requests", ["outcome", "headers", "body", "model", "https", "reuse"], perform)
