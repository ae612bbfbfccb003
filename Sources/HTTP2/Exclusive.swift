/// A variable that one access at a time uses, which nothing checks at run time; each frame would pay for the checks.
///
/// While `value` is changed, no code may run that uses it too.
@safe struct Exclusive<Value: ~Copyable>: ~Copyable {
    private let memory: UnsafeMutablePointer<Value>

    init(_ value: consuming Value) {
        unsafe memory = .allocate(capacity: 1)
        unsafe memory.initialize(to: value)
    }

    deinit {
        unsafe memory.deinitialize(count: 1)
        unsafe memory.deallocate()
    }

    /// The address of the value, which does not change.
    @unsafe var address: UnsafeMutablePointer<Value> { unsafe memory }

    var value: Value {
        unsafeAddress { unsafe UnsafePointer(memory) }
        nonmutating unsafeMutableAddress { unsafe memory }
    }
}
