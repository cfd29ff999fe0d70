#include "core/data/pairs/side_agreement.h"
#include "core/data/pairs/side_words.h"
#include "core/data/preview_builder.h"

namespace core {

namespace {

/// The preview of pairs.
class PairPreviewBuilder : public PreviewBuilder {
public:
    void add(Split split, const TextRow& row) override;
    void finish(DataPreview& preview) override;

private:
    void judgeSides(DataPreview& preview);

    LengthCounter m_targetLengths;
    RatioCounter m_ratios;
    SideWords m_words;
    SideAgreement m_agreement;
    int64_t m_sameSides = 0; ///< Pairs whose sides are the same text.
};

void PairPreviewBuilder::add(Split split, const TextRow& row)
{
    count(split, row, textHash(row.label, textHash(row.text)));
    if (row.label.empty()) // Its file waits for the other side.
        return;
    const int64_t targetTokens = countTokens(row.label);
    m_targetLengths.add(targetTokens);
    m_ratios.add(countTokens(row.text), targetTokens);
    m_words.add(split, row.text, row.label);
    m_agreement.add(row.file, row.record.line, row.text, row.label);
    m_sameSides += row.text == row.label ? 1 : 0;
}

void PairPreviewBuilder::finish(DataPreview& preview)
{
    finishCommon(preview);
    preview.targetLengths = m_targetLengths.histogram();
    preview.lengthRatios = m_ratios.histogram();
    countRows(preview);
    judgeRows(preview);
    judgeSides(preview);
}

void PairPreviewBuilder::judgeSides(DataPreview& preview)
{
    const DataSpec& spec = preview.spec;
    AgreementFindings agreement = m_agreement.findings();
    for (std::vector<Message> messages : {m_words.exchanged(), std::move(agreement.shifts)})
        for (Message& message : messages)
            preview.problems.push_back(std::move(message));
    for (std::vector<Message> messages : {m_words.foreign(), std::move(agreement.doubts)})
        for (Message& message : messages)
            preview.notes.push_back(std::move(message));
    if (m_words.contradictNames(spec.sourceLanguage, spec.targetLanguage))
        preview.notes.push_back(
            {"The source is named %1, but its words are those of %2, and the target's the other "
             "way round. Swap the sides to translate from %1 to %2, and correct the names of the "
             "languages.",
             {shown(spec.sourceLanguage), shown(spec.targetLanguage)}});
    else if (!spec.sourceLanguage.empty() && !spec.targetLanguage.empty())
        preview.notes.push_back({"The translation is from %1 to %2.",
                                 {shown(spec.sourceLanguage), shown(spec.targetLanguage)}});
    const int64_t all = rows(Split::Train) + rows(Split::Valid) + rows(Split::Test);
    if (m_sameSides > 0)
        preview.notes.push_back({"Pairs whose two sides are the same text: %1 of %2.",
                                 {std::to_string(m_sameSides), std::to_string(all)}});
}

} // namespace

std::unique_ptr<PreviewBuilder> makePairPreviewBuilder()
{
    return std::make_unique<PairPreviewBuilder>();
}

} // namespace core
