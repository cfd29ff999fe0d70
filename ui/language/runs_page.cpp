#include "ui/language/runs_page.h"

#include "ui/language/reading_sums.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

enum Sum { Nats, Bits, WordPerplexity, kSums };

} // namespace

RunsPage::RunsPage(ViewContext& context, Asker::Failed failed, QWidget* parent)
    : GlassPage(parent)
    , m_context(context)
    , m_failed(std::move(failed))
    , m_answers(
          context, [this](const QString& run) { took(run); }, [this] { return isVisible(); })
    , m_state(makeStateLabel())
    , m_part(new ContentOrEmpty)
    , m_table(new RowView(QStringLiteral("glassRunsTable"),
                          tr("Loss of each word under each run that is ticked")))
{
    m_state->setObjectName(QStringLiteral("runsStateLabel"));
    constexpr int kLiveMs = 1000;
    m_answers.setIntervalMs(kLiveMs);
    makeColumn(this, {m_state, {m_part, 1}}, kGrid, {0, kGrid, 0, 0});
    m_part->setContent(m_table);
    m_part->showContent();
    m_table->rows().setLook([this](int row, int cell) {
        return RowLook{.bold = cell == 0 ? row < kSums : isBest(row, cell - 1)};
    });
    connect(&context, &ViewContext::runsChanged, this, [this] {
        if (isVisible() && m_shown.hasRun())
            follow(m_shown);
    });
}

std::vector<RunsPage::Run> RunsPage::ticked() const
{
    std::vector<Run> all{{m_shown.choice.run, m_shown.name, m_shown}};
    for (const RunRow& row : m_context.runs()) {
        const bool same = row.summary.spec.task.kind == m_shown.spec.task.kind;
        if (row.shown && same && row.id != m_shown.choice.run)
            all.push_back({row.id, QString::fromStdString(row.summary.name), networkOf(row)});
    }
    return all;
}

void RunsPage::follow(const Shown& shown)
{
    if (shown.text != m_shown.text || shown.choice.run != m_shown.choice.run)
        m_answers.withdraw();
    m_shown = shown;
    m_words = shown.text.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts);
    const std::vector<Run> before = std::exchange(m_runs, ticked());
    const bool same = std::equal(before.begin(), before.end(), m_runs.begin(), m_runs.end(),
                                 [](const Run& a, const Run& b) { return a.isNamedAs(b); });
    if (!same)
        setColumns();
    showRows();
    m_words.isEmpty() ? m_part->showNoText() : m_part->showContent();
    ask();
}

void RunsPage::setClass(const QString& name)
{
    if (name == m_class)
        return;
    m_class = name;
    m_answers.withdraw();
    if (isVisible() && m_shown.hasRun())
        follow(m_shown);
}

void RunsPage::withdraw()
{
    m_answers.withdraw();
    m_runs.clear();
    m_shown = {};
    setColumns();
}

void RunsPage::showEvent(QShowEvent* event)
{
    GlassPage::showEvent(event);
    m_answers.resume();
}

void RunsPage::ask()
{
    std::vector<decltype(m_answers)::Wish> wishes;
    const core::AskReading question{m_shown.text.toStdString(), m_class.toStdString(), 1};
    for (const Run& run : m_runs)
        if (!m_shown.text.trimmed().isEmpty() && (run.id != m_shown.choice.run || m_shown.askable))
            wishes.push_back({run.id, run.network, question});
    m_answers.follow(std::move(wishes));
    showState();
}

void RunsPage::took(const QString& run)
{
    if (const core::Failure* failure = m_answers.failure(run))
        m_failed(*failure);
    showRows();
    showState();
}

void RunsPage::setColumns()
{
    std::vector<RowColumn> columns{
        textColumn("word", tr("Word"), tr("Words of the text, split at white space"),
                   [this](int row) { return Cell(rowName(row).toStdString()); })};
    for (int run = 0; run < int(m_runs.size()); ++run) {
        const QString name = m_runs[size_t(run)].name;
        RowColumn column = numberColumn(
            name.toStdString(), name, tr("Loss of each word under %1, in nats").arg(name),
            [this, run](int row) { return number(row, run); },
            [](double number) { return value(number); }, QStringLiteral("0000.00"));
        column.share = 1.0;
        column.alignment = Qt::AlignLeft; // Aligned with its numbers before their bars.
        column.shown = [this, run](int row) { return shownNumber(row, run); };
        column.tip = [this, run](int row) { return tip(row, run); };
        column.bar = [this, run](int row) {
            const Cell cell = number(row, run);
            const auto* nats = std::get_if<double>(&cell);
            return row < kSums || nats == nullptr ? -1.0 : *nats / std::max(highest(), 1e-9);
        };
        columns.push_back(std::move(column));
    }
    m_table->setColumns(std::move(columns));
    showRows();
}

void RunsPage::showRows()
{
    m_table->reset(m_runs.empty() ? 0 : kSums + int(m_words.size()));
}

std::shared_ptr<const core::ReadText> RunsPage::of(int run) const
{
    return m_answers.find(m_runs[size_t(run)].id);
}

QString RunsPage::rowName(int row) const
{
    switch (row) {
    case Nats:
        return tr("All words, nats");
    case Bits:
        return tr("Bits per character");
    case WordPerplexity:
        return tr("Perplexity per word between spaces");
    default:
        return m_words.value(row - kSums);
    }
}

/// Losses of characters and subwords are summed to words, so that all columns mean the same.
Cell RunsPage::number(int row, int run) const
{
    const auto text = of(run);
    if (text == nullptr)
        return {};
    switch (row) {
    case Nats:
        return text->nats;
    case Bits:
        return sumOf(*text).bitsPerCharacter();
    case WordPerplexity:
        return std::exp(text->nats / double(std::max<qsizetype>(m_words.size(), 1)));
    default:
        break;
    }
    const auto word = size_t(row - kSums);
    return word < text->wordNats.size() ? Cell(text->wordNats[word]) : Cell();
}

/// Whether a word, or for a sum one of them, is read as the unknown mark: what its number says is
/// of no other word.
bool RunsPage::hasUnknown(int row, int run) const
{
    const auto text = of(run);
    return text != nullptr
        && std::any_of(text->tokens.begin(), text->tokens.end(), [row](const auto& token) {
               return isUnknown(token) && (row < kSums || token.word == row - kSums);
           });
}

QString RunsPage::shownNumber(int row, int run) const
{
    const Cell cell = number(row, run);
    const auto* shown = std::get_if<double>(&cell);
    if (shown == nullptr)
        return {};
    constexpr double kLong = 1e6; // A perplexity of unlikely words has a dozen digits.
    const QString text = *shown < kLong ? QLocale().toString(*shown, 'f', 2) : shortNumber(*shown);
    return hasUnknown(row, run) ? QStringLiteral("? ") + text : text;
}

QString RunsPage::tip(int row, int run) const
{
    const QString& name = m_runs[size_t(run)].name;
    if (!hasUnknown(row, run))
        return tr("%1 under %2").arg(rowName(row), name);
    if (row < kSums)
        return tr("Some of the words are not in the vocabulary of %1 and are read as unknown: the "
                  "sum cannot be compared with that of a network that spells them out.")
            .arg(name);
    return tr("%1 does not have \u201c%2\u201d in its vocabulary and reads it as unknown: this is "
              "the loss of the unknown token, which cannot be compared with that of a word that is "
              "spelled out.")
        .arg(name, rowName(row));
}

bool RunsPage::isBest(int row, int run) const
{
    if (hasUnknown(row, run))
        return false;
    const Cell here = number(row, run);
    const auto* mine = std::get_if<double>(&here);
    if (mine == nullptr || m_runs.size() < 2)
        return false;
    for (int other = 0; other < int(m_runs.size()); ++other) {
        if (hasUnknown(row, other))
            continue;
        const Cell there = number(row, other);
        if (const auto* theirs = std::get_if<double>(&there); theirs == nullptr || *theirs < *mine)
            return false;
    }
    return true;
}

double RunsPage::highest() const
{
    double most = 0.0;
    for (int run = 0; run < int(m_runs.size()); ++run)
        if (const auto text = of(run); text != nullptr)
            for (const double nats : text->wordNats)
                most = std::max(most, nats);
    return most;
}

void RunsPage::showState()
{
    QStringList units;
    for (const Run& run : m_runs) {
        if (const auto found = m_answers.find(run.id); found != nullptr)
            units << tr("%1 by %2").arg(run.name, unitName(found->unit).section(u' ', 1));
        else if (const core::Failure* failure = m_answers.failure(run.id))
            units << tr("%1 cannot be evaluated: %2").arg(run.name, sentence(*failure));
    }
    bool unknown = false;
    for (int run = 0; run < int(m_runs.size()); ++run)
        for (int row = kSums; row < kSums + int(m_words.size()); ++row)
            unknown = unknown || hasUnknown(row, run);
    QString how = m_runs.size() < 2 ? tr("Tick further runs at the right to see them side by side.")
                                    : tr("Bold: the lowest of its row.");
    if (unknown)
        how += QLatin1Char(' ') + tr("?: not in the vocabulary, read as unknown.");
    m_state->setText((units + QStringList{how}).join(QStringLiteral(" \u00b7 ")));
}

std::vector<Figure> RunsPage::figures() const
{
    bool any = false;
    for (int run = 0; run < int(m_runs.size()); ++run)
        any = any || of(run) != nullptr;
    if (!any)
        return {};
    const auto rows = kSums + int(m_words.size());
    return {{.title = tr("Loss of each word under several runs"),
             .name = QStringLiteral("glass-runs"),
             .table =
                 [this, rows](TableText& table) {
                     table.row("word", "run", "unit", "nats");
                     for (int row = 0; row < rows; ++row)
                         for (int run = 0; run < int(m_runs.size()); ++run)
                             if (const auto text = of(run); text != nullptr)
                                 table.row(rowName(row), m_runs[size_t(run)].name, text->unit,
                                           number(row, run));
                 },
             .words =
                 [this, rows] {
                     QStringList lines;
                     for (int row = 0; row < rows; ++row) {
                         QStringList line;
                         for (int run = 0; run < int(m_runs.size()); ++run) {
                             const Cell cell = number(row, run);
                             if (const auto* nats = std::get_if<double>(&cell))
                                 line << tr("%1 %2").arg(m_runs[size_t(run)].name, value(*nats));
                         }
                         lines << tr("%1: %2").arg(rowName(row), line.join(QStringLiteral(", ")));
                     }
                     return lines.join(u'\n');
                 }}};
}

} // namespace ui
