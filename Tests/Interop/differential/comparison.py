"""Which aspects of two answers differ."""

import re
from dataclasses import dataclass

#: What frames the message, what names the server, and what is compared as the verdict.
FRAMING = {
    "date",
    "server",
    "connection",
    "keep-alive",
    "transfer-encoding",
    "content-length",
    "vary",
    "matched-stub-id",
}


@dataclass
class Difference:
    """One aspect in which a pair differs."""

    pair: str
    aspect: str
    wiremock: object
    hypermock: object

    @property
    def key(self):
        return f"{self.pair}: {self.aspect}"

    def __str__(self):
        return f"{self.key}\n    WireMock:  {self.wiremock!r}\n    Hypermock: {self.hypermock!r}"


class Comparison:
    """Sends cases to both servers; collects what differs."""

    def __init__(self, wiremock, hypermock):
        self.peers = (wiremock, hypermock)
        self.pairs = 0
        self.differences = []

    def run(self, case):
        if not self.load(case):
            return
        for pair, request in zip(case.pairs(), case.requests):
            self.pairs += 1
            self.note(pair, *(aspects(answer, request, case) for answer in self.answers(request)))

    def answers(self, request):
        """Both answers; where only one of them came after a pause, what comes late by accident gets another chance."""
        for _ in range(5):
            answers = [peer.send(request) for peer in self.peers]
            if len({answer.milliseconds < request.milliseconds for answer in answers}) == 1:
                break
        return answers

    def load(self, case):
        """Whether both took the mappings; each one only counts where both do."""
        taken = [True, True]
        for place, peer in enumerate(self.peers):
            assert peer.admin("POST", "/reset").status == 200
            for mapping in case.mappings():
                taken[place] = peer.admin("POST", "/mappings", mapping).status == 201 and taken[place]
        self.note(case.name, *({"is taken": is_taken} for is_taken in taken))
        return all(taken)

    def note(self, pair, wiremock, hypermock):
        """Where the verdict or the status differs, everything else does."""
        differing = [aspect for aspect in wiremock if wiremock[aspect] != hypermock[aspect]]
        if differing and differing[0] in ["verdict", "status"]:
            del differing[1:]
        for aspect in differing:
            self.differences.append(Difference(pair, aspect, wiremock[aspect], hypermock[aspect]))


def aspects(answer, request, case):
    """What is compared of an answer; the text of an unmatched one is for people, and each server has its own."""
    fields = {name.lower(): value for name, value in answer.headers}
    verdict = answer.fault or fields.get("matched-stub-id", "no stub")
    found = {"verdict": verdict, "status": answer.status, "pause": answer.milliseconds >= request.milliseconds}
    if answer.fault is None and not (answer.status == 404 and "matched-stub-id" not in fields):
        body = re.sub(case.chance, "…", answer.body.decode("latin-1")) if case.chance else answer.body
        found |= {"reason": answer.reason, "headers": compared(answer.headers), "body": body}
    else:
        found |= {"reason": None, "headers": None, "body": None}
    return found


def compared(headers):
    return sorted((name.lower(), value) for name, value in headers if name.lower() not in FRAMING)
