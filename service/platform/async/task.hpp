#pragma once

#include <drogon/utils/coroutine.h>

namespace agon {

// The one coroutine type of the service. A Task starts when it is awaited, not when it is made.
template <class T = void>
using Task = drogon::Task<T>;

}  // namespace agon
