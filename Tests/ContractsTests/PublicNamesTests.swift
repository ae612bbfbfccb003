import ContractTesting
import Contracts
import Scenarios
import Testing

/// The public names of `ContractTesting` are those of scenario files.
struct PublicNamesTests {
    @Test func theClassesOfOutcomesAreTheExpectedOutcomes() {
        let expected = ExpectedOutcome.allCases.map(\.rawValue)
        #expect(Set(ContractOutcome.Class.allCases.map(\.rawValue)) == Set(expected))
    }

    @Test func everyAspectIsACapability() {
        for aspect in Contract.Aspect.allCases {
            #expect(Capability(rawValue: aspect.rawValue) != nil, "\(aspect)")
        }
    }
}
