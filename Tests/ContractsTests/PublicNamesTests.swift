import ContractTesting
import Foundation
import Testing

@testable import Contracts
@testable import Scenarios

/// The same names everywhere: in scenario files, checks, capabilities, `ContractTesting` and the documentation of drivers.
struct PublicNamesTests {
    @Test func theClassesOfOutcomesAreTheExpectedOutcomes() {
        let expected = ExpectedOutcome.allCases.map(\.rawValue)
        #expect(Set(ContractOutcome.Class.allCases.map(\.rawValue)) == Set(expected))
    }

    @Test func everyKeyOfAnExpectationHasACheck() {
        #expect(Check.all.map(\.name).sorted() == Expectation.codec.table.names.sorted())
    }

    @Test func theAspectsAreTheCapabilitiesThatChecksNeed() {
        let needed = Check.all.compactMap { $0.capability?.name }
        #expect(Contract.Aspect.allCases.map(\.rawValue).sorted() == (needed + ["follow"]).sorted())
    }

    @Test(arguments: ["Sources/Contracts/Contracts.docc/DriversInAnyLanguage.md", "Tests/Drivers/hal_driver.py"])
    func namesAllOutcomesAndValues(_ path: String) throws {
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        for name in ExpectedOutcome.allCases.map(\.rawValue) + Check.all.compactMap { $0.capability?.name } {
            #expect(text.contains("`\(name)`") || text.contains("\"\(name)\""), "\(name)")
        }
    }
}
