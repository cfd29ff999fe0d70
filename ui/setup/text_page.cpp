#include "ui/setup/text_page.h"

#include "core/base/message.h"
#include "ui/setup/preview_page.h"
#include "ui/setup/spec_access.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QLabel>
#include <QLineEdit>
#include <QResizeEvent>

#include <algorithm>
#include <set>

namespace ui {

namespace {

constexpr int kMostTokenRows = 10;
constexpr int64_t kNoCount = -1; ///< Known only from a sample.

/// The most frequent tokens and those of the samples, by id.
std::vector<core::VocabularyEntry> knownEntries(const core::TextPreview& preview)
{
    std::vector<core::VocabularyEntry> entries = preview.mostFrequent;
    std::set<int64_t> ids;
    for (const core::VocabularyEntry& entry : entries)
        ids.insert(entry.id);
    for (const core::TokenisedSample& sample : preview.samples) {
        for (size_t i = 0; i < sample.ids.size() && i < sample.tokens.size(); ++i) {
            if (sample.ids[i] != core::kUnknownId && ids.insert(sample.ids[i]).second)
                entries.push_back({sample.tokens[i], sample.ids[i], kNoCount});
        }
    }
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.id < b.id; });
    return entries;
}

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
    auto* layout
        = makeColumn(block,
                     {makeLabel(QString::fromStdString(core::shown(sample.raw, kRawCharacters)),
                                LabelRole::Muted, block)},
                     4, {0, 0, 0, kGrid});
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

/// Tokens in one line with thin bars between them, so that the cuts are easy to compare.
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
    QLabel* title = makeLabel(coreText(comparison.tokeniser), LabelRole::Plain, block);
    title->setFixedWidth(kTitleWidth);
    title->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    const bool none = comparison.tokens.empty();
    QLabel* tokens = makeLabel(none ? coreText(comparison.note) : barredTokens(comparison.tokens),
                               none ? LabelRole::Muted : LabelRole::Plain, block);
    QLabel* number = makeLabel(none ? QString() : count(qint64(comparison.tokens.size())),
                               LabelRole::Muted, block);
    setHelp(*number, TextSide::tr("Number of tokens"));
    number->setAccessibleName(TextSide::tr("Number of tokens"));
    number->setWordWrap(false);
    makeRow(block, {{title, 0, Qt::AlignTop}, {tokens, 1}, {number, 0, Qt::AlignTop}}, -1,
            {0, 2, 0, 2});
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

constexpr int kTwoColumns = 1000; ///< A narrower page has one side below the other.

QString capitalised(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

} // namespace

VocabularyTable::VocabularyTable(QWidget* parent)
    : QWidget(parent)
    , m_search(named(new QLineEdit(this), "vocabularySearch", tr("Find a token or an id")))
    , m_answer(named(makeLabel({}, LabelRole::Muted, this), "vocabularyAnswer"))
    , m_table(new RowView(QStringLiteral("vocabularyTable"), tr("Vocabulary"), this))
{
    m_search->setPlaceholderText(tr("Token or id"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(30 * kGrid);
    m_table->setColumns(columns());
    m_table->fitRows(kMostTokenRows);
    makeColumn(this, {makeRow(nullptr, {m_search, {m_answer, 1}}), m_table});
    connect(m_search, &QLineEdit::textChanged, this, &VocabularyTable::search);
}

std::vector<RowColumn> VocabularyTable::columns() const
{
    RowColumn token = textColumn({}, tr("Token"), {},
                                 [this](int row) { return std::string_view(at(row).token); });
    token.shown = token.said = [this](int row) { return readableToken(at(row).token); };
    const auto number = [this](const QString& title, int64_t core::VocabularyEntry::*part) {
        RowColumn column = numberColumn({}, title, {},
                                        [this, part](int row) -> Cell {
                                            const int64_t known = at(row).*part;
                                            return known == kNoCount ? Cell() : Cell(known);
                                        },
                                        {}, {});
        column.share = 1.0;
        return column;
    };
    return {token, number(tr("Id"), &core::VocabularyEntry::id),
            number(tr("Count in training"), &core::VocabularyEntry::count)};
}

void VocabularyTable::setPreview(const core::TextPreview& preview)
{
    m_vocabularySize = preview.vocabularySize;
    std::vector<core::VocabularyEntry> entries = knownEntries(preview);
    m_table->reset(int(entries.size()), [&] { m_entries = std::move(entries); });
    search(m_search->text());
}

void VocabularyTable::search(const QString& text)
{
    const QString wanted = text.trimmed();
    if (wanted.isEmpty()) {
        m_answer->setText(tr("The most frequent tokens and those of the samples, of %1.")
                              .arg(count(m_vocabularySize)));
        m_table->setCurrentRow(-1);
        return;
    }
    bool isNumber = false;
    const qint64 id = wanted.toLongLong(&isNumber);
    const auto matches = [&](const core::VocabularyEntry& entry) {
        return (isNumber && entry.id == id) || readableToken(entry.token) == wanted;
    };
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), matches);
    if (found == m_entries.end()) {
        m_answer->setText(tr("Not among the tokens listed here."));
        m_table->setCurrentRow(-1);
        return;
    }
    m_answer->setText(
        QStringLiteral("\u201C%1\u201D \u2194 %2").arg(readableToken(found->token)).arg(found->id));
    m_table->setCurrentRow(int(found - m_entries.begin()));
}

TextSide::TextSide(QWidget* parent)
    : QWidget(parent)
    , m_title(makeLabel({}, LabelRole::Heading, this))
    , m_facts(new FactsRow(this))
    , m_samples(makeColumn(nullptr))
    , m_comparison(makeColumn(nullptr))
    , m_vocabulary(new VocabularyTable(this))
{
    auto* layout = makeColumn(this, {}, kGrid);
    const auto addHeading = [&](const QString& text) {
        QLabel* heading = makeLabel(text, LabelRole::Group, this);
        heading->setContentsMargins(0, kGrid, 0, 0);
        layout->addWidget(heading);
    };
    m_title->hide();
    layout->addWidget(m_title);
    layout->addWidget(m_facts);
    addHeading(tr("Texts and their tokens"));
    layout->addWidget(makeLabel(tr("Grey: the original text. Below it: its tokens with their ids; "
                                   "a dashed frame and ? mark unknown tokens."),
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
         tr("Including the special tokens for padding, unknown, begin and end.")},
        {count(preview.distinctTokens), tr("different {token|tokens}"),
         tr("Different tokens of the training texts, before the limits of size and frequency.")}};
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

TextPage::TextPage(QWidget* parent)
    : PreviewPage(tr("Text"), kInfo, parent)
    , m_sides(new QBoxLayout(QBoxLayout::TopToBottom))
    , m_source(new TextSide(this))
    , m_target(new TextSide(this))
{
    empty().setTexts(tr("Here texts become numbers"),
                     tr("Once there is data, this shows your own texts before and after cleaning, "
                        "their tokens and ids, and the vocabulary."));
    m_sides->setSpacing(4 * kGrid);
    m_sides->addWidget(m_source, 1);
    m_sides->addWidget(m_target, 1);
    m_target->hide();
    content().addLayout(m_sides);
    content().addStretch(1);
}

void TextPage::setPreview(const core::TextPreview& preview)
{
    m_pairs = false;
    m_source->setPreview(preview);
    showTitles();
    showContent();
}

void TextPage::setPairPreview(const core::PairTextPreview& preview)
{
    m_pairs = true;
    m_source->setPreview(preview.source);
    m_target->setPreview(preview.target);
    showTitles();
    showContent();
}

void TextPage::setSpec(const core::Json& spec)
{
    const core::Json section = member(spec, "data");
    m_sourceLanguage = text(section, "source_language");
    m_targetLanguage = text(section, "target_language");
    showTitles();
}

void TextPage::showTitles()
{
    m_target->setVisible(m_pairs);
    m_source->setTitle(m_pairs ? capitalised(sideName(Side::Source, m_sourceLanguage)) : QString());
    m_target->setTitle(capitalised(sideName(Side::Target, m_targetLanguage)));
}

void TextPage::resizeEvent(QResizeEvent* event)
{
    PreviewPage::resizeEvent(event);
    m_sides->setDirection(event->size().width() < kTwoColumns ? QBoxLayout::TopToBottom
                                                              : QBoxLayout::LeftToRight);
}

} // namespace ui
