#include "ui/by_hand/head_panel.h"

#include "ui/attention_test/shown_test.h"
#include "ui/text/sentences.h"
#include "ui/widgets/before_after.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/token_line.h"

#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <array>
#include <utility>

namespace ui {

namespace {

using core::HeadTable;
using core::NumberTable;

/// The three tables of an attention, in the order of HeadTable.
std::array<std::pair<HeadTable, const NumberTable*>, 3> tablesOf(
    const core::AttentionByHand& attention)
{
    return {{{HeadTable::Queries, &attention.queries},
             {HeadTable::Keys, &attention.keys},
             {HeadTable::Values, &attention.values}}};
}

QStringList readableNames(const std::vector<std::string>& tokens)
{
    QStringList names;
    for (const std::string& token : tokens)
        names << readableToken(token);
    return names;
}

/// The share of the first query's weight that the keys of the table have in the network.
double chosenShare(const NumberTable& weights)
{
    double sum = 0.0;
    for (int64_t key = 0; key < weights.columns; ++key)
        sum += weights.at(0, key);
    return sum;
}

QString weightsText(const NumberTable& weights, const QStringList& keys)
{
    QStringList parts;
    for (int64_t key = 0; key < weights.columns; ++key)
        parts << QStringLiteral("%1 %2").arg(keys.value(key), value(weights.at(0, key)));
    constexpr double kSeen = 5e-4; // Less is rounding.
    if (const double rest = 1.0 - chosenShare(weights); rest > kSeen)
        parts << HeadPanel::tr("the other keys %1").arg(value(rest));
    return parts.join(QStringLiteral(", "));
}

} // namespace

HeadPanel::HeadPanel(ViewContext& context, QWidget* parent)
    : QWidget(parent)
    , m_asker(context, [this](const core::Failure& failure) { showFailure(failure); })
{
    m_about = named(makeLabel({}, LabelRole::Plain), "byHandHeadAbout");
    m_note = named(makeLabel({}, LabelRole::Muted), "byHandHeadNote");
    m_answers = new BeforeAfter(QStringLiteral("byHandHead"),
                                tr("Probabilities with the numbers of the tables"));
    QWidget* counts = buildCounts();
    makeColumn(this, {m_about, counts, m_note, m_answers});
    hideInPresentation(*counts);
    hide();
}

QWidget* HeadPanel::buildCounts()
{
    auto* counts = new QWidget;
    const auto makeCount = [this](const QString& name, const QString& objectName) {
        auto* box = named(new QSpinBox, objectName, name);
        box->setRange(1, int(core::HeadByHand::kLargest));
        return box;
    };
    m_queries = makeCount(tr("Number of queries to take"), QStringLiteral("byHandHeadQueries"));
    m_keys = makeCount(tr("Number of keys to take"), QStringLiteral("byHandHeadKeys"));
    m_again = named(
        new QPushButton(tr("&Take again")), "byHandHeadAgain", {},
        tr("Tables no longer those of the network? This takes its numbers anew: the chosen query "
           "and those behind it, and the keys that have the largest weights."));
    m_push = named(new QPushButton(tr("&Push back")), "byHandHeadPush", {},
                   tr("Change numbers of Q, K or V first: the network then computes its prediction "
                      "from this head on with your numbers in place of its own."));
    connect(m_again, &QPushButton::clicked, this, &HeadPanel::askTables);
    connect(m_push, &QPushButton::clicked, this, &HeadPanel::push);
    makeRow(counts,
            {makeNameLabel(tr("Q&ueries"), *m_queries), m_queries,
             makeNameLabel(tr("Ke&ys"), *m_keys), m_keys, m_again, m_push, freeSpace()});
    return counts;
}

void HeadPanel::take(std::shared_ptr<const PickedHead> picked)
{
    m_picked = std::move(picked);
    m_head.reset();
    m_queries->setValue(int(m_picked->question.queries));
    m_keys->setValue(int(m_picked->question.keys));
    m_answers->hide();
    show();
    showAbout();
    askTables();
}

void HeadPanel::askTables()
{
    core::AskHeadByHand question = m_picked->question;
    question.queries = m_queries->value();
    question.keys = m_keys->value();
    m_pushed = false;
    m_asker.ask(m_picked->network, std::move(question),
                [this](const core::HeadByHand& head) { takeTables(head); });
}

void HeadPanel::takeTables(const core::HeadByHand& head)
{
    m_head = head;
    m_tables = head.attention;
    m_answers->show();
    showAnswers(*m_answers, head.classes, head.plain, nullptr);
    showAbout();
    Q_EMIT taken(head.attention);
    showPush();
}

/// The same tokens as those of the tables, also where the network has been trained since.
void HeadPanel::push()
{
    core::AskHeadByHand question = m_picked->question;
    question.queries = std::ssize(m_head->queries);
    question.keyTokens = m_head->keys;
    question.set = changedNumbers();
    m_pushed = true;
    m_asker.ask(m_picked->network, std::move(question),
                [this](const core::HeadByHand& head) { showChanged(head); });
}

void HeadPanel::showChanged(const core::HeadByHand& head)
{
    showAnswers(*m_answers, head.classes, head.plain, head.changed ? &*head.changed : nullptr);
    if (!head.changedWeights)
        return;
    m_note->setText(tr("Weights of %1 in the network: %2. With your numbers: %3.")
                        .arg(queryNames().value(0), weightsText(head.weights, keyNames()),
                             weightsText(*head.changedWeights, keyNames())));
}

void HeadPanel::showFailure(const core::Failure& failure)
{
    m_note->setText(sentence(failure));
}

void HeadPanel::trained()
{
    // Tables that are shown keep their numbers: they can be taken again.
    if (m_pushed)
        m_asker.repeat();
}

void HeadPanel::setTables(const core::AttentionByHand& tables)
{
    m_tables = tables;
    if (m_head)
        showPush();
}

bool HeadPanel::fits() const
{
    if (!m_head || m_tables.heads != 1)
        return false;
    const auto own = tablesOf(m_head->attention), now = tablesOf(m_tables);
    for (size_t i = 0; i < own.size(); ++i)
        if (own[i].second->rows != now[i].second->rows
            || own[i].second->columns != now[i].second->columns)
            return false;
    return true;
}

std::vector<core::SetNumber> HeadPanel::changedNumbers() const
{
    std::vector<core::SetNumber> set;
    const auto own = tablesOf(m_head->attention), now = tablesOf(m_tables);
    for (size_t i = 0; i < own.size(); ++i)
        for (int64_t row = 0; row < own[i].second->rows; ++row)
            for (int64_t column = 0; column < own[i].second->columns; ++column)
                if (const double number = now[i].second->at(row, column);
                    number != own[i].second->at(row, column))
                    set.push_back({own[i].first, row, column, number});
    return set;
}

void HeadPanel::showAbout()
{
    constexpr qsizetype kLongest = 60;
    QString text = QString::fromStdString(m_picked->question.example.text).simplified();
    if (text.size() > kLongest)
        text = text.left(kLongest) + QStringLiteral(" \u2026");
    const QString where = tr("%1 of %2, reading \u201c%3\u201d")
                              .arg(siteText(m_picked->question.site), m_picked->run, text);
    if (!m_head) {
        m_about->setText(where);
        m_note->setText(tr("Taking the tables of this head ..."));
        m_push->setEnabled(false);
        return;
    }
    text = filled(tr("%1: \u201c%2\u201d, %3 {key|keys} with %4 of its weight."),
                  {where, queryNames().value(0), count(qint64(m_head->keys.size())),
                   percent(chosenShare(m_head->weights))});
    if (m_head->rotatedKeys)
        text += QLatin1Char(' ')
            + tr("Q and K: the %1 features of the head, rotated into the %2 directions of these "
                 "keys; the scores are the same.")
                  .arg(m_head->features)
                  .arg(m_head->attention.keys.columns);
    if (m_head->rotatedValues)
        text += QLatin1Char(' ')
            + tr("V likewise, %1 into %2.")
                  .arg(m_head->valueFeatures)
                  .arg(m_head->attention.values.columns);
    m_about->setText(text);
}

void HeadPanel::showPush()
{
    const bool changed = fits() && !changedNumbers().empty();
    m_push->setEnabled(changed);
    if (!fits())
        m_note->setText(tr("The tables no longer have the sizes of the head. Take them again to "
                           "set numbers in the network."));
    else if (!changed)
        m_note->setText(tr("Change a number of Q, K or V and push it back: the network predicts "
                           "anew from there on. The other keys keep their numbers."));
    else
        m_note->setText(
            filled(tr("%1 {number|numbers} changed."), {count(qint64(changedNumbers().size()))}));
}

QStringList HeadPanel::queryNames() const
{
    return fits() ? readableNames(m_head->queryTokens) : QStringList();
}

QStringList HeadPanel::keyNames() const
{
    return fits() ? readableNames(m_head->keyTokens) : QStringList();
}

QString HeadPanel::words() const
{
    QStringList lines;
    for (const QLabel* label : {m_about, m_note})
        if (!isHidden() && !label->text().isEmpty())
            lines << label->text();
    return lines.join(QLatin1Char('\n'));
}

} // namespace ui
