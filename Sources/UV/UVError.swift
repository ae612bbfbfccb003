private import CUV

/// A failed libuv call: its code and which call it was.
package struct UVError: Error, Hashable {
    package let code: Int32
    package let operation: String
}
