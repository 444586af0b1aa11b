#include "registration/csv.hpp"

#include <csv.h>

#include <memory>

namespace agon::registration {
namespace {

struct Reading {
    std::vector<CsvRow> rows;
    CsvRow row;
    std::size_t maxRows;
    bool isTooLong = false;
};

void endOfField(void* text, std::size_t size, void* state) {
    auto& reading = *static_cast<Reading*>(state);
    const auto* const letters = static_cast<const char*>(text);
    reading.row.emplace_back(letters == nullptr ? std::string{} : std::string{letters, size});
}

void endOfRow(int /*character*/, void* state) {
    auto& reading = *static_cast<Reading*>(state);
    reading.isTooLong = reading.isTooLong || reading.rows.size() >= reading.maxRows;
    if (!reading.isTooLong) reading.rows.push_back(std::move(reading.row));
    reading.row.clear();
}

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

std::optional<std::vector<CsvRow>> readCsv(std::string_view text, std::size_t maxRows) {
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    csv_parser parser{};
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) throw std::bad_alloc{};
    const std::unique_ptr<csv_parser, decltype(&csv_free)> guard{&parser, &csv_free};
    Reading reading{.rows = {}, .row = {}, .maxRows = maxRows};
    const auto read = csv_parse(&parser, text.data(), text.size(), endOfField, endOfRow, &reading);
    if (read != text.size() || csv_fini(&parser, endOfField, endOfRow, &reading) != 0) return std::nullopt;
    if (reading.isTooLong) return std::nullopt;
    return std::move(reading.rows);
}

}  // namespace agon::registration
