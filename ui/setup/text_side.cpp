#include "ui/setup/text_side.h"

#include "core/base/message.h"
#include "ui/setup/vocabulary_table.h"
#include "ui/text/sentences.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr size_t kSamples = 5;
constexpr size_t kTokens = 60;
constexpr size_t kRawCharacters = 400;
constexpr int kTitleWidth = 160;

void clear(QVBoxLayout& layout)
{
    while (QLayoutItem* item = layout.takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

std::vector<ShownToken> shownTokens(const core::TokenisedSample& sample)
{
    std::vector<ShownToken> tokens;
    const size_t number = std::min({sample.tokens.size(), sample.ids.size(), kTokens});
    for (size_t i = 0; i < number; ++i) {
        ShownToken token;
        token.text = readableToken(sample.tokens[i]);
        token.id = sample.ids[i];
        token.unknown = sample.ids[i] == core::kUnknownId;
        tokens.push_back(token);
    }
    return tokens;
}

QWidget* makeSample(const core::TokenisedSample& sample, QWidget* parent)
{
    auto* block = new QWidget(parent);
    auto* layout = new QVBoxLayout(block);
    layout->setContentsMargins(0, 0, 0, Theme::instance().spacing());
    layout->setSpacing(4);
    layout->addWidget(makeLabel(QString::fromStdString(core::shown(sample.raw, kRawCharacters)),
                                LabelRole::Muted, block));
    auto* line = new TokenLine(block);
    line->setTokens(shownTokens(sample), 1.0);
    line->setAccessibleName(TextSide::tr("Tokens of a sample"));
    line->setAccessibleDescription(
        QString::fromStdString(core::shown(sample.cleaned, kRawCharacters)));
    layout->addWidget(line);
    if (sample.tokens.size() > kTokens)
        layout->addWidget(
            makeLabel(TextSide::tr("Tokens not shown: %1").arg(sample.tokens.size() - kTokens),
                      LabelRole::Muted, block));
    return block;
}

/// Tokens in one line of text with thin bars between: the eye compares the cuts, not the chips.
QString barredTokens(const std::vector<std::string>& tokens)
{
    QStringList parts;
    for (size_t i = 0; i < std::min(tokens.size(), kTokens); ++i)
        parts << readableToken(tokens[i]);
    QString text = parts.join(QStringLiteral(" \u2502 "));
    if (tokens.size() > kTokens)
        text += QStringLiteral(" \u2502 \u2026");
    return text;
}

QWidget* makeComparison(const core::TokeniserComparison& comparison, QWidget* parent)
{
    auto* block = new QWidget(parent);
    auto* layout = new QHBoxLayout(block);
    layout->setContentsMargins(0, 2, 0, 2);
    QLabel* title = makeLabel(coreText(comparison.tokeniser), LabelRole::Plain, block);
    title->setFixedWidth(kTitleWidth);
    title->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    layout->addWidget(title, 0, Qt::AlignTop);
    const bool none = comparison.tokens.empty();
    layout->addWidget(makeLabel(none ? coreText(comparison.note) : barredTokens(comparison.tokens),
                                none ? LabelRole::Muted : LabelRole::Plain, block),
                      1);
    QLabel* number
        = makeLabel(none ? QString() : count(static_cast<qint64>(comparison.tokens.size())),
                    LabelRole::Muted, block);
    setHelp(*number, TextSide::tr("Number of tokens"));
    number->setAccessibleName(TextSide::tr("Number of tokens"));
    number->setWordWrap(false);
    layout->addWidget(number, 0, Qt::AlignTop);
    return block;
}

QString splitTitle(const std::string& split)
{
    if (split == "train")
        return TextSide::tr("training");
    if (split == "valid")
        return TextSide::tr("validation");
    return split == "test" ? TextSide::tr("test") : QString::fromStdString(split);
}

} // namespace

TextSide::TextSide(QWidget* parent)
    : QWidget(parent)
    , m_title(makeLabel({}, LabelRole::Heading, this))
    , m_facts(new FactsRow(this))
    , m_samples(new QVBoxLayout)
    , m_comparison(new QVBoxLayout)
    , m_vocabulary(new VocabularyTable(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::instance().spacing());
    const auto addHeading = [&](const QString& text) {
        QLabel* heading = makeLabel(text, LabelRole::Group, this);
        heading->setContentsMargins(0, Theme::instance().spacing(), 0, 0);
        layout->addWidget(heading);
    };
    m_title->hide();
    layout->addWidget(m_title);
    layout->addWidget(m_facts);
    addHeading(tr("Texts and their tokens"));
    layout->addWidget(makeLabel(
        tr("Grey: the text as it is. Below: its tokens with their ids; a dashed frame and ? mark "
           "what is not in the vocabulary."),
        LabelRole::Muted, this));
    layout->addLayout(m_samples);
    addHeading(tr("The first text under each tokeniser"));
    layout->addLayout(m_comparison);
    addHeading(tr("Vocabulary"));
    layout->addWidget(m_vocabulary);
    layout->addStretch(1);
}

void TextSide::setTitle(const QString& title)
{
    m_title->setText(title);
    m_title->setVisible(!title.isEmpty());
    setAccessibleName(title);
}

void TextSide::setPreview(const core::TextPreview& preview)
{
    showFacts(preview);
    showSamples(preview);
    showComparison(preview);
    m_vocabulary->setPreview(preview);
}

void TextSide::showFacts(const core::TextPreview& preview)
{
    std::vector<Fact> facts{
        {count(preview.vocabularySize), tr("{token|tokens} in the vocabulary"),
         tr("With the special tokens for padding, unknown, begin and end.")},
        {count(preview.distinctTokens), tr("different {token|tokens}"),
         tr("In the training texts, before maximum size and minimum frequency.")}};
    for (const core::SplitUnknown& split : preview.splits) {
        facts.push_back({percent(split.unknownShare),
                         tr("unknown in %1").arg(splitTitle(split.split)),
                         tr("Share of tokens that are not in the vocabulary.")});
        facts.push_back({percent(split.cutShare), tr("cut in %1").arg(splitTitle(split.split)),
                         tr("Share of texts that are longer than the maximum length.")});
    }
    m_facts->setFacts(facts);
}

void TextSide::showSamples(const core::TextPreview& preview)
{
    clear(*m_samples);
    for (size_t i = 0; i < std::min(preview.samples.size(), kSamples); ++i)
        m_samples->addWidget(makeSample(preview.samples[i], this));
}

void TextSide::showComparison(const core::TextPreview& preview)
{
    clear(*m_comparison);
    for (const core::TokeniserComparison& comparison : preview.comparison)
        m_comparison->addWidget(makeComparison(comparison, this));
}

} // namespace ui
