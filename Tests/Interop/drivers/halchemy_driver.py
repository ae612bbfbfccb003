"""halchemy: resources are dictionaries; nothing is raised, and status 0 means that there is no response."""

from driving import content, drive, failure, fields, missing, needs_no_limit, origin, outcome
from halchemy import Api
from halchemy.resource import HalResource

RESOURCES = {}


def perform(call):
    needs_no_limit(call)
    follow, resource = call.get("follow"), None
    if follow:
        api, resource = RESOURCES.get(follow["fromCall"], (None, None))
        if not isinstance(resource, HalResource) or not resource.has_rel(follow["relation"]):
            return missing(follow["relation"])
        requester = api.follow(resource).to(follow["relation"]).with_template_values(follow.get("variables", {}))
    else:
        api = Api("://".join(origin(call["url"])))
        requester = api.using_endpoint(call["url"])
    body, kind = content(call)
    requester = requester.with_headers({**kind, **fields(call)})
    send = getattr(requester, call["method"].lower())
    # A string would become a string of JSON.
    sent = (call.get("jsonBody", body and body.decode()),) if call["method"] in ("POST", "PUT", "PATCH") else ()
    result = send(*sent)
    RESOURCES[call["id"]] = (api, result)
    response, error = result._halchemy.response, result._halchemy.error
    if response.status_code == 0:
        return failure(error)
    embedded, values = {}, {}
    if isinstance(response.body, dict):
        values["model"] = state(response.body)
    if isinstance(result, HalResource):
        for relation in result.embedded_rels:
            found = result.embedded(relation)
            embedded[relation] = [state(item) for item in (found if isinstance(found, list) else [found])]
    return outcome(response.status_code, headers=dict(response.headers), embedded=embedded, **values)


def state(resource):
    return {key: value for key, value in resource.items() if key not in ("_links", "_embedded")}


drive("halchemy", ["outcome", "headers", "model", "embedded", "follow", "reuse"], perform)
