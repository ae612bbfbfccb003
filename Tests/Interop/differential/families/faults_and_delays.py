"""What goes wrong on the wire, and when it comes."""

from ..case import Case, get, stub

FAULTS = ["EMPTY_RESPONSE", "MALFORMED_RESPONSE_CHUNK", "RANDOM_DATA_THEN_CLOSE", "CONNECTION_RESET_BY_PEER"]


def cases(random):
    for fault in FAULTS:
        requests = [get(), get("/other"), get()]
        yield Case(fault, [stub({"url": "/fuel"}, fault=fault), stub({"url": "/other"})], requests)
        yield Case(f"{fault}-with-status", [{"response": {"status": 503, "fault": fault}}], [get()])
        yield Case(f"{fault}-delayed", [stub(fault=fault, fixedDelayMilliseconds=60)], [get("/fuel", milliseconds=60)])
    delays = {
        "fixed": {"fixedDelayMilliseconds": 80},
        "fixed-distribution": {"delayDistribution": {"type": "fixed", "milliseconds": 70}},
        "uniform": {"delayDistribution": {"type": "uniform", "lower": 60, "upper": 80}},
        "lognormal": {"delayDistribution": {"type": "lognormal", "median": 60, "sigma": 0}},
        "both": {"fixedDelayMilliseconds": 40, "delayDistribution": {"type": "uniform", "lower": 40, "upper": 41}},
        "dribble": {"chunkedDribbleDelay": {"numberOfChunks": 4, "totalDuration": 80}},
        "dribble-more-chunks-than-bytes": {"chunkedDribbleDelay": {"numberOfChunks": 90, "totalDuration": 80}},
    }
    least = {"fixed": 80, "fixed-distribution": 70, "uniform": 60, "lognormal": 60, "both": 80, "dribble": 60}
    for name, delay in delays.items():
        yield Case(f"delay-{name}", [stub(**delay)], [get("/fuel", milliseconds=least.get(name, 60))])
    yield Case("delay-none", [stub(fixedDelayMilliseconds=0)], [get()])
