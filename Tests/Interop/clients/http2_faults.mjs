// Calls each URL with Node's http2 client, and prints the status, the content, and how the stream ended.
// usage: node http2_faults.mjs http://127.0.0.1:8080 /path …
import { connect } from "node:http2"

function call(origin, path) {
    return new Promise((resolve) => {
        const session = connect(origin)
        let status = "", content = "", failure = "complete"
        const note = (error) => (failure = error.code ?? error.message)
        const stream = session.request({ ":path": path })
        stream.setEncoding("utf8")
        const timer = setTimeout(() => {
            note({ code: "no end" })
            session.destroy()
        }, 1000)
        stream.on("response", (head) => (status = `${head[":status"]} `))
        stream.on("data", (piece) => (content += piece))
        stream.on("error", note)
        stream.on("close", () => session.close())
        session.on("error", note)
        session.on("close", () => {
            clearTimeout(timer)
            resolve(`${status}${content && `${content} `}${failure}`)
        })
    })
}

const [origin, ...paths] = process.argv.slice(2)
for (const path of paths) console.log(path.slice(1), await call(origin, path))
process.exit(0)
