#include "ui/language/letters_page.h"

#include "ui/figure/figure.h"
#include "ui/language/reading_sums.h"
#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QGridLayout>
#include <QLabel>
#include <QSpinBox>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace ui {

namespace {

constexpr float kLeastProbability = 0.05F; ///< Letters that are never likelier have no row.

} // namespace

LettersPage::LettersPage(ViewContext& context, Asker::Failed failed, QWidget* parent)
    : GlassPage(parent)
    , m_context(context)
    , m_failed(std::move(failed))
    , m_answers(
          context,
          [this](int which) {
              if (const auto decoding = m_answers.find(which))
                  setName(which, *decoding);
              else if (const core::Failure* failure = m_answers.failure(which))
                  m_failed(*failure);
          },
          [this] { return isVisible(); })
    , m_state(makeStateLabel())
    , m_heading(named(makeLabel({}, LabelRole::Group), "lettersHeading"))
    , m_scale(named(new ColourScale, "lettersScale"))
{
    constexpr int kLiveMs = 2000;
    m_answers.setIntervalMs(kLiveMs);
    m_heading->setWordWrap(true);
    m_scale->setScale(1.0, tr("Probability"));
    auto* column = makeColumn(this, {buildChoice(), makeRow(nullptr, {{m_heading, 1}, m_scale})},
                              kGrid, {0, kGrid, 0, 0});
    auto* maps = new QGridLayout;
    maps->setHorizontalSpacing(2 * kGrid);
    for (int which = 0; which < kNames; ++which) {
        QLabel*& title = m_titles[size_t(which)];
        HeatMap*& map = m_maps[size_t(which)];
        title = named(makeLabel({}, LabelRole::Heading), QStringLiteral("nameLabel%1").arg(which));
        map = named(new HeatMap, QStringLiteral("nameMap%1").arg(which),
                    tr("Candidate letters at each position of name %1").arg(which + 1));
        map->setDescriber([this, which](int row, int cell) { return describe(which, row, cell); });
        maps->addWidget(title, 0, which);
        maps->addWidget(map, 1, which);
        maps->setColumnStretch(which, 1);
    }
    maps->setRowStretch(1, 1);
    column->addLayout(maps, 1);
}

QWidget* LettersPage::buildChoice()
{
    auto* line = new QWidget;
    m_seed = named(new QSpinBox, "lettersSeedBox", tr("Seed of the first name"),
                   tr("The same seed and network draw the same names; the next ones come with "
                      "the next seeds"));
    m_seed->setRange(1, 1000000);
    m_seed->setSingleStep(kNames);
    m_seed->setKeyboardTracking(false);
    connect(m_seed, &QSpinBox::valueChanged, this, &LettersPage::ask);
    makeRow(line, {makeNameLabel(tr("See&d"), *m_seed), m_seed, {m_state, 1}});
    hideInPresentation(*line);
    return line;
}

void LettersPage::follow(const Shown& shown)
{
    m_shown = shown;
    ask();
}

void LettersPage::withdraw()
{
    m_answers.withdraw();
    m_names = {};
    m_shown = {};
    showMaps();
}

void LettersPage::showEvent(QShowEvent* event)
{
    GlassPage::showEvent(event);
    m_answers.resume();
}

void LettersPage::setClass(const QString& name)
{
    m_class = name;
    ask();
}

void LettersPage::ask()
{
    const bool known = core::findKind(m_context.catalogue(), "search", "sampling") != nullptr;
    if (!m_shown.askable || m_class.isEmpty() || !known)
        return;
    core::AskDecoding question;
    question.className = m_class.toStdString();
    core::DecodingRequest& request = question.request;
    request.search = core::defaultSelection(m_context.catalogue(), "search", "sampling");
    request.best = 1;
    request.detail = core::TraceDetail::Distributions;
    std::vector<decltype(m_answers)::Wish> wishes;
    for (int which = 0; which < kNames; ++which) {
        request.search.options["seed"] = m_seed->value() + which;
        wishes.push_back({which, m_shown, question});
    }
    m_answers.follow(std::move(wishes));
}

void LettersPage::setName(int which, const core::Decoding& decoding)
{
    Name name;
    name.vocabulary = decoding.vocabulary;
    name.step = decoding.step;
    name.epoch = decoding.epoch;
    if (!decoding.best.empty())
        name.text = QString::fromStdString(decoding.best.front().text);
    const auto& nodes = decoding.trace.nodes;
    const int32_t last = decoding.trace.ranking.empty() ? -1 : decoding.trace.ranking.front();
    for (int32_t at = last; at > 0; at = nodes[size_t(at)].parent) {
        const core::TraceNode& node = nodes[size_t(at)];
        Step step{node.token, nodes[size_t(node.parent)].nextLogProbabilities};
        for (float& share : step.shares)
            share = std::exp(share);
        name.steps.push_back(std::move(step));
    }
    std::reverse(name.steps.begin(), name.steps.end());
    m_names[size_t(which)] = std::move(name);
    showMaps();
}

/// Letters that were chosen or likely somewhere, in the order of the alphabet, marks last.
std::vector<int32_t> LettersPage::letters() const
{
    std::map<int32_t, float> most;
    std::set<int32_t> chosen;
    for (const Name& name : m_names) {
        for (const Step& step : name.steps) {
            most[step.chosen] = 2.0F; // Before all that were only likely.
            chosen.insert(step.chosen);
            for (size_t id = 0; id < step.shares.size(); ++id) {
                if (step.shares[id] >= kLeastProbability)
                    most[int32_t(id)] = std::max(most[int32_t(id)], step.shares[id]);
            }
        }
    }
    std::vector<std::pair<float, int32_t>> ranked;
    for (const auto& [id, share] : most)
        ranked.emplace_back(-share, id);
    std::sort(ranked.begin(), ranked.end());
    if (const size_t rows = std::max(chosen.size(), mostLetters()); ranked.size() > rows)
        ranked.resize(rows);
    std::vector<int32_t> ids;
    for (const auto& [share, id] : ranked)
        ids.push_back(id);
    std::sort(ids.begin(), ids.end(), [this](int32_t a, int32_t b) {
        const QString one = letter(a), other = letter(b);
        const bool marks = one.size() > 1, otherMarks = other.size() > 1;
        return marks != otherMarks ? otherMarks : one.localeAwareCompare(other) < 0;
    });
    return ids;
}

/// Rows that are seen at once, under the title and the letters that were chosen.
size_t LettersPage::mostLetters() const
{
    constexpr int kHead = 4, kLeast = 6, kMost = 60; // Lines of type, rows.
    const int line = QFontMetrics(Theme::instance().textFont()).height() + 1;
    return size_t(std::clamp(m_maps.front()->height() / line - kHead, kLeast, kMost));
}

void LettersPage::resizeEvent(QResizeEvent* event)
{
    GlassPage::resizeEvent(event);
    if (letters().size() != m_letters.size())
        showMaps();
}

QString LettersPage::letter(int32_t id) const
{
    for (const Name& name : m_names) {
        if (size_t(id) < name.vocabulary.size())
            return readableToken(name.vocabulary[size_t(id)]);
    }
    return QString::number(id);
}

void LettersPage::showMaps()
{
    m_letters = letters();
    for (int which = 0; which < kNames; ++which) {
        const Name& name = m_names[size_t(which)];
        HeatMapContent content;
        content.rows = int(m_letters.size());
        content.columns = int(name.steps.size());
        content.rowTitle = tr("letters to choose from");
        content.columnTitle = tr("letters chosen, first to last");
        for (const int32_t id : m_letters)
            content.rowLabels << letter(id);
        for (const Step& step : name.steps)
            content.columnLabels << letter(step.chosen);
        for (const int32_t id : m_letters) {
            for (const Step& step : name.steps) {
                content.values.push_back(size_t(id) < step.shares.size() ? step.shares[size_t(id)]
                                                                         : 0.0F);
                content.outlined.push_back(id == step.chosen ? 1 : 0);
            }
        }
        if (name.steps.empty())
            content = {};
        m_maps[size_t(which)]->setContent(std::move(content));
        m_titles[size_t(which)]->setText(name.text);
    }
    m_heading->setText(
        m_class.isEmpty()
            ? QString()
            : tr("Names for %1, with the probability of each letter at each position. The chosen "
                 "letter is framed; a bright cell means that the network was certain.")
                  .arg(m_class));
    const Name& first = m_names.front();
    m_state->setText(
        first.steps.empty()
            ? tr("Sampling names \u2026")
            : tr("%1 \u00b7 %2").arg(m_shown.name, stateOf(first.step, first.epoch, 0.0)));
}

QString LettersPage::describe(int which, int row, int column) const
{
    const Name& name = m_names[size_t(which)];
    if (size_t(row) >= m_letters.size() || size_t(column) >= name.steps.size())
        return {};
    const Step& step = name.steps[size_t(column)];
    const int32_t id = m_letters[size_t(row)];
    QString before;
    for (int i = 0; i < column; ++i)
        before += letter(name.steps[size_t(i)].chosen);
    const QString said
        = tr("After \u201c%1\u201d: %2 with probability %3")
              .arg(before, letter(id),
                   value(size_t(id) < step.shares.size() ? step.shares[size_t(id)] : 0.0F));
    return id == step.chosen ? tr("%1, chosen").arg(said) : said;
}

QString LettersPage::words() const
{
    QStringList lines{m_state->text()};
    for (int which = 0; which < kNames; ++which) {
        lines << m_names[size_t(which)].text;
        for (int column = 0; column < int(m_names[size_t(which)].steps.size()); ++column) {
            const int32_t chosen = m_names[size_t(which)].steps[size_t(column)].chosen;
            const auto found = std::find(m_letters.begin(), m_letters.end(), chosen);
            lines << describe(which, int(found - m_letters.begin()), column);
        }
    }
    return lines.join(u'\n');
}

std::vector<Figure> LettersPage::figures() const
{
    if (m_names.front().steps.empty())
        return {};
    const int space = 2 * kGrid;
    QSize size(space, 0);
    for (const HeatMap* map : m_maps) {
        size.rwidth() += map->wholeSize().width() + space;
        size.rheight() = std::max(size.height(), map->wholeSize().height() + 2 * space);
    }
    return {{.title = tr("Choice at each letter: %1").arg(m_class),
             .name = QStringLiteral("letters"),
             .size = size,
             .paint =
                 [this, space](QCPPainter& painter) {
                     painter.translate(space, space);
                     for (const HeatMap* map : m_maps) {
                         map->drawWhole(painter);
                         painter.translate(map->wholeSize().width() + space, 0);
                     }
                 },
             .table =
                 [this](TableText& table) {
                     table.row("name", "place", "letter", "probability", "chosen");
                     for (const Name& name : m_names)
                         for (size_t i = 0; i < name.steps.size(); ++i)
                             for (const int32_t id : m_letters)
                                 table.row(name.text, i + 1, letter(id),
                                           size_t(id) < name.steps[i].shares.size()
                                               ? Cell(double(name.steps[i].shares[size_t(id)]))
                                               : Cell(),
                                           int64_t{id == name.steps[i].chosen});
                 },
             .words = [this] { return words(); }}};
}

} // namespace ui
