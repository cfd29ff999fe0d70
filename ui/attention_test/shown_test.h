#pragma once

#include "core/probe/attention/attention_questions.h"
#include "ui/figure/figure.h"
#include "ui/table/row_model.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace ui {

class BeforeAfter;

using ShownTest = std::shared_ptr<const core::AttentionTest>;

/// "pooling", "self-attention, layer 2, head 3", "target on source, layer 1", "self-attention, all
/// heads".
QString siteText(const core::AttentionSite& site);
/// "uniform", "best alone".
QString changeText(core::AttentionChange change);
QString changeHelp(core::AttentionChange change); ///< A sentence.
/// A column that says by what the weights of each row are replaced.
RowColumn replacementColumn(const std::function<core::AttentionChange(int row)>& change);
/// "positive 93.1 %, loss 0.07"; of a translation its text.
QString sayingText(const std::vector<std::string>& classes, const core::AttentionSaying& saying);
/// Shows both predictions. @param byHand  null: nothing is set.
void showAnswers(BeforeAfter& answers, const std::vector<std::string>& classes,
                 const core::AttentionSaying& plain, const core::AttentionOutcome* byHand);
/// "accuracy", in the middle of a sentence.
QString measureText(const std::string& measure);
/// "0.5 of "film" -> "not" in layer 1, head 2".
QString editText(const core::AttentionTest& test, const core::AttentionEdit& edit);
/// "+0.12", "−3.4": a change.
QString changeNumber(double change);
core::AttentionSite siteOf(const core::AttentionMap& map);
/// Readable tokens that stand beside the rows of a map, and above its columns.
QStringList rowLabels(const core::AttentionTest& test, const core::AttentionMap& map);
QStringList columnLabels(const core::AttentionTest& test, const core::AttentionMap& map);

} // namespace ui
