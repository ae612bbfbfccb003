"""restnavigator: navigators; a response of 400 or above raises HALNavigatorError, and redirects are not followed."""

from driving import Unsupported, content, drive, fields, missing, needs_no_limit, outcome
from restnavigator import Navigator
from restnavigator.exc import HALNavigatorError
from restnavigator.halnav import PartialNavigator

NAVIGATORS = {}


def perform(call):
    needs_no_limit(call)
    follow = call.get("follow")
    if follow:
        source = NAVIGATORS.get(follow["fromCall"])
        links = source.links() if source else {}
        target = links.get(follow["relation"])
        if isinstance(target, list):
            target = target.get_by("name", follow["name"]) if "name" in follow else target[0]
        if isinstance(target, PartialNavigator):
            target = target(**follow.get("variables", {}))
        if target is None:
            return missing(follow["relation"])
    else:
        target = Navigator.hal(call["url"])
    body, kind = content(call)
    given = kind | fields(call)
    body = body and body.decode()
    try:
        match call["method"]:
            case "GET":
                target.headers.update(given)
                target.fetch()
                result = target
            case "POST":
                result = target.create(body, headers=given)
            case "PUT":
                result = target.upsert(body, headers=given)
            case "PATCH":
                result = target.patch(body, headers=given)
            case "DELETE":
                result = target.delete(headers=given)
            case method:
                raise Unsupported(f"the client has no {method}")
    except HALNavigatorError as error:
        # Below 400, it is about a content type that the client did not accept.
        kind = {} if error.status >= 400 else {"outcome": "undecodable", "detail": str(error)[:300]}
        return outcome(error.status, body=error.response.text, **kind)
    NAVIGATORS[call["id"]] = result
    if result.response is None:
        # The navigator of a Location, which has not been requested.
        return {"outcome": "success", "location": result.uri}
    links = {relation: uris(link) for relation, link in result.links().items()}
    embedded = {relation: states(item) for relation, item in result.embedded().items()}
    return outcome(
        result.response.status_code, body=result.response.text, model=result.state, relations=links, embedded=embedded
    )


def uris(link):
    return [item.link.uri if isinstance(item, PartialNavigator) else item.uri for item in as_list(link)]


def states(item):
    return [navigator.state for navigator in as_list(item)]


def as_list(value):
    return list(value) if isinstance(value, list) else [value]


METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]
drive(
    "restnavigator",
    [{"name": "outcome", "methods": METHODS}, "body", "model", "relations", "embedded", "follow"],
    perform,
)
