#pragma once

#include <nlohmann/json.hpp>

#include "registration/own_entry.hpp"

namespace agon::registration {

// Whether a person's telephone and e-mail are shown whole.
enum class Detail : std::uint8_t { Whole, Masked };

nlohmann::json toJson(const privacy::Person& person, Detail detail);
nlohmann::json toJson(const ShownEntry& shown);
nlohmann::json toJson(const Access& access);
nlohmann::json toJson(const std::vector<Sentence>& sentences);
// As the staff sees it.
nlohmann::json toStaffJson(const Entry& entry, const privacy::Person* person, Detail detail);
nlohmann::json toJson(const EntryEvent& event);
nlohmann::json toJson(const LedgerLine& line);

std::string hexOf(const crypto::Bytes& bytes);

}  // namespace agon::registration
