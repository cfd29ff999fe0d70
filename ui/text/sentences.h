#pragma once

#include "core/base/error.h"
#include "core/base/monitor.h"

#include <QString>
#include <QStringList>

namespace ui {

class SettingNames;

/// Makes sentences use these names of settings instead of their paths in a spec.
void setSettingNames(const SettingNames& names);

/// A text of core in the user's language: translated in the context "core", then filled.
QString sentence(const core::Message& message);
QString sentence(const core::Failure& failure); ///< The problem, then the advice.
/// `text`, translated already, with `arguments` in place of %1 ... %9: "%1 {text|texts}" becomes
/// "1 text", "2 texts".
QString filled(const QString& text, const QStringList& arguments);
/// A text of an option description, a kind, a choice.
QString coreText(const std::string& text);
/// "1 min 20 s", "3 h 5 min".
QString duration(double seconds);
/// "reviews-lstm-003 is being prepared": the run has no network yet.
QString preparingTitle(const QString& run);
/// The state of a network: "After update 120 in epoch 3"; for update 0, "Before the first update",
/// or "As imported".
QString updateText(qint64 update, qint64 epoch);
/// The same within a sentence: "after update 120, epoch 3", or "as imported".
QString afterUpdateText(qint64 update, qint64 epoch);
QString epochText(qint64 epoch); ///< "epoch 3", or "as imported".
/// "Reading a.csv, 12 s left"; only the stage if the time is unknown or over.
QString progressText(const core::Progress& progress);
/// "12,400" in the user's locale.
QString count(qint64 number);
/// Four significant digits: "0.4312", "1.2e-05".
QString value(double number);
QString fourDigits(double number); ///< As value(), with trailing zeros: 1.000, 100.0.
QString milliseconds(double duration); ///< The number: "0.4", "31".
/// "93.1 %".
QString percent(double share);
/// Narrow enough to stand beneath a short token: "93"; "?" for NaN.
QString wholePercent(double share);
/// Three significant digits in little space: "812", "98.8k", "1.23M".
QString compact(double number);
/// Three significant digits in powers of 1000: "812 B", "973 kB", "19.3 MB".
QString dataSize(qint64 bytes);
/// A unit of core for `number`: "layers", but "layer" for 1.
QString unitOf(double number, const std::string& unit);

} // namespace ui
