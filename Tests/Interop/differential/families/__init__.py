"""All cases, a module for each idea; each family has a seed of its own, so that one more changes no other."""

import random

from . import bodies, combinations, cookies, dates, faults_and_delays, headers, json_path, json_values, later
from . import methods, priorities, queries, responses, scenarios, templates, urls, xml

FAMILIES = [
    urls, methods, headers, queries, cookies, bodies, json_values, json_path, combinations, dates,
    priorities, scenarios, responses, templates, faults_and_delays, later, xml,
]  # fmt: skip


def all_cases():
    for family in FAMILIES:
        name = family.__name__.rpartition(".")[2]
        for number, case in enumerate(family.cases(random.Random(name))):
            yield type(case)(f"{name} {case.name}", case.stubs, case.requests, case.chance)
