import ContractTesting
import Documents
import HAL
import HALClient
import Testing

@testable import Contracts
@testable import Scenarios

/// The same names everywhere: in scenario files, checks, capabilities, `ContractTesting` and the documentation of drivers.
struct PublicNamesTests {
    @Test func theFailuresOfTheClientAreThoseOfScenarioFiles() {
        let kinds = ConnectionFailure.Kind.allCases.map(\.rawValue)
        #expect(kinds.sorted() == ConnectionFailureKind.allCases.map(\.rawValue).sorted())
        let reasons = ConnectionFailure.TLSReason.allCases.map(\.rawValue)
        #expect(reasons.sorted() == TLSFailureReason.allCases.map(\.rawValue).sorted())
    }

    @Test func everyKeyOfAnExpectationHasACheck() {
        // Representations are replaced by their content before an expectation is read.
        let shared: Set = [SharedRepresentation.useKey, SharedRepresentation.patchKey]
        let keys = Set(Expectation.codec.table.names).subtracting(shared)
        #expect(Check.all.map(\.name).sorted() == keys.sorted())
    }

    @Test func theAspectsAreTheCapabilitiesThatChecksNeed() {
        let needed = Check.all.compactMap { $0.capability?.name }
        let calls = ["follow", "submit", "pages", "deadline", "reuse"]
        #expect(Contract.Aspect.allCases.map(\.rawValue).sorted() == (needed + calls).sorted())
    }

    @Test(arguments: ["Sources/Contracts/Contracts.docc/DriversInAnyLanguage.md", "Tests/Drivers/hal_driver.py"])
    func namesAllOutcomesAndValues(_ path: String) throws {
        let text = try RepositoryFile.text(path)
        let values = Contract.Aspect.allCases.map(\.rawValue)
        for name in OutcomeKind.allCases.map(\.rawValue) + values {
            #expect(text.contains("`\(name)`") || text.contains("\"\(name)\""), "\(name)")
        }
    }
}
