import Valkey

/// The steps that the store takes at once.
///
/// Each that depends on the version of this server fails if it is not the latest.
enum SharedScripts {
    static let all = [respond, change, state, join, sweep, announce, forget, merge]

    /// Ends a script unless the server, whose version is ARGV[1], has made all changes that concern each request.
    private static let beUpToDate = """
        local epoch, number, needed = string.match(version or '', '^(.-):(%d+):(%d+)$')
        local own, repeated = string.match(ARGV[1], '^(.-):(%d+):')
        if not epoch or epoch ~= own or tonumber(repeated) < tonumber(needed) then return {0, version} end
        """

    /// Chooses the response to a request, changes the state, and keeps the request.
    ///
    /// KEYS: version, state, journal, sandboxes, base, changes, rules. ARGV: version, its number, address, whether it is a
    /// sandbox, the request (empty: not kept), the most requests, the bytes from which a request is large, the most bytes
    /// of requests, whether the state is wanted if nobody responds, the clock (empty: nothing depends on it), the request
    /// as a change (empty: it is none); for each candidate: key, machine, required state, next state, limit (-1: none,
    /// -2: not counted, -3: a live resource), the number of its rules, and these as `SharedRule` has them.
    ///
    /// Returns 0 and the version, or 1, the candidate or -1, its count, the fields of the state; if it depends on the time,
    /// also the judgments on the rules, the number of the last change of the address' live resources, the time of the first
    /// request to these, and the time.
    ///
    /// The size of the requests, which takes long to find, is examined after each sixteenth of its limit. If the journal
    /// has been lost, so is the rest: without the version, all servers begin anew.
    static let respond = StoreScript(
        """
        local version, latest = redis.call('GET', KEYS[1]), ARGV[2]
        if version ~= ARGV[1] then
          \(beUpToDate)
          latest = number
        end
        \(judge)
        local i, place, chosen, count, judged, rejected = 12, 0, -1, 0, {}, false
        while i <= #ARGV do
          local required, limit, rules = ARGV[i + 2], tonumber(ARGV[i + 4]), tonumber(ARGV[i + 5])
          if required == '' or (redis.call('HGET', KEYS[2], 's:' .. ARGV[i + 1]) or 'Started') == required then
            local field = 'p:' .. ARGV[i]
            count = limit > -2 and tonumber(redis.call('HGET', KEYS[2], field) or 0) or 0
            if limit < 0 or count < limit then
              chosen = place
              for rule = i + 6, i + 6 * rules, 6 do
                if not rejected then rejected = not judge(rule, judged) end
              end
              if limit > -2 and not rejected then redis.call('HINCRBY', KEYS[2], field, 1) end
              if ARGV[i + 3] ~= '' and not rejected then
                redis.call('HSET', KEYS[2], 's:' .. ARGV[i + 1], ARGV[i + 3])
              end
              break
            end
          end
          i = i + 6 + 6 * rules
          place = place + 1
        end
        local start = ''
        if chosen >= 0 and ARGV[i + 4] == '-3' then
          redis.call('HSETNX', KEYS[2], 'start', string.format('%.0f', now))
          start = redis.call('HGET', KEYS[2], 'start')
        end
        if ARGV[4] == '1' then redis.call('ZADD', KEYS[4], redis.call('TIME')[1], ARGV[3]) end
        local id = '0-0'
        if ARGV[5] ~= '' then
          local entry = {'v', latest, 'a', ARGV[3], 'k', chosen < 0 and '' or ARGV[i], 'p', count, 'r', ARGV[5]}
          if judged[1] then
            entry[11], entry[12] = 'd', table.concat(judged, ';')
          end
          if start ~= '' then
            entry[#entry + 1], entry[#entry + 2] = 's', start
          end
          id = redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[6], '0-*', unpack(entry))
          if id == '0-1' and redis.call('HSETNX', KEYS[5], 'j', 1) == 0 then
            redis.call('DEL', KEYS[1])
            return {0, false}
          end
          local limit = tonumber(ARGV[8])
          if #ARGV[5] > tonumber(ARGV[7]) and redis.call('HINCRBY', KEYS[5], 'b', #ARGV[5]) > limit / 16 then
            redis.call('HSET', KEYS[5], 'b', 0)
            local length = redis.call('XLEN', KEYS[3])
            while length > 1 and redis.call('MEMORY', 'USAGE', KEYS[3], 'SAMPLES', 0) > limit do
              length = math.floor(length * 0.8)
              redis.call('XTRIM', KEYS[3], 'MAXLEN', length)
            end
          end
        end
        local state = {}
        if chosen < 0 and ARGV[9] == '1' then state = redis.call('HGETALL', KEYS[2]) end
        if not now then return {1, chosen, count, state} end
        if start ~= '' and ARGV[11] ~= '' and not rejected then
          local epoch, number, needed = string.match(version, '^(.-):(%d+):(%d+)$')
          number = string.format('%d', number + 1)
          redis.call('XADD', KEYS[6], '0-' .. number, 'a', ARGV[3], 'm', 'WRITE', 'p', start, 'b', ARGV[11],
            'j', string.match(id, '-(%d+)$'), 't', '0')
          redis.call('SET', KEYS[1], epoch .. ':' .. number .. ':' .. needed)
          redis.call('HSET', KEYS[2], 'live', number)
        end
        local live = start ~= '' and redis.call('HGET', KEYS[2], 'live') or '0'
        return {1, chosen, count, state, table.concat(judged, ';'), live, start, string.format('%.0f', now)}
        """
    )

    /// Adds a change, and changes the state with it.
    ///
    /// KEYS: version, changes, journal, state, sandboxes, rules. ARGV: version, address, whether it is a sandbox, method,
    /// path, body, the effect on the state: empty, `reset`, `remove`, `rules`, or a field of the state and its value.
    /// Returns 0 and the version, or 1 and the number of the change.
    static let change = StoreScript(
        """
        local version = redis.call('GET', KEYS[1])
        \(beUpToDate)
        number = string.format('%d', number + 1)
        local newest = '0'
        if redis.call('EXISTS', KEYS[3]) == 1 then
          local facts = redis.call('XINFO', 'STREAM', KEYS[3])
          for i = 1, #facts, 2 do
            if facts[i] == 'last-generated-id' then newest = string.match(facts[i + 1], '-(%d+)$') end
          end
        end
        local now = redis.call('TIME')
        redis.call('XADD', KEYS[2], '0-' .. number, 'a', ARGV[2], 'm', ARGV[4], 'p', ARGV[5], 'b', ARGV[6], 'j', newest,
          't', now[1] .. string.format('%03d', math.floor(now[2] / 1000)))
        redis.call('SET', KEYS[1], epoch .. ':' .. number .. ':' .. number)
        if ARGV[3] == '1' then redis.call('ZADD', KEYS[5], now[1], ARGV[2]) end
        if ARGV[7] == 'reset' then
          redis.call('DEL', KEYS[4], KEYS[6])
        elseif ARGV[7] == 'remove' then
          redis.call('DEL', KEYS[4], KEYS[6])
          redis.call('ZREM', KEYS[5], ARGV[2])
        elseif ARGV[7] == 'rules' then
          redis.call('DEL', KEYS[6])
        elseif ARGV[7] ~= '' then
          redis.call('HSET', KEYS[4], ARGV[7], ARGV[8])
        end
        return {1, number}
        """
    )

    /// Returns the fields of a state.
    ///
    /// KEYS: state, sandboxes. ARGV: address, whether it is a sandbox.
    static let state = StoreScript(
        """
        if ARGV[2] == '1' then redis.call('ZADD', KEYS[2], redis.call('TIME')[1], ARGV[1]) end
        return redis.call('HGETALL', KEYS[1])
        """
    )

    /// Begins a shared state if there is none, and returns its version.
    ///
    /// KEYS: version, changes, base, journal, sandboxes. ARGV: the epoch of a new state.
    static let join = StoreScript(
        """
        local version = redis.call('GET', KEYS[1])
        if version then return version end
        redis.call('DEL', KEYS[2], KEYS[3], KEYS[4], KEYS[5])
        redis.call('SET', KEYS[1], ARGV[1] .. ':0:0')
        return ARGV[1] .. ':0:0'
        """
    )

    /// Removes some of the sandboxes that are idle or too many; each removal is a change.
    ///
    /// KEYS: version, changes, sandboxes. ARGV: version, the longest idle time in seconds, the most sandboxes, the
    /// beginning of the keys of states, the most removals. Returns the number of the removed ones, or 0 and the version.
    static let sweep = StoreScript(
        """
        local version = redis.call('GET', KEYS[1])
        \(beUpToDate)
        local now = tonumber(redis.call('TIME')[1])
        local gone = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', '(' .. now - tonumber(ARGV[2]), 'LIMIT', 0, ARGV[5])
        local excess = redis.call('ZCARD', KEYS[3]) - tonumber(ARGV[3])
        if #gone == 0 and excess > 0 then gone = redis.call('ZRANGE', KEYS[3], 0, math.min(excess, ARGV[5]) - 1) end
        if #gone == 0 then return 0 end
        for _, address in ipairs(gone) do
          number = string.format('%d', number + 1)
          redis.call('XADD', KEYS[2], '0-' .. number, 'a', address, 'm', 'POST', 'p', '/shutdown', 'b', '', 'j', '0',
            't', now .. '000')
          redis.call('DEL', ARGV[4] .. address, ARGV[4] .. address .. '\(SharedKeys.rulesSuffix)')
          redis.call('ZREM', KEYS[3], address)
        end
        redis.call('SET', KEYS[1], epoch .. ':' .. number .. ':' .. number)
        return #gone
        """
    )

    /// Announces a server, and returns all that were announced lately, names and their scenario files; and the files
    /// that no server has had for long, or none.
    ///
    /// KEYS: replicas, files. ARGV: name, scenario files, the seconds for which an announcement is valid, those after
    /// which files are forgotten.
    static let announce = StoreScript(
        """
        local now = tonumber(redis.call('TIME')[1])
        redis.call('HSET', KEYS[1], ARGV[1], now .. ' ' .. ARGV[2])
        redis.call('ZADD', KEYS[2], now, ARGV[2])
        local known, found = redis.call('HGETALL', KEYS[1]), {}
        for i = 1, #known, 2 do
          local time, files = string.match(known[i + 1], '^(%d+) (.*)$')
          if not time or now - tonumber(time) > 60 then
            redis.call('HDEL', KEYS[1], known[i])
          elseif now - tonumber(time) <= tonumber(ARGV[3]) then
            found[#found + 1] = known[i]
            found[#found + 1] = files
          end
        end
        return {found, redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. now - tonumber(ARGV[4]), 'LIMIT', 0, 1)}
        """
    )

    /// Removes a shared state whose files no server has had for long, and returns its epoch, by which its other keys are
    /// found.
    ///
    /// KEYS: files, version, changes, base, journal, sandboxes. ARGV: the files, the seconds after which files are
    /// forgotten.
    static let forget = StoreScript(
        """
        local time = redis.call('ZSCORE', KEYS[1], ARGV[1])
        if not time or redis.call('TIME')[1] - time < tonumber(ARGV[2]) then return false end
        local version = redis.call('GET', KEYS[2])
        redis.call('DEL', KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6])
        redis.call('ZREM', KEYS[1], ARGV[1])
        return version and string.match(version, '^(.-):')
        """
    )

    /// Keeps the merged form of all changes up to one of them, and removes single ones that no server needs any more.
    ///
    /// KEYS: version, changes, base. ARGV: epoch, the number of that change, the merged form, the number of the first
    /// single change to keep.
    static let merge = StoreScript(
        """
        local version = redis.call('GET', KEYS[1])
        if not version or string.match(version, '^(.-):') ~= ARGV[1] then return 0 end
        if tonumber(redis.call('HGET', KEYS[3], 'n') or 0) >= tonumber(ARGV[2]) then return 0 end
        redis.call('HSET', KEYS[3], 'n', ARGV[2], 'd', ARGV[3])
        redis.call('XTRIM', KEYS[2], 'MINID', '0-' .. ARGV[4])
        return 1
        """
    )
}
