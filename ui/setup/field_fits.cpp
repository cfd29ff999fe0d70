#include "ui/setup/field_fits.h"

#include "core/base/spec_values.h"
#include "ui/setup/setup_panel.h"
#include "ui/setup/spec_access.h"
#include "ui/text/sentences.h"

#include <QLocale>

#include <algorithm>

namespace ui {

namespace {

/// Per cent of the texts that are longer than `maximum`.
int percentAbove(const std::vector<int64_t>& percentiles, int64_t maximum)
{
    const auto above = std::upper_bound(percentiles.begin(), percentiles.end(), maximum);
    return int(percentiles.end() - above);
}

FieldFit lengthFit(const std::string& path, int64_t maximum, const core::TextPreview* preview)
{
    constexpr int kMostCut = 5; ///< Per cent; the longest texts are often errors.
    FieldFit fit{path};
    if (preview == nullptr || preview->trainLengths.size() != 101)
        return fit;
    const std::vector<int64_t>& lengths = preview->trainLengths;
    const int cut = percentAbove(lengths, maximum);
    fit.said = cut > 0             ? SetupPanel::tr("Cuts %1 % of the texts").arg(cut)
        : lengths.back() > maximum ? SetupPanel::tr("Cuts fewer than 1 % of the texts")
                                   : SetupPanel::tr("Cuts none of the texts");
    fit.fits = cut <= kMostCut;
    if (fit.fits)
        return fit;
    const int64_t better = core::roundedUp(lengths[100 - kMostCut]);
    fit.action = SetupPanel::tr("Raise to %1").arg(count(better));
    fit.better = better;
    return fit;
}

/// The largest share of unknown tokens of all splits.
double unknownShare(const core::TextPreview& preview)
{
    double most = 0.0;
    for (const core::SplitUnknown& split : preview.splits)
        most = std::max(most, split.unknownShare);
    return most;
}

FieldFit vocabularyFit(const std::string& path, int64_t size, const core::TextPreview* preview)
{
    constexpr double kMostUnknown = 0.05;
    FieldFit fit{path};
    if (preview == nullptr || preview->distinctTokens <= 0)
        return fit;
    const int64_t distinct = preview->distinctTokens;
    const int64_t held = std::min(preview->vocabularySize, distinct);
    fit.said = held >= distinct
        ? filled(SetupPanel::tr("Holds all %1 {token|tokens}"), {count(distinct)})
        : filled(SetupPanel::tr("Holds %1 of %2 {token|tokens}"), {count(held), count(distinct)});
    // Its size leaves tokens out only if it is full; else they are too rare.
    const double unknown = unknownShare(*preview);
    fit.fits = unknown <= kMostUnknown || preview->vocabularySize < size || held >= distinct;
    if (fit.fits)
        return fit;
    fit.said = SetupPanel::tr("Leaves %1 of the tokens unknown").arg(percent(unknown));
    const int64_t better = std::min(core::roundedUp(distinct), core::roundedUp(2 * size));
    fit.action = SetupPanel::tr("Raise to %1").arg(count(better));
    fit.better = better;
    return fit;
}

FieldFit batchFit(const core::Json& training, const core::DataPreview* data)
{
    FieldFit fit{"training.batch_size"};
    const auto size = int64_t(number(training, "batch_size"));
    if (data == nullptr || data->trainRows <= 0 || size <= 0)
        return fit;
    fit.fits = size <= data->trainRows;
    if (fit.fits) {
        const auto each = std::max<int64_t>(1, int64_t(number(training, "accumulation")));
        const int64_t batches = each * size;
        const int64_t updates = (data->trainRows + batches - 1) / batches;
        // Not with a limit of tokens, nor for a running text, which is cut into windows.
        if (number(training, "batch_tokens") <= 0 && !isRunningText(data->read))
            fit.said = SetupPanel::tr("Updates per epoch: %1").arg(count(updates));
        return fit;
    }
    int64_t better = 1; // The largest power of two that makes eight batches or more.
    while (16 * better <= data->trainRows)
        better *= 2;
    fit.said = filled(
        SetupPanel::tr(
            data->read.arePairs()
                ? QT_TRANSLATE_NOOP("ui::SetupPanel", "More than the %1 training {pair|pairs}")
                : QT_TRANSLATE_NOOP("ui::SetupPanel", "More than the %1 training {text|texts}")),
        {count(data->trainRows)});
    fit.action = SetupPanel::tr("Lower to %1").arg(count(better));
    fit.better = better;
    return fit;
}

FieldFit validationFit(const core::Json& section, const core::DataPreview* data)
{
    constexpr double kGoodShare = 0.2;
    FieldFit fit{"data.valid_fraction"};
    if (data == nullptr || data->trainRows <= 0)
        return fit;
    const bool pairs = data->read.arePairs();
    const auto rows = qint64(data->validRows);
    fit.said = SetupPanel::tr(pairs ? QT_TRANSLATE_NOOP("ui::SetupPanel", "Validation pairs: %1")
                                    : QT_TRANSLATE_NOOP("ui::SetupPanel", "Validation texts: %1"))
                   .arg(count(rows));
    const auto classes = qint64(data->classes.size());
    const bool given = !member(section, "valid").empty()
        || text(member(section, "sample"), "kind") != "none"; // Then the share has no effect.
    fit.fits
        = given || rows == 0 || rows >= classes || number(section, "valid_fraction") >= kGoodShare;
    if (fit.fits)
        return fit;
    fit.said = filled(SetupPanel::tr("Too few for %1 classes: %2 {text|texts}"),
                      {count(classes), count(rows)});
    fit.action = SetupPanel::tr("Raise to %1").arg(QLocale().toString(kGoodShare));
    fit.better = kGoodShare;
    return fit;
}

/// The parts of a spec that decide the tokens of the texts, without the maximum length.
core::Json tokensOf(const core::Json& spec)
{
    core::Json all
        = {member(spec, "data"), member(spec, "text"), member(member(spec, "task"), "target_text")};
    for (core::Json& section : all) {
        if (section.is_object())
            section.erase("maximum_length");
    }
    return all;
}

} // namespace

void KnownPreviews::takeData(const core::DataPreview& preview, const core::Json& spec)
{
    m_data = preview;
    m_hasData = true;
    m_dataSpec = member(spec, "data");
}

void KnownPreviews::takeTexts(const core::TextPreview& text, const core::TextPreview* target,
                              const core::Json& spec)
{
    m_textSpec = tokensOf(spec);
    m_text = text;
    m_target = target != nullptr ? std::optional(*target) : std::nullopt;
}

bool KnownPreviews::forgetOtherData(const core::Json& spec)
{
    const core::Json section = member(spec, "data");
    const auto same
        = [&](const char* name) { return member(section, name) == member(m_dataSpec, name); };
    if (!m_hasData || (same("train") && same("train_target") && same("sample")))
        return false;
    m_hasData = false;
    return true;
}

bool KnownPreviews::hasTextsOf(const core::Json& spec) const
{
    return m_text && m_textSpec == tokensOf(spec);
}

KnownData KnownPreviews::of(const core::Json& spec) const
{
    KnownData known;
    if (m_hasData && m_dataSpec == member(spec, "data"))
        known.data = &m_data;
    if (hasTextsOf(spec)) {
        known.text = &*m_text;
        known.target = m_target ? &*m_target : nullptr;
    }
    return known;
}

std::vector<FieldFit> fieldFits(const core::Json& spec, const KnownData& known)
{
    const core::Json text = member(spec, "text");
    const core::Json target = member(member(spec, "task"), "target_text");
    const auto whole = [](const core::Json& section, const char* name) {
        return int64_t(number(section, name));
    };
    return {
        validationFit(member(spec, "data"), known.data),
        vocabularyFit("text.vocabulary_size", whole(text, "vocabulary_size"), known.text),
        lengthFit("text.maximum_length", whole(text, "maximum_length"), known.text),
        vocabularyFit("task.target_text.vocabulary_size", whole(target, "vocabulary_size"),
                      flag(target, "joint") ? nullptr : known.target),
        lengthFit("task.target_text.maximum_length", whole(target, "maximum_length"), known.target),
        batchFit(member(spec, "training"), known.data)};
}

} // namespace ui
