#pragma once

#include "core/probe/states/state_questions.h"

#include <QPoint>
#include <QString>
#include <QStringList>
#include <QVariant>

#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

class QLabel;

namespace ui {

using ShownStates = std::shared_ptr<const core::States>;

/// Choice of the numbers of an answer.
enum class StateSide { Plain, Edited, Difference };

/// One quantity of an answer.
struct StateMatrix {
    QString name; ///< "f_t"
    bool gate = false; ///< From 0 to 1.
    int tokens = 0, units = 0;
    std::vector<float> values; ///< Row-major [tokens * units].
    std::optional<double> colourEnd; ///< The largest that colours tell apart; none: of all values.

    double at(int token, int unit) const
    {
        return double(values[size_t(token) * size_t(units) + size_t(unit)]);
    }
    double largest() const; ///< Largest absolute value.
    /// Largest absolute value that no edit sets itself; if there is none, of all.
    double largestBeyond(const std::vector<core::StateEdit>& edits) const;
};

/// The place of a quantity among the answer's; h where there is none of that name, -1 in an empty
/// answer.
int quantityPlace(const core::States& states, const QString& name);
/// @pre the answer has the quantity, and edits unless `side` is Plain.
StateMatrix stateMatrix(const core::States& states, int quantity, StateSide side);

/// Readable tokens, to stand above columns.
QStringList tokenLabels(const std::vector<std::string>& tokens);
/// Layers and directions to choose from, with (layer, direction) as core counts them: "Layer 1,
/// forwards", "Decoder, layer 1".
std::vector<std::pair<QString, QVariant>> layerChoices(const core::StateCell& cell);
/// "f_t = σ(W_f x_t + U_f h_{t−1} + b_f)" and beneath it the same with numbers: what each gives.
QString equationText(const core::UnitEquation& equation);
/// Shows equations with indices set low and powers high; screen readers hear them as written.
void showEquations(QLabel& label, const QString& equations);
/// "positive 93.1 %, loss 0.07 (positive)"; for a tagger the prediction of the first token.
QString verdictText(const core::TextVerdict& verdict);
/// The same, which says that it is a prediction: for a line that shows other things too.
QString predictionText(const core::TextVerdict& verdict);
/// "“Paris”: O 61.0 % → B-LOC 55.1 %": the tokens whose prediction changes with the edits; empty
/// for one prediction of the whole text.
/// @pre the answer has edits.
QString changesText(const core::States& states);
/// "not" to "bad": the words from one to another.
QString wordsText(const std::vector<std::string>& tokens, int first, int last);
/// "−57": a unit that is on where its value is low has a minus.
QString patternUnitText(const core::PatternUnit& unit);
QString editText(const core::StateEdit& edit, const std::vector<std::string>& tokens);

/// The content as text: the prediction, the strongest units, the equations of the selected unit.
QString statesWords(const core::States& states, int quantity, const std::set<int>& marked);

} // namespace ui
