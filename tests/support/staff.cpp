#include "support/staff.hpp"
