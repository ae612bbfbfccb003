import CUV

/// Calls its handler once in each turn of the loop, before the loop waits for events (`uv_prepare_t`).
package final class TurnEnd: Handle {
    private var handler: (() -> Void)?

    package init(on loop: Loop, _ handler: @escaping () -> Void) throws(UVError) {
        self.handler = handler
        try unsafe super.init(UV_PREPARE, on: loop) { loop, memory in
            unsafe uv_prepare_init(loop, memory.assumingMemoryBound(to: uv_prepare_t.self))
        }
        _ = unsafe uv_prepare_start(memory.assumingMemoryBound(to: uv_prepare_t.self)) { handle in
            unsafe TurnEnd.recover(handle)?.handler?()
        }
    }

    override func forgetHandlers() {
        handler = nil
    }

    private static func recover(_ handle: UnsafeMutablePointer<uv_prepare_t>?) -> TurnEnd? {
        guard let data = unsafe handle?.pointee.data else { return nil }
        return unsafe Unmanaged<TurnEnd>.fromOpaque(data).takeUnretainedValue()
    }
}
