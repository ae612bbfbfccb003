/// The time of an address, and what depends on it; confined to its mount.
///
/// Only addresses have one whose clock was moved, or that have outages or rate limits, so that a request to another one
/// does not read it.
final class MountTiming {
    var clock = MountClock()
    var rules = TimeRules()
}
