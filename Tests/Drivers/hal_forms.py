"""The templates of HAL-FORMS: what a resource offers to submit, and the rules for its values.

https://github.com/mamund/hal-forms/blob/main/index.asciidoc
"""

import csv
import datetime
import io
import re
import signal
from urllib.parse import urlencode

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
FORM_TYPE = "application/x-www-form-urlencoded"
JSON_TYPE = re.compile(r"application/json|[^/;]+/[^/;]+\+json")
LABEL = r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
NUMBER = r"-?(\d+(\.\d+)?|\.\d+)([eE][-+]?\d+)?"
FORMATS = {
    "url": r"[A-Za-z][A-Za-z0-9+.\-]*:\S+", "email": rf"[a-zA-Z0-9.!#$%&'*+/=?^_`{{|}}~\-]+@{LABEL}(\.{LABEL})*",
    "date": r"\d{4}-\d{2}-\d{2}", "month": r"\d{4}-(0[1-9]|1[0-2])", "time": r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?",
    "number": NUMBER, "range": NUMBER, "color": r"#[0-9a-fA-F]{6}",
}


class Template:
    """A template: a member of the wrong type has its default."""

    def __init__(self, key, document, own_target):
        self.key = key
        method = text(document.get("method")).upper()
        self.method = method if method in METHODS else "GET"
        content_type = text(document.get("contentType"))
        is_known = content_type == FORM_TYPE or JSON_TYPE.fullmatch(content_type)
        self.content_type = content_type if is_known else "application/json"
        self.target = text(document.get("target")) or own_target
        self.properties = {}
        for entry in as_list(document.get("properties")):
            if isinstance(entry, dict) and text(entry.get("name")):
                self.properties.setdefault(entry["name"], entry)

    def option_links(self, values):
        """The links to the options of the submitted properties, by name."""
        names = self.submission(values, lambda template, _: template)
        found = {name: options(entry) for name, entry in self.properties.items() if name in names}
        return {name: found["link"] for name, found in found.items() if "inline" not in found and "link" in found}

    def submission(self, values, expanded):
        """The values to submit: the given ones, and those that the template has for its other properties."""
        submitted = {}
        for name, entry in self.properties.items():
            selected = as_list(options(entry).get("selectedValues"))
            if name in values:
                submitted[name] = values[name]
            elif selected:
                submitted[name] = selected[0] if options(entry).get("maxItems") == 1 else selected
            elif entry.get("templated") is True and isinstance(entry.get("value"), str):
                submitted[name] = expanded(entry["value"], values)
            elif entry.get("value") is not None:
                submitted[name] = entry["value"]
        return submitted | {name: value for name, value in values.items() if name not in submitted}

    def violation(self, values, submitted, choices):
        """The first rule that a value breaks, or None."""
        for name in submitted:
            if name not in self.properties:
                return f"{name}: the template has no such property"
        for name, entry in self.properties.items():
            given = as_list(submitted.get(name))
            if entry.get("readOnly") is True and name in values and values[name] != entry.get("value"):
                return f"{name}: the value is read-only"
            given = [value for value in given if value not in (None, "")]
            if entry.get("required") is True and not given:
                return f"{name}: a value is required"
            broken = (given or name in values) and count_violation(entry, given)
            allowed = choices.get(name, inline_choices(entry))
            for value in given:
                broken = broken or value_violation(entry, value, allowed)
            if broken:
                return f"{name}: {broken}"
        return None

    def request(self, submitted):
        """The query, the content and its type; None where there is none."""
        items = [
            (name, plain(value)) for name, values in submitted.items() for value in as_list(values) if value is not None
        ]
        if self.method in ("GET", "HEAD", "DELETE"):
            return urlencode(items) or None, None, None
        if self.content_type == FORM_TYPE:
            return None, urlencode(items), FORM_TYPE
        return None, submitted, self.content_type


def find(document, key):
    """A template by its key; without a template `default`, the first one has this key."""
    templates = document.get("_templates")
    if not isinstance(templates, dict):
        return None
    links = document.get("_links")
    itself = as_list(links.get("self"))[:1] if isinstance(links, dict) else []
    own_target = itself[0].get("href") if itself and isinstance(itself[0], dict) else None
    found = [Template(name, value, own_target) for name, value in templates.items() if isinstance(value, dict)]
    found = [template for template in found if template.target]
    named = next((template for template in found if template.key == key), None)
    return named or (found[0] if key == "default" and found else None)


def csv_choices(entry, body):
    """The values of options in CSV, whose first row has the names of the columns."""
    field = text(options(entry).get("valueField")) or "value"
    rows = list(csv.reader(io.StringIO(body)))
    if rows and field in rows[0]:
        place = rows[0].index(field)
        return {row[place] for row in rows[1:] if len(row) > place}
    return {row[0] for row in rows if len(row) == 1}


def values_of(entry, elements):
    """The values of options, which are values or objects, as text."""
    field = text(options(entry).get("valueField")) or "value"
    found = [element.get(field) if isinstance(element, dict) else element for element in elements]
    return {plain(value) for value in found if value is not None}


def inline_choices(entry):
    inline = options(entry).get("inline")
    return values_of(entry, inline) if isinstance(inline, list) else None


def count_violation(entry, given):
    limits = options(entry)
    least, most = limits.get("minItems"), limits.get("maxItems")
    if is_number(least) and len(given) < least:
        return f"at least {least} values"
    return f"at most {most} values" if is_number(most) and len(given) > most else None


def value_violation(entry, value, allowed):
    """The rule that one value breaks, or None."""
    written = plain(value)
    if allowed is not None:
        return None if written in allowed else "the value is not one of the options"
    kind = text(entry.get("type"))
    if kind in FORMATS and not (re.fullmatch(FORMATS[kind], written) and (kind != "date" or is_day(written))):
        return f"not a valid value of type {kind}"
    number = float(written) if re.fullmatch(NUMBER, written) else None
    if number is not None and (broken := number_violation(entry, number)):
        return broken
    if is_number(entry.get("minLength")) and len(written) < entry["minLength"]:
        return "the text is too short"
    if is_number(entry.get("maxLength")) and len(written) > entry["maxLength"]:
        return "the text is too long"
    return None if fits(text(entry.get("regex")), written) else "the value does not match the regular expression"


def number_violation(entry, number):
    least, most, step = entry.get("min"), entry.get("max"), entry.get("step")
    if is_number(least) and number < least:
        return "the number is too small"
    if is_number(most) and number > most:
        return "the number is too large"
    if is_number(step) and step > 0:
        steps = (number - (least if is_number(least) else 0)) / step
        if abs(steps - round(steps)) > 1e-9 * max(1, abs(steps)):
            return "the number is between two steps"
    return None


def fits(regex, value, seconds=0.2):
    """Whether a value matches; an invalid expression, or one that takes too long, is left to the server."""
    if not regex:
        return True

    def stop(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return re.fullmatch(regex, value) is not None
    except (re.error, TimeoutError):
        return True
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def is_day(written):
    try:
        datetime.date.fromisoformat(written)
        return True
    except ValueError:
        return False


def options(entry):
    found = entry.get("options")
    return found if isinstance(found, dict) else {}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def text(value):
    return value if isinstance(value, str) else ""


def plain(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else f"{value}"


def as_list(value):
    return value if isinstance(value, list) else [] if value is None else [value]
