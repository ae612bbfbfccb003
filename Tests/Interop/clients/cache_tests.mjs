// Runs the suite cache-tests with a cache that is another process, which reads requests and writes responses as lines of
// JSON: cache_tests.mjs SUITE BASE-URL PROGRAM [TEST …]. Prints one JSON object: each test's kind, result and message.
import { spawn } from 'node:child_process'
import readline from 'node:readline'

const [suite, base, program, ...only] = process.argv.slice(2)
const load = (path) => import(`file://${suite}/${path}`)
const { runTests, getResults } = await load('test-engine/client/runner.mjs')
const { determineTestResult, resultTypes } = await load('test-engine/lib/results.mjs')
const { default: all } = await load('tests/index.mjs')

const cache = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] })
const waiting = new Map()
readline.createInterface({ input: cache.stdout }).on('line', (line) => {
  const response = JSON.parse(line)
  waiting.get(response.id)?.(response)
  waiting.delete(response.id)
})

// The suite's requests to its tests go through the cache; those for its configuration and state do not.
const directly = globalThis.fetch
globalThis.fetch = (url, init = {}) => {
  if (!url.includes('/test/')) return directly(url, init)
  const id = fetch.next = (fetch.next ?? 0) + 1
  const headers = (init.headers ?? []).map(([name, value]) => [name, `${value}`])
  if (init.cache === 'no-cache') headers.push(['Cache-Control', 'max-age=0'])
  return new Promise((resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(Object.assign(new Error('aborted'), { name: 'AbortError' })))
    waiting.set(id, (response) => {
      if (response.error) return reject(new TypeError(response.error))
      const fields = new Headers()
      for (const [name, value] of response.headers) fields.append(name, value)
      resolve({ status: response.status, statusText: '', headers: fields, text: async () => response.body })
    })
    cache.stdin.write(JSON.stringify({ id, method: init.method ?? 'GET', url, headers, body: init.body }) + '\n')
  })
}

const tests = all.map((group) => ({ ...group, tests: group.tests.filter((test) => !only.length || only.includes(test.id)) }))
if (only.length) tests.forEach((group) => group.tests.forEach((test) => { test.dump = true }))
await runTests(tests, true, base, 25)
const results = getResults()
const report = {}
for (const test of tests.flatMap((group) => group.tests)) {
  if (!(test.id in results)) continue
  const result = determineTestResult(all, test.id, results, !only.length)
  report[test.id] = {
    kind: test.kind ?? 'required',
    result: Object.keys(resultTypes).find((name) => resultTypes[name] === result),
    message: results[test.id] === true ? '' : results[test.id].join(' '),
    name: test.name
  }
}
console.log(JSON.stringify(report))
cache.kill()
process.exit(0)
