import HAL

/// Challenges: never more of them, or of their parameters, than the text has commas and blanks to tell them apart.
enum ChallengeTarget {
    static func take(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let challenges = Challenge.challenges(in: [text])
        precondition(challenges.count + challenges.reduce(0) { $0 + $1.parameters.count } <= 2 * bytes.count + 1)
        for challenge in challenges {
            precondition(challenge.isMalformed || !challenge.scheme.isEmpty, text)
            precondition(challenge.token68 == nil || challenge.parameters.isEmpty || challenge.isMalformed, text)
        }
        precondition(Challenge.challenges(in: [text, text]) == challenges + challenges, "lines are read one by one")
    }
}
