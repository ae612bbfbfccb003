"""Matchers for one value, whatever it stands in, and values to try them on."""

#: Each with values of all kinds; None stands for a value that is missing.
MATCHERS = {
    "equalTo": ({"equalTo": "fuel"}, ["fuel", "Fuel", "fuels", "", None]),
    "equalTo-ci": ({"equalTo": "Fuel", "caseInsensitive": True}, ["fUEL", "fue", None]),
    "equalTo-cs": ({"equalTo": "Fuel", "caseInsensitive": False}, ["fUEL", "Fuel"]),
    "contains": ({"contains": "ue"}, ["fuel", "ue", "UE", "u-e", None]),
    "doesNotContain": ({"doesNotContain": "ue"}, ["fuel", "oil", None]),
    "matches": ({"matches": "f[a-z]+l"}, ["fuel", "fl", "xfuel", "fuelx", "FUEL", None]),
    "matches-alternatives": ({"matches": "a|fuel"}, ["fuel", "a", "ab", "xfuel"]),
    "matches-groups": ({"matches": "(fu|oi)(el|l)?"}, ["fuel", "oil", "fu", "fuil", "oilel"]),
    "matches-lookahead": ({"matches": "(?!.*el).*"}, ["fuel", "oil", "el"]),
    "matches-flag": ({"matches": "(?i)FUEL"}, ["fuel", "Fuel", "fue"]),
    "matches-class": ({"matches": "\\d{3}-\\w+"}, ["123-ab_", "12-ab", "123-", "1234-ab"]),
    "matches-any": ({"matches": ".*"}, ["fuel", "", None]),
    "matches-quote": ({"matches": "\\Qa.b\\E.*"}, ["a.b", "axb", "a.bc"]),
    "matches-possessive": ({"matches": "f.*+"}, ["fuel", "oil"]),
    "doesNotMatch": ({"doesNotMatch": "f.*"}, ["fuel", "oil", "xf", None]),
    "absent": ({"absent": True}, [None, "fuel"]),
    "and": ({"and": [{"contains": "f"}, {"contains": "l"}]}, ["fuel", "fue", "uel", None]),
    "or": ({"or": [{"equalTo": "fuel"}, {"matches": "o.*"}]}, ["fuel", "oil", "gas", None]),
    "or-absent": ({"or": [{"equalTo": "fuel"}, {"absent": True}]}, ["fuel", "oil", None]),
    "and-in-or": ({"or": [{"and": [{"contains": "f"}, {"contains": "l"}]}, {"equalTo": "gas"}]}, ["fuel", "fue", "gas"]),
    "and-of-ors": (
        {"and": [{"or": [{"equalTo": "fuel"}, {"equalTo": "oil"}]}, {"doesNotMatch": "o.*"}]},
        ["fuel", "oil", "gas", None],
    ),
}

#: Matchers for values that may stand several times, each with lists of values.
MULTI_VALUE_MATCHERS = {
    "any-of-several": ({"equalTo": "1"}, [["1"], ["2"], ["1", "2"], ["2", "1"], ["2", "3"]]),
    "any-not": ({"doesNotContain": "1"}, [["1", "2"], ["1"], ["11", "1"]]),
    "any-absent": ({"absent": True}, [["1", "2"], []]),
    "any-or": ({"or": [{"equalTo": "1"}, {"absent": True}]}, [["1", "2"], ["2", "3"], []]),
    "any-and": ({"and": [{"contains": "1"}, {"contains": "2"}]}, [["1", "2"], ["12", "3"], []]),
}


def generated_texts(random, count):
    """Words in which a matcher for `fu` may find something, or not."""
    return ["".join(random.choice("fuel FU.") for _ in range(random.randint(1, 6))).strip() or "f" for _ in range(count)]
