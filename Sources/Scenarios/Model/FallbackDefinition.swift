import Documents

/// The response to requests that nothing else in a scenario responds to.
struct FallbackDefinition: Sendable {
    var proxy = ProxyDefinition()

    static let codec = ObjectCodec(
        "fallback",
        "a fallback",
        FallbackDefinition(),
        keys: [
            Key(
                "proxy",
                required: \.proxy,
                ProxyDefinition.codecOrURL,
                "The server to which these requests are forwarded with `serve --proxy`: a URL or an object with `to`.",
                example: "proxy: http://127.0.0.1:9000"
            )
        ],
        check: { reader, members, fallback in
            guard let member = members["proxy"], member.value.scalar != nil, fallback.proxy.place == nil else {
                return
            }
            reader.log.error("'proxy' must be an absolute http or https URL", at: member.value)
        }
    )
}
