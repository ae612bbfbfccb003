"""pyhalboy: GET and POST of JSON, without any way to send a field or to see what failed."""

from driving import CONDITIONS, Unsupported, drive, missing, needs_no_limit, outcome
from pyhalboy import Navigator

NAVIGATORS = {}


def perform(call):
    needs_no_limit(call)
    for key in ("accept", "acceptLanguage", "contentType", "authorization", "headers", "body", *CONDITIONS):
        if key in call:
            raise Unsupported(f"the client cannot send {key!r}")
    if "follow" in call:
        follow = call["follow"]
        source = NAVIGATORS.get(follow["fromCall"])
        if source is None or follow["relation"] not in source.resource().get_links():
            return missing(follow["relation"])
        arguments = (call["jsonBody"],) if call["method"] == "POST" else ()
        navigator = getattr(source, call["method"].lower())(follow["relation"], *arguments, follow.get("variables", {}))
    elif call["method"] == "POST":
        navigator = Navigator().post_url(call["url"], call.get("jsonBody"), {}, {})
    else:
        navigator = Navigator.discover(call["url"])
    NAVIGATORS[call["id"]] = navigator
    resource = navigator.resource()
    return outcome(navigator.status(), model=resource.get_properties())


drive("pyhalboy", [{"name": "outcome", "methods": ["GET", "POST"]}, "model", "follow"], perform)
