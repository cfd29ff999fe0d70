#include "ui/tagging/tag_table.h"

#include "ui/tagging/tag_names.h"
#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QSignalBlocker>

#include <algorithm>

namespace ui {

namespace {

enum WrongFilter { AllTexts, WithWrongTags, WithoutWrongTags };

/// Texts with blanks between them.
template <class Range, class Each> std::string spaceSeparated(const Range& range, Each each)
{
    std::string all;
    for (const auto& one : range) {
        if (!all.empty())
            all += ' ';
        all += each(one);
    }
    return all;
}

} // namespace

TagTable::TagTable(QWidget* parent)
    : RowTable(QStringLiteral("tagTable"), tr("Texts and their mistakes; Return opens a text"),
               &RowTable::countOfTexts, parent)
{
    view().setColumns(columns());
    view().rows().setLook([this](int row, int column) {
        if (column != Wrong)
            return RowLook();
        return RowLook{.colour
                       = at(row).wrong == 0 ? Theme::instance().good() : Theme::instance().bad()};
    });
    connect(&view(), &RowView::rowActivated, this, [this](int row) {
        Q_EMIT textActivated(QString::fromStdString(text(row)),
                             QString::fromStdString(tagsOf(at(row).truth)));
    });
    buildFilters();
}

std::string TagTable::text(int row) const
{
    return spaceSeparated(at(row).tokens, [](const std::string& token) { return token; });
}

std::string TagTable::tagsOf(const std::vector<int32_t>& tags) const
{
    return spaceSeparated(tags, [this](int32_t tag) { return tagName(m_tags, tag).toStdString(); });
}

std::vector<TextPart> TagTable::wrongWords(int row) const
{
    const core::TagPrediction& each = at(row);
    std::vector<TextPart> parts;
    int first = 0;
    for (size_t i = 0; i < each.tokens.size(); ++i) {
        const int length = int(QString::fromStdString(each.tokens[i]).size());
        if (each.truth[i] != each.predicted[i])
            parts.push_back({first, length});
        first += length + 1;
    }
    return parts;
}

/// "plays: NOUN → VERB, ..."
QString TagTable::mistakes(int row) const
{
    const core::TagPrediction& each = at(row);
    QStringList all;
    for (size_t i = 0; i < each.tokens.size(); ++i) {
        if (each.truth[i] != each.predicted[i])
            all << tr("%1: %2 \u2192 %3")
                       .arg(QString::fromStdString(each.tokens[i]), tagName(m_tags, each.truth[i]),
                            tagName(m_tags, each.predicted[i]));
    }
    return all.join(QStringLiteral(", "));
}

std::vector<RowColumn> TagTable::columns() const
{
    const auto wrong = [this](int row) { return int64_t{at(row).wrong}; };
    RowColumn sign = numberColumn(
        {}, tr("\u2717"), tr("Tokens with a wrong tag; \u2713: none"), wrong,
        [](double tokens) {
            return tokens > 0.0 ? count(qint64(tokens)) : QStringLiteral("\u2713");
        },
        QStringLiteral("000"));
    RowColumn text = textColumn("text", tr("Text"), tr("Underlined: words with a wrong tag"),
                                [this](int row) { return this->text(row); });
    text.marks = [this](int row) { return wrongWords(row); };
    RowColumn mistakes = textColumn(
        {}, tr("Mistakes"), tr("Words with a wrong tag: the true tag \u2192 the predicted one"),
        [this](int row) { return this->mistakes(row).toStdString(); });
    const auto tags = [this](const char* name, std::vector<int32_t> core::TagPrediction::*part) {
        return writtenColumn(name, [this, part](int row) { return tagsOf(at(row).*part); });
    };
    return {sign,
            text,
            mistakes,
            writtenColumn("tokens", [this](int row) { return int64_t(at(row).tokens.size()); }),
            writtenColumn("wrong", wrong),
            tags("true", &core::TagPrediction::truth),
            tags("predicted", &core::TagPrediction::predicted)};
}

void TagTable::buildFilters()
{
    m_judgement = addFilter(QStringLiteral("judgementBox"), tr("With mistakes or without"),
                            {tr("all"), tr("\u2717 mistakes"), tr("\u2713 no mistakes")}, 6);
    m_true = addFilter(QStringLiteral("trueBox"), tr("True tag"), {}, 7);
    m_predicted = addFilter(QStringLiteral("predictedBox"), tr("Predicted tag"), {}, 7);
    for (QComboBox* box : {m_judgement, m_true, m_predicted})
        connect(box, &QComboBox::currentIndexChanged, this, &TagTable::applyFilters);
    for (QComboBox* box : {m_true, m_predicted})
        connect(box, &QComboBox::currentIndexChanged, this, &TagTable::tagsCleared);
}

/// One token must have both tags.
bool TagTable::isShown(const core::TagPrediction& row) const
{
    const int judgement = m_judgement->currentIndex();
    if (judgement != AllTexts && (row.wrong > 0) != (judgement == WithWrongTags))
        return false;
    const int truth = m_true->currentIndex() - 1, predicted = m_predicted->currentIndex() - 1;
    if (truth < 0 && predicted < 0)
        return true;
    for (size_t i = 0; i < row.truth.size(); ++i) {
        if ((truth < 0 || row.truth[i] == truth)
            && (predicted < 0 || row.predicted[i] == predicted))
            return true;
    }
    return false;
}

void TagTable::applyFilters()
{
    view().filter().setCondition([this](int row) { return isShown(at(row)); });
}

void TagTable::fillTags(const std::vector<std::string>& tags)
{
    const QSignalBlocker trueQuiet(m_true), predictedQuiet(m_predicted);
    for (QComboBox* box : {m_true, m_predicted}) {
        if (tags != m_tags || box->count() == 0) {
            box->clear();
            box->addItem(box == m_true ? tr("any true") : tr("any predicted"));
            for (const std::string& tag : tags)
                box->addItem(QString::fromStdString(tag));
        }
        box->setCurrentIndex(0);
    }
}

void TagTable::setRows(std::vector<core::TagPrediction> rows, const std::vector<std::string>& tags)
{
    fillTags(tags);
    reset(int(rows.size()), [&] {
        m_rows = std::move(rows);
        m_tags = tags;
    });
}

TagTable::Filtered TagTable::toggleTags(int trueTag, int predictedTag)
{
    const bool same
        = m_true->currentIndex() == trueTag + 1 && m_predicted->currentIndex() == predictedTag + 1;
    {
        const QSignalBlocker trueQuiet(m_true), predictedQuiet(m_predicted);
        m_true->setCurrentIndex(same ? 0 : trueTag + 1);
        m_predicted->setCurrentIndex(same ? 0 : predictedTag + 1);
    }
    applyFilters();
    return same ? Filtered::No : Filtered::Yes;
}

} // namespace ui
