import HTTPTypes
import Testing

@testable import HALClient

struct AuthorizationTests {
    @Test(
        "is written as the field",
        arguments: [
            (Authorization(scheme: "TokenScheme", parameters: ["p1": "v1"]), #"TokenScheme p1="v1""#),
            (
                Authorization(scheme: "T", parameters: ["p2": "v2", "p1": "v1", "p3": "v3"]),
                #"T p1="v1", p2="v2", p3="v3""#
            ),
            (Authorization(scheme: "T", parameters: ["p": #"a"b\c"#]), #"T p="a\"b\\c""#),
            (Authorization(scheme: "T"), "T"),
            (.bearer("mF_9.B5f-4.1JqM"), "Bearer mF_9.B5f-4.1JqM"),
            (.basic(user: "Aladdin", password: "open sesame"), "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="),
            (.basic(user: "test", password: "123£"), "Basic dGVzdDoxMjPCow=="),
        ]
    )
    func writesTheField(authorization: Authorization, text: String) {
        #expect(authorization.fieldValue == text)
    }

    @Test(
        "a scheme or name that is no token is refused",
        arguments: [
            Authorization(scheme: ""), Authorization(scheme: "a b"),
            Authorization(scheme: "T", parameters: ["a b": "c"]),
        ]
    )
    func refusesWhatIsNoToken(authorization: Authorization) {
        #expect(authorization.fieldValue == nil)
    }

    @Test func showsItsSecretsNowhere() {
        let authorization = Authorization.bearer("s3cret")
        var request = TransportRequest(method: .get, url: "http://example.com/")
        request.fields[.authorization] = authorization.fieldValue
        request.fields[.cookie] = "s3cret"
        let options = RequestOptions(
            headers: ["Authorization": "s3cret", "Cookie": "s3cret"],
            authorization: authorization
        )
        let configuration = HypermediaClient.Configuration(headers: ["X-Api-Key": "s3cret"])
        let response = TransportResponse(request: request, status: 200)
        let failure = ConnectionFailure(.reset, request: request)
        let values: [Any] = [authorization, request, options, configuration, response, failure]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains("s3cret"), "\(text)")
            }
        }
    }
}
