#include "ui/setup/vocabulary_table.h"

#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

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

} // namespace

VocabularyTable::VocabularyTable(QWidget* parent)
    : QWidget(parent)
    , m_search(new QLineEdit(this))
    , m_answer(makeLabel({}, LabelRole::Muted, this))
    , m_table(new RowView(QStringLiteral("vocabularyTable"), tr("Vocabulary"), this))
{
    m_search->setObjectName(QStringLiteral("vocabularySearch"));
    m_search->setPlaceholderText(tr("Token or id"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Find a token or an id"));
    m_search->setMaximumWidth(30 * Theme::instance().spacing());
    m_answer->setObjectName(QStringLiteral("vocabularyAnswer"));
    m_table->setColumns(columns());
    m_table->fitRows(kMostTokenRows);
    auto* row = new QHBoxLayout;
    row->addWidget(m_search);
    row->addWidget(m_answer, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(row);
    layout->addWidget(m_table);
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

} // namespace ui
