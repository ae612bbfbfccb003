/// The folder that all files of a run are in; reports show their paths relative to it.
struct CommonFolder {
    /// The path as the command named it, without a slash at its end; empty if there is none.
    let path: String

    /// Finds the folder of the files.
    init(of files: some Sequence<String>) {
        var common: [Substring]?
        for file in files {
            let folder = Array(file.split(separator: "/", omittingEmptySubsequences: false).dropLast())
            common = common.map { known in zip(known, folder).prefix { $0 == $1 }.map(\.0) } ?? folder
        }
        path = (common ?? []).joined(separator: "/")
    }

    /// The path of a file below the folder; that of another file as it is.
    func relative(_ file: String) -> String {
        guard !path.isEmpty, file.hasPrefix(path + "/") else { return file }
        return String(file.dropFirst(path.count + 1))
    }
}
