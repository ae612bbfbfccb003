import HAL
import Testing

@testable import HALClient

struct PreferredLanguageTests {
    #if os(Linux)
        @Test(
            "a locale is a language tag",
            arguments: [
                ("de_AT.UTF-8@euro", "de-AT"), ("en", "en"), ("pt_BR", "pt-BR"), ("C", nil), ("POSIX", nil),
                ("C.UTF-8", nil), ("", nil), ("de\r\nX: y", nil),
            ] as [(String, String?)]
        )
        func isATag(locale: String, tag: String?) {
            #expect(PreferredLanguage.tag(ofLocale: locale) == tag)
        }
    #endif

    @Test func theTagCanBeSent() {
        guard let tag = PreferredLanguage.tag() else { return }
        #expect(!tag.isEmpty)
        #expect(tag.isToken)
    }
}
