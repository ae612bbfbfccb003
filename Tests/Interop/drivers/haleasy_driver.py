"""HALEasy: documents with links; requests raises for statuses of 400 and above."""

import collections
import collections.abc

import requests
from driving import content, drive, fields, missing, needs_no_limit, outcome

# dougrain, with which HALEasy reads documents, is older than Python 3.10.
collections.Mapping = collections.abc.Mapping
import haleasy  # noqa: E402  pylint: disable=wrong-import-position

DOCUMENTS = {}


def perform(call):
    needs_no_limit(call)
    body, kind = content(call)
    try:
        if "follow" in call:
            follow = call["follow"]
            wanted = {"rel": follow["relation"]} | ({"name": follow["name"]} if "name" in follow else {})
            source = DOCUMENTS.get(follow["fromCall"])
            if source is None or not source.links(**wanted):
                return missing(follow["relation"])
            link = source.link(**wanted)
            document = link.follow(method=call["method"], data=body and body.decode(), **follow.get("variables", {}))
        else:
            headers = {"Accept": "application/hal+json, application/json"} | kind | fields(call)
            document = haleasy.HALEasy(call["url"], method=call["method"], data=body and body.decode(), headers=headers)
    except requests.HTTPError as error:
        return outcome(error.response.status_code, body=error.response.text)
    DOCUMENTS[call["id"]] = document
    relations, embedded = {}, {}
    for relation, links in document.doc.links.items():
        relations[relation] = [link.url() for link in haleasy.listify(links)]
    for relation, items in document.doc.embedded.items():
        embedded[relation] = [item.properties for item in haleasy.listify(items)]
    # HALEasy does not tell 200 from 203, nor the final response from those before.
    return outcome(200, model=document.properties(), relations=relations, embedded=embedded)


METHODS = ["GET", "POST", "PUT", "DELETE"]
drive(
    "HALEasy",
    [{"name": "outcome", "methods": METHODS}, "model", "relations", "embedded", "follow"],
    perform,
)
