#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon::registration {

using CsvRow = std::vector<std::string>;

// The rows of a file of comma-separated values (RFC 4180), the first of which names the columns. Nothing when a quote
// is never closed or it has more rows than that.
std::optional<std::vector<CsvRow>> readCsv(std::string_view text, std::size_t maxRows);

}  // namespace agon::registration
