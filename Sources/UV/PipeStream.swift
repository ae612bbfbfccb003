import CUV

/// This process' end of a pipe to a child.
package final class PipeStream: ByteStream {
    init(on loop: Loop) throws(UVError) {
        try unsafe super.init(UV_NAMED_PIPE, on: loop) { loop, memory in
            unsafe uv_pipe_init(loop, memory.assumingMemoryBound(to: uv_pipe_t.self), 0)
        }
    }
}
