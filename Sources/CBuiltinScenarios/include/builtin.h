// The files of `Scenarios/` as constant bytes: pages of the executable that are read when they are first used.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// The paths of the files in that folder, each with a zero byte after it.
const uint8_t *_Nonnull hypermock_builtin_paths(size_t *_Nonnull count);

/// The contents of the files in the same order, each with a zero byte after it.
const uint8_t *_Nonnull hypermock_builtin_contents(size_t *_Nonnull count);
