/// A variable with exclusive access that is not checked at run time, because the checks would cost time in each frame.
///
/// While `value` is changed, no other code may use it.
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
