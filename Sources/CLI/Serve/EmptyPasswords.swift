/// Arguments with empty passwords, which the parser would report as missing.
enum EmptyPasswords {
    private static let options = ["--keystore-password=", "--key-manager-password=", "--truststore-password="]

    /// Separates options and their empty values: `--keystore-password=` becomes `--keystore-password ''`.
    static func separated(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let separated = arguments[..<end].flatMap { options.contains($0) ? [String($0.dropLast()), ""] : [$0] }
        return separated + arguments[end...]
    }
}
