import Foundation
import Testing

/// Completions, installed as the page says, in the shells themselves.
struct CompletionTests {
    private static let page = "Sources/CLI/CLI.docc/Installing.md"

    @Test("each shell that is here completes the name of a command", arguments: ["bash", "zsh", "fish"])
    func completes(shell: String) async throws {
        let folders = ["/bin/", "/usr/bin/", "/opt/homebrew/bin/", "/usr/local/bin/"]
        guard let program = folders.map({ $0 + shell }).first(where: FileManager.default.isExecutableFile) else {
            print("*** NOT CHECKED: completions in \(shell), which is not here")
            return
        }
        let reader = try TutorialReader()
        try await reader.follow(Tutorial(page: Self.page, section: "Completions"))
        let result = try await reader.run(Self.scripts[shell] ?? "", shell: program)
        #expect(result.output.contains("serve"), "\(result.output) \(result.errors)")
        #expect(!result.output.contains("healthcheck"), "only what begins like that: \(result.output)")
    }

    /// What completes `hypermock ser`.
    private static let scripts = [
        "bash": """
        source ~/.local/share/bash-completion/completions/hypermock
        COMP_LINE="hypermock ser" COMP_POINT=13 COMP_CWORD=1 COMP_WORDS=(hypermock ser)
        _hypermock hypermock ser hypermock
        printf '%s\\n' "${COMPREPLY[@]}"
        """,
        "fish": "complete -C 'hypermock ser'",
        // Types the key into a terminal that is none.
        "zsh": """
        zmodload zsh/zpty
        zpty shell 'PS1= zsh -f -i'
        zpty -w shell 'fpath=(~/.zsh/completions $fpath); autoload -U compinit && compinit -u; echo REA''DY'
        zpty -r shell line '*READY*'
        zpty -w -n shell $'hypermock ser\\t'
        zpty -r shell line '*serve*'
        print -r -- $line
        """,
    ]
}
