// Calls each port with Node's fetch, and prints the code of each error, after the status if there is one.
// usage: NODE_EXTRA_CA_CERTS=ca.pem node tls_faults.mjs '{"expired": 8444, …}'
const codeOf = (error) => error.cause?.code ?? error.name

async function call(port) {
    try {
        const response = await fetch(`https://localhost:${port}/__admin/health`, { signal: AbortSignal.timeout(1500) })
        const end = await response.text().then(() => "complete", codeOf)
        return `${response.status}, then ${end}`
    } catch (error) {
        return codeOf(error)
    }
}

const ports = JSON.parse(process.argv[2])
// One after the other: fetch opens a connection again that fails before it has sent the request.
for (const fault in ports) console.log(fault, await call(ports[fault]))
// A stalled connection would keep the process for ten seconds more.
process.exit(0)
