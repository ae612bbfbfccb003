import Scenarios

final class CompiledInteraction {
    let definition: Interaction
    init(_ definition: Interaction) { self.definition = definition }
}
