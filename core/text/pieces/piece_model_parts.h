#pragma once

#include "core/base/json.h"
#include "core/text/pieces/piece_model.h"

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// Steps that the readers of piece models share.
namespace core::piece_model {

inline constexpr uint64_t kLargestPieceFile = uint64_t{64} << 20;
inline constexpr size_t kMostPieces = size_t{1} << 21;

/// @throws Error{FileMalformed}, always.
[[noreturn]] void refuse(const char* what, std::vector<std::string> values);

/// @throws Error{FileMalformed} unless `text` is UTF-8.
std::string validText(std::string_view text, const std::string& name);

/// @throws Error{FileMalformed} where `text` is no JSON.
Json parsedJson(std::string_view text, const std::string& name);

/// The ids of pieces. Borrows the model's texts.
class PieceIds {
public:
    /// @throws Error{FileMalformed} for an id without a piece and a piece with two ids.
    PieceIds(const PieceModel& model, const std::string& name);
    int32_t id(std::string_view piece) const; ///< PieceModel::kNone when it is not there.

private:
    std::unordered_map<std::string_view, int32_t> m_ids;
};

/// Adds an object of ids by piece.
/// @param added  how many pieces the file lists elsewhere.
void addVocabulary(PieceModel& model, const Json& ids, size_t added, const std::string& name);
void addMerge(PieceModel& model, const PieceIds& ids, std::string_view left, std::string_view right,
              const std::string& name, const std::string& place);
/// Checks everything that dividing relies on.
void checkPieces(const PieceModel& model, const std::string& name);

} // namespace core::piece_model
