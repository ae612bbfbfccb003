import Mocking

extension SharedScripts {
    /// Defines `now`, the time at the address, or nil; and `judge`, which applies a rule of `SharedScripts.respond` and
    /// returns whether the request may go on.
    ///
    /// The time is that of the store, moved or stopped as the address' clock is: the clocks of the servers may differ, and
    /// requests may come in another order than their servers have received them.
    ///
    /// It decides as `TimeRules` and `QuotaCounter` do. A rule is a row of ARGV: kind, name, three numbers, client. Its state
    /// is in fields of KEYS[7]: `first`, the time of the first request; `o:` and the name, that of the first request that
    /// an outage concerns; `q:`, the name and the client: the time of the last request, and what is used; `n:` and `t:`, the
    /// numbers of clients and of the times that sliding windows keep.
    static let judge = """
        local clock, number, judge = string.match(ARGV[10], '^(%a+) (-?%d+)$')
        local now = tonumber(number)
        if clock == 'running' then
          local time = redis.call('TIME')
          now = math.max(0, math.min(now + time[1] * 1000 + math.floor(time[2] / 1000), \(MountClock.latest)))
        end
        if now then
          local rules, mostClients, mostTimes = KEYS[7], 10000, 1000000
          local first = tonumber(redis.call('HGET', rules, 'first'))
          if not first or now < first then
            first = now
            redis.call('HSET', rules, 'first', string.format('%.0f', now))
          end
          local function forget(name)
            local prefix, all, found = 'q:' .. name .. ':', redis.call('HGETALL', rules), {}
            for k = 1, #all, 2 do
              if string.sub(all[k], 1, #prefix) == prefix then
                local _, times = string.gsub(all[k + 1], ' ', '')
                found[#found + 1] = {all[k], tonumber(string.match(all[k + 1], '^%d+')), times}
              end
            end
            table.sort(found, function(a, b) return a[2] > b[2] end)
            for k = math.floor((#found + 1) / 2) + 1, #found do
              redis.call('HDEL', rules, found[k][1])
              redis.call('HINCRBY', rules, 'n:' .. name, -1)
              redis.call('HINCRBY', rules, 't:' .. name, -found[k][3])
            end
          end
          local function outage(field, after, duration, period, isFromStart)
            local start = isFromStart and first or tonumber(redis.call('HGET', rules, field)) or now
            start = math.min(start, now)
            redis.call('HSET', rules, field, string.format('%.0f', start))
            local elapsed = now - start - after
            if elapsed < 0 then return true, 0, 0 end
            if period > 0 then elapsed = elapsed % period end
            if elapsed >= duration then return true, 0, 0 end
            return false, 0, duration - elapsed
          end
          local function quota(kind, name, quota, window, client)
            local field, values = 'q:' .. name .. ':' .. client, {}
            local old = redis.call('HGET', rules, field)
            for value in string.gmatch(old or '', '%d+') do values[#values + 1] = tonumber(value) end
            local before = math.max(0, #values - 1)
            if values[1] and now < values[1] then values = {} end
            local new, isAllowed, remaining, reset = {now}
            if kind == 'fixed' then
              local start, used = values[2] or now, values[3] or 0
              if now - start >= window then start, used = now, 0 end
              isAllowed = used < quota
              if isAllowed then used = used + 1 end
              new, remaining, reset = {now, start, used}, quota - used, start + window - now
            elseif kind == 'sliding' then
              for k = 2, #values do
                if now - values[k] < window then new[#new + 1] = values[k] end
              end
              isAllowed = #new - 1 < quota
              if isAllowed then new[#new + 1] = now end
              remaining, reset = quota - #new + 1, new[2] and new[2] + window - now or 0
            else
              local capacity = quota * window
              local level = values[2] or capacity
              level = math.min(capacity, level + math.min(now - (values[1] or now), window) * quota)
              isAllowed = level >= window
              if isAllowed then level = level - window end
              new = {now, level}
              local missing = level >= window and capacity - level or window - level
              remaining, reset = math.floor(level / window), math.floor((missing + quota - 1) / quota)
            end
            for k = 1, #new do new[k] = string.format('%.0f', new[k]) end
            redis.call('HSET', rules, field, table.concat(new, ' '))
            local clients = redis.call('HINCRBY', rules, 'n:' .. name, old and 0 or 1)
            local times = redis.call('HINCRBY', rules, 't:' .. name, #new - 1 - before)
            if clients > 1 and (clients > mostClients or kind == 'sliding' and times > mostTimes) then forget(name) end
            return isAllowed, remaining, reset
          end
          judge = function(rule, judged)
            local kind, name, client = ARGV[rule], ARGV[rule + 1], ARGV[rule + 5]
            local a, b, c = tonumber(ARGV[rule + 2]), tonumber(ARGV[rule + 3]), tonumber(ARGV[rule + 4])
            local isAllowed, remaining, reset
            if kind == 'outage' then
              isAllowed, remaining, reset = outage('o:' .. name, a, b, c, client == 'start')
            else
              isAllowed, remaining, reset = quota(kind, name, a, b, client)
            end
            judged[#judged + 1] = string.format('%d,%.0f,%.0f', isAllowed and 1 or 0, remaining, reset)
            return isAllowed
          end
        end
        """
}
