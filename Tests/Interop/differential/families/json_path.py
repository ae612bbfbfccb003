"""matchesJsonPath in both forms."""

from ..case import Case, post, stub

STATION = '{"name": "Elm", "price": 2.89, "open": true, "none": null, "empty": [], "no": {}, "tags": ["a", "b", "c"], \
"pumps": [{"id": 1, "grade": "super", "price": 1.5}, {"id": 2, "grade": "diesel"}], "deep": {"a": {"id": 3}}}'
OTHER = '{"name": "Oak", "price": 2, "open": false, "tags": [], "pumps": [{"id": 9, "grade": "gas", "price": 4}]}'
BODIES = [STATION, OTHER, "[]", "[{}, 1]", "no JSON", "3"]

PATHS = [
    "$", "$.name", "$.none", "$.empty", "$.no", "$.missing", "$.tags", "$.tags[0]", "$.tags[-1]", "$.tags[5]",
    "$.tags[0,2]", "$.tags[1:]", "$.tags[:2]", "$.tags[0:3:2]", "$.tags[*]", "$.pumps[*].id", "$.pumps[0].grade",
    "$['name']", "$['pumps'][0]['id']", "$.deep.a.id", "$..id", "$..missing", "$.*", "$.deep.*", "$..*",
    "$.pumps[?(@.id == 2)]", "$.pumps[?(@.id > 1)]", "$.pumps[?(@.id >= 9)]", "$.pumps[?(@.grade == 'super')]",
    "$.pumps[?(@.price)]", "$.pumps[?(!@.price)]", "$.pumps[?(@.price < 2 && @.id == 1)]",
    "$.pumps[?(@.price < 2 || @.id == 9)]", "$.pumps[?(@.grade =~ /s.*/)]", "$.pumps[?(@.grade =~ /S.*/i)]",
    "$.pumps[?(@.grade != 'super')]", "$.pumps[?(@.id in [1, 9])]", "$.pumps[?(@.id nin [1, 2])]",
    "$[?(@.name == 'Elm')]", "$.pumps.length()", "$.tags.length()", "$.name.length()", "$.pumps[?(@.id == $.deep.a.id)]",
    "$.pumps[(@.length-1)]", "$.tags[?(@ == 'b')]", "$.tags[?(@ in ['c'])]", "$.pumps[?(@.grade size 3)]",
    "$.tags[?(@ =~ /[ab]/)]", "$.open", "$.price", "$.pumps[*]['id','grade']", "$.pumps[*][?(@ == 1)]", "$..[?(@.id == 3)]",
    "$.pumps.min()", "$.pumps[*].id.sum()", "$.keys()", "$.pumps[?(@.id =~ /[12]/)]", "$.pumps[?(@.none =~ /.*/)]",
    "$.pumps[?(@.id =~ /.+/)]", "$[?(@.open =~ /true/)]", "$[?(@.tags =~ /b/)]", "$[?(@.deep =~ /.*/)]",
    "$[?(@.empty =~ /.*/)]", "$[?(@.empty =~ /.+/)]", "$[?(@.none =~ /.+/)]",
]  # fmt: skip

#: The form with an operator for what the path selects.
OPERATORS = [
    ("$.name", {"equalTo": "Elm"}),
    ("$.name", {"contains": "k"}),
    ("$.name", {"matches": "E.."}),
    ("$.name", {"doesNotMatch": "E.*"}),
    ("$.name", {"absent": True}),
    ("$.missing", {"absent": True}),
    ("$.none", {"absent": True}),
    ("$.price", {"equalTo": "2.89"}),
    ("$.price", {"equalTo": "2"}),
    ("$.open", {"equalTo": "true"}),
    ("$.tags", {"equalToJson": '["a", "b", "c"]'}),
    ("$.tags", {"equalToJson": '["c", "b", "a"]', "ignoreArrayOrder": True}),
    ("$.tags[*]", {"equalTo": "b"}),
    ("$.tags", {"contains": "b"}),
    ("$.pumps[0]", {"equalToJson": '{"id": 1}', "ignoreExtraElements": True}),
    ("$.pumps[*].id", {"equalTo": "2"}),
    ("$..id", {"equalTo": "3"}),
    ("$.pumps[?(@.id == 2)].grade", {"equalTo": "diesel"}),
    ("$.pumps[?(@.id == 7)].grade", {"absent": True}),
    ("$.deep", {"equalToJson": '{"a": {"id": 3}}'}),
    ("$.name", {"and": [{"contains": "E"}, {"contains": "m"}]}),
    ("$.name", {"or": [{"equalTo": "Oak"}, {"equalTo": "Elm"}]}),
    ("$.missing", {"doesNotMatch": "E.*"}),
    ("$.missing", {"doesNotContain": "E"}),
    ("$.none", {"doesNotContain": "E"}),
    ("$.none", {"equalTo": "null"}),
    ("$.empty", {"equalToJson": "[]"}),
    ("$.pumps.length()", {"equalTo": "2"}),
    ("$.tags.length()", {"matches": "[1-9]"}),
]


def cases(random):
    for path in PATHS:
        matcher = {"matchesJsonPath": path}
        yield Case(path, [stub({"bodyPatterns": [matcher]})], [post(body) for body in BODIES])
    for number, (path, matcher) in enumerate(OPERATORS):
        pattern = {"matchesJsonPath": {"expression": path, **matcher}}
        yield Case(f"{path} with {number}", [stub({"bodyPatterns": [pattern]})], [post(body) for body in BODIES[:3]])
    for number in range(10):
        chosen = random.sample(PATHS[:40], 2)
        patterns = [{"matchesJsonPath": path} for path in chosen]
        yield Case(f"two-{number}", [stub({"bodyPatterns": patterns})], [post(body) for body in BODIES[:2]])
