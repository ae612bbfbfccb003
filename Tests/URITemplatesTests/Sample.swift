import URITemplates

/// Two pages of a search: the word is known at once, the page only later.
func pages(of word: String) throws -> [String] {
    let template = try URITemplate("/stations{?near,page}")
    let search = try template.expand(partially: ["near": word])
    return try [1, 2].map { page in try search.expand(["page": page]) }
}
