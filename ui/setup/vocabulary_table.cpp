#include "ui/setup/vocabulary_table.h"

#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/table_fit.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace ui {

namespace {

constexpr int kShownRows = 10;
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

QTableWidgetItem* numberItem(int64_t number)
{
    auto* item = new QTableWidgetItem(number == kNoCount ? QString() : count(number));
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return item;
}

} // namespace

VocabularyTable::VocabularyTable(QWidget* parent)
    : QWidget(parent)
    , m_search(new QLineEdit(this))
    , m_answer(makeLabel({}, LabelRole::Muted, this))
    , m_table(new QTableWidget(0, 3, this))
{
    m_search->setObjectName(QStringLiteral("vocabularySearch"));
    m_search->setPlaceholderText(tr("Token or id"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Find a token or an id"));
    m_search->setMaximumWidth(30 * Theme::instance().spacing());
    m_answer->setObjectName(QStringLiteral("vocabularyAnswer"));
    m_table->setObjectName(QStringLiteral("vocabularyTable"));
    m_table->setAccessibleName(tr("Vocabulary"));
    m_table->setHorizontalHeaderLabels({tr("Token"), tr("Id"), tr("Count in training")});
    m_table->verticalHeader()->hide();
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeaderItem(1)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_table->horizontalHeaderItem(2)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* row = new QHBoxLayout;
    row->addWidget(m_search);
    row->addWidget(m_answer, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(row);
    layout->addWidget(m_table);
    keepFitted(*m_table, [this] { fitTable(*m_table, kShownRows); });
    connect(m_search, &QLineEdit::textChanged, this, &VocabularyTable::search);
}

void VocabularyTable::setPreview(const core::TextPreview& preview)
{
    m_entries = knownEntries(preview);
    m_vocabularySize = preview.vocabularySize;
    m_table->setRowCount(static_cast<int>(m_entries.size()));
    for (int i = 0; i < m_table->rowCount(); ++i) {
        const core::VocabularyEntry& entry = m_entries[static_cast<size_t>(i)];
        m_table->setItem(i, 0, new QTableWidgetItem(readableToken(entry.token)));
        m_table->setItem(i, 1, numberItem(entry.id));
        m_table->setItem(i, 2, numberItem(entry.count));
    }
    fitTable(*m_table, kShownRows);
    search(m_search->text());
}

void VocabularyTable::search(const QString& text)
{
    const QString wanted = text.trimmed();
    if (wanted.isEmpty()) {
        m_answer->setText(tr("The most frequent tokens and those of the samples, of %1.")
                              .arg(count(m_vocabularySize)));
        m_table->clearSelection();
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
        m_table->clearSelection();
        return;
    }
    const auto row = static_cast<int>(found - m_entries.begin());
    m_answer->setText(
        QStringLiteral("\u201C%1\u201D \u2194 %2").arg(readableToken(found->token)).arg(found->id));
    m_table->selectRow(row);
    m_table->scrollToItem(m_table->item(row, 0), QAbstractItemView::PositionAtCenter);
}

} // namespace ui
