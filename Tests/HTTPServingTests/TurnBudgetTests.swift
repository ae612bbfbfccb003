import Support
import Testing
import UV

@testable import HTTPServing

@Suite struct TurnBudgetTests {
    @Test func aTurnIsKnownByTheTimeOfTheLoop() {
        var time = TurnTime()
        time.add(3, in: 10)
        time.add(4, in: 10)
        #expect(time.spent(in: 10) == 7 && time.spent(in: 11) == 0)
        time.add(1, in: 11)
        #expect(time.spent(in: 11) == 1)
    }

    @Test func hasRoomUntilTheTimeIsSpent() throws {
        try withLoop { loop in
            let budget = TurnBudget(on: loop, TurnLimits(total: 10, share: 1))
            #expect(budget.hasRoom)
            budget.spend(9)
            #expect(budget.hasRoom)
            budget.spend(1)
            #expect(!budget.hasRoom)
            budget.close()
        }
    }

    @Test func callsThoseThatWaitInOrderAndTheHeavyOnesLast() throws {
        try withLoop { loop in
            let budget = TurnBudget(on: loop)
            var order: [Int] = []
            for (index, rank) in [TurnBudget.Rank.heavy, .light, .heavy, .light].enumerated() {
                budget.wait(rank) { order.append(index) }
            }
            #expect(order == [] && !budget.hasRoom)
            loop.runOnce()
            #expect(order == [1, 3, 0, 2])
            budget.close()
        }
    }

    @Test func callsAtLeastOneInATurnAndNoMoreThanFit() throws {
        try withLoop { loop in
            let budget = TurnBudget(on: loop, TurnLimits(total: 10, share: 1))
            var calls = 0
            for _ in 0..<6 {
                budget.wait(.light) {
                    calls += 1
                    budget.spend(calls < 3 ? 10 : 5)
                }
            }
            var turns: [Int] = []
            // Turns in the same millisecond share their time.
            while calls < 6 {
                let time = loop.now
                let before = calls
                loop.runOnce()
                if loop.now != time || calls > before { turns.append(calls - before) }
            }
            #expect(turns.allSatisfy { $0 <= 2 })
            budget.close()
        }
    }

    @Test("Those that waited and those that arrive share the time of a turn, whose events change the loop's time")
    func hasOneAccountForATurn() throws {
        try withLoop { loop in
            let budget = TurnBudget(on: loop, TurnLimits(total: 10, share: 1))
            var time = 0
            budget.wait(.bothEnds) {
                budget.spend(10)
                time = loop.now
                while Loop.clock == time {}
            }
            loop.runOnce()
            #expect(loop.now > time && !budget.hasRoom)
            loop.runOnce()
            #expect(budget.hasRoom)
            budget.close()
        }
    }

    @Test func theNewestAndTheOldestGoByTurnsWhereThatIsAskedFor() throws {
        try withLoop { loop in
            let budget = TurnBudget(on: loop)
            var order: [Int] = []
            for index in 0..<3 { budget.wait(.bothEnds) { order.append(index) } }
            let place = budget.wait(.bothEnds) { order.append(3) }
            budget.wait(.light) { order.append(4) }
            budget.leave(place)
            loop.runOnce()
            #expect(order == [2, 0, 1, 4])
            budget.leave(place)
            budget.close()
        }
    }

    @Test func oneThatWaitsAgainLetsOthersGoFirst() throws {
        try withLoop { loop in
            let budget = TurnBudget(on: loop)
            var order: [String] = []
            func wait(_ name: String, times: Int) {
                guard times > 0 else { return }
                budget.wait(.heavy) {
                    order.append(name)
                    wait(name, times: times - 1)
                }
            }
            wait("a", times: 3)
            wait("b", times: 2)
            while order.count < 5 { loop.runOnce() }
            #expect(order == ["a", "b", "a", "b", "a"])
            budget.close()
        }
    }
}
