#include "ui/filter_windows/filter_windows_view.h"

#include "core/probe/question_kind.h"
#include "ui/figure/figure.h"
#include "ui/table/cosine_column.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/busy_line.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QLabel>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ui {

namespace {

constexpr int kFoundLabelLetters = 12;

/// "film" of the text: a sentence that views open up.
QString inQuotes(const std::string& words)
{
    return QStringLiteral("\u201c%1\u201d").arg(QString::fromStdString(words));
}

QString signedValue(double number)
{
    return (number > 0.0 ? QStringLiteral("+") : QString()) + value(number);
}

bool covers(const core::FilterWindow& window, int64_t token)
{
    return window.value > 0.0 && token >= window.first && token < window.first + window.width;
}

} // namespace

FilterWindowsView::FilterWindowsView(ViewContext& context, QWidget* parent)
    : TextInspectionView(context,
                         {QStringLiteral("filterWindows"), tr("Windows"),
                          tr("Text whose windows are shown; earlier texts are in the list"),
                          tr("Then type a sentence above: the window of words that won the pooling "
                             "of each filter appears here, also during training.")},
                         parent)
    , m_dataAsker(
          context,
          [this](const core::Failure& failure) {
              m_busy->end();
              frame().showFailure(failure);
          },
          [this](const core::Progress& progress) { m_busy->setProgress(progress); })
    , m_busy(&frame().addBusyLine(tr("Progress of reading the data")))
{
    connect(m_busy, &BusyLine::cancelRequested, this, [this] { m_dataAsker.cancel(); });
    frame().setParts(makeInputLine(), buildUpper(), buildLower(), [this](int whole) {
        const int beside = Theme::instance().presentation() ? 2 : 5; // Above and below the words.
        const int words = m_line->wishedHeight(std::max(m_line->width(), 300));
        const int upper = std::min(words + beside * fontMetrics().lineSpacing(), whole / 2);
        return QList<int>{upper, whole - upper, whole / 3};
    });
    showNoNetwork();
}

FilterWindowsView::~FilterWindowsView() = default;

bool FilterWindowsView::fits(const core::ExperimentSpec& spec)
{
    return spec.model.network.options.contains("filters");
}

QWidget* FilterWindowsView::buildUpper()
{
    auto* upper = new QWidget;
    m_prediction = named(makeLabel({}, LabelRole::Heading), "windowsPredictionLabel");
    m_line = named(new TokenLine(TokenLine::Size::Large), "windowsTokenLine",
                   tr("Tokens with the number of winning windows that contain them"));
    connect(m_line, &TokenLine::tokenPointed, this, [this](int token) {
        const auto best = std::find_if(m_order.begin(), m_order.end(), [&](size_t filter) {
            return covers(m_windows.filters[filter], token);
        });
        if (token >= 0 && best != m_order.end())
            choose(int64_t(*best));
    });
    QLabel* hint = makeLabel(
        tr("Each filter keeps its largest value over all windows of the text. A tall bar marks a "
           "token in many of the windows that won; frames mark the window of the chosen filter. "
           "Click a token for the filter with the largest share whose window contains it."),
        LabelRole::Muted);
    hideInPresentation(*hint);
    makeColumn(upper, {m_prediction, {new TokenArea(m_line), 1}, hint}, kGrid);
    return upper;
}

QWidget* FilterWindowsView::buildLower()
{
    auto* lower = new QWidget;
    makeRow(lower, {{buildFilters(), 1}, {buildStrongest(), 1}}, 3 * kGrid);
    return lower;
}

QWidget* FilterWindowsView::buildFilters()
{
    auto* left = new QWidget;
    m_filters = new RowView(QStringLiteral("filterWindowsTable"),
                            tr("Filters with the windows that won their poolings"));
    const auto cell
        = [this](auto part) { return [this, part](int row) { return Cell(at(row).*part); }; };
    RowColumn words = textColumn("words", tr("Window"),
                                 tr("Words of the window with the filter's largest value."),
                                 [this](int row) { return Cell(m_windows.words(at(row))); });
    words.share = 1.0;
    m_filters->setColumns(
        {numberColumn("filter", tr("Filter"), tr("Number of the filter, from 0."),
                      cell(&core::FilterWindow::filter), {}, QStringLiteral("000")),
         numberColumn("width", tr("Width"), tr("Tokens that the filter reads at once."),
                      cell(&core::FilterWindow::width), {}, tr("Width")),
         std::move(words),
         numberColumn("value", tr("Value"), tr("Largest value of the filter, after the ReLU."),
                      cell(&core::FilterWindow::value), &value, QStringLiteral("0.0000")),
         numberColumn(
             "share", tr("Share"),
             tr("The filter's part of the predicted output: its value times the weight "
                "there."),
             [this](int row) { return Cell(share(at(row))); }, &signedValue,
             QStringLiteral("+0.0000"))});
    m_filters->setSortable();
    connect(m_filters, &RowView::rowChosen, this, [this](int row) {
        if (row >= 0)
            choose(int64_t(m_order[size_t(row)]));
    });
    makeColumn(left,
               {makeLabel(tr("Filters, by their share of the prediction"), LabelRole::Group),
                {m_filters, 1}},
               kGrid);
    return left;
}

QWidget* FilterWindowsView::buildStrongest()
{
    auto* right = new QWidget;
    m_foundTitle = named(makeLabel({}, LabelRole::Group), "strongestWindowsLabel");
    m_split = named(new QuietComboBox, "strongestWindowsSplitBox", tr("Part of the data"));
    m_split->setChoices({{tr("Training data"), QStringLiteral("train")},
                         {tr("Validation data"), QStringLiteral("valid")},
                         {tr("Test data"), QStringLiteral("test")}});
    connect(m_split, &QComboBox::activated, this, &FilterWindowsView::askStrongest);
    auto* top = new QWidget;
    makeRow(top, {{m_foundTitle, 1}, makeNameLabel(tr("Spl&it"), *m_split), m_split}, kGrid);
    m_found = new RowView(QStringLiteral("strongestWindowsTable"),
                          tr("Windows of the data with the largest values of the filter"));
    RowColumn words = textColumn("words", tr("Window"), tr("Words of the window."),
                                 cells(m_strongest.windows, &core::StrongWindow::words));
    words.share = 1.5;
    RowColumn label = textColumn("label", tr("Label"), tr("Label of the first text with it."),
                                 cells(m_strongest.windows, &core::StrongWindow::label));
    label.letters = kFoundLabelLetters;
    RowColumn text = textColumn("text", tr("Text"), tr("The first text in which the window won."),
                                cells(m_strongest.windows, &core::StrongWindow::text));
    text.share = 1.0;
    m_found->setColumns(
        {numberColumn("value", tr("Value"), tr("Value of the filter for this window."),
                      cells(m_strongest.windows, &core::StrongWindow::value), &value,
                      QStringLiteral("0.0000")),
         std::move(words),
         numberColumn("texts", tr("Texts"), tr("Texts in which the window won the pooling."),
                      cells(m_strongest.windows, &core::StrongWindow::texts), {},
                      QStringLiteral("00000")),
         std::move(label), std::move(text)});
    connect(m_found, &RowView::rowActivated, this, [this](int row) {
        const core::StrongWindow& each = m_strongest.windows[size_t(row)];
        context().look(QString::fromStdString(each.text), QString::fromStdString(each.label));
    });
    makeColumn(right, {top, {m_found, 1}}, kGrid);
    return right;
}

void FilterWindowsView::showOtherRun()
{
    m_filter = -1;
    m_dataAsker.withdraw();
    m_busy->end();
    m_found->reset(0, [&] { m_strongest = {}; });
    showStrongest();
}

void FilterWindowsView::askShown()
{
    asker().follow(shown(), core::AskFilterWindows{example()},
                   [this](const core::FilterWindows& answer) { setWindows(answer); });
}

const core::FilterWindow& FilterWindowsView::at(int row) const
{
    return m_windows.filters[m_order[size_t(row)]];
}

double FilterWindowsView::share(const core::FilterWindow& window) const
{
    return window.shares[size_t(m_windows.predicted)];
}

void FilterWindowsView::setWindows(const core::FilterWindows& answer)
{
    m_filters->reset(int(answer.filters.size()), [&] {
        m_windows = answer;
        m_order.resize(answer.filters.size());
        std::iota(m_order.begin(), m_order.end(), size_t{0});
        std::stable_sort(m_order.begin(), m_order.end(), [&](size_t a, size_t b) {
            return std::abs(share(answer.filters[a])) > std::abs(share(answer.filters[b]));
        });
    });
    const QString said = QString::fromStdString(answer.prediction);
    m_prediction->setText(answer.probability < 0.0
                              ? tr("Prediction: %1").arg(said)
                              : tr("Prediction: %1, %2").arg(said, percent(answer.probability)));
    frame().shareSoon();
    QStringList state{updateText(answer.step, answer.epoch)};
    if (!answer.exact)
        state << tr("with hidden layers, shares are values times derivatives");
    if (!answer.unknown.empty())
        state << unknownText(answer.unknown);
    showContent(state.join(QStringLiteral(" · ")));
    if (m_filter < 0 || m_filter >= std::ssize(m_windows.filters))
        m_filter = int64_t(m_order.front());
    choose(m_filter);
    showWords();
}

void FilterWindowsView::choose(int64_t filter)
{
    m_filter = filter;
    const auto place = std::find(m_order.begin(), m_order.end(), size_t(filter));
    m_filters->setCurrentRow(int(place - m_order.begin()));
    showTokens();
    askStrongest();
}

void FilterWindowsView::askStrongest()
{
    if (m_filter < 0)
        return;
    m_split->setEnabled(true);
    core::AskStrongestWindows question;
    question.filter = m_filter;
    question.split = m_split->currentData().toString().toStdString();
    m_dataAsker.follow(shown(), question,
                       [this](const core::StrongestWindows& answer) { setStrongest(answer); });
}

void FilterWindowsView::setStrongest(const core::StrongestWindows& answer)
{
    m_busy->end();
    m_found->reset(int(answer.windows.size()), [&] { m_strongest = answer; });
    showStrongest();
    showWords();
}

void FilterWindowsView::showStrongest()
{
    if (m_strongest.read == 0)
        return m_foundTitle->setText(tr("Strongest windows in the data"));
    m_foundTitle->setText(filled(tr("Filter %1: %2 of %3 {text|texts} were read; it is 0 in %4"),
                                 {count(m_strongest.filter), count(m_strongest.read),
                                  count(m_strongest.available), count(m_strongest.silent)}));
}

void FilterWindowsView::showTokens()
{
    const auto winners
        = std::count_if(m_windows.filters.begin(), m_windows.filters.end(),
                        [](const core::FilterWindow& each) { return each.value > 0.0; });
    std::vector<ShownToken> tokens;
    double high = 0.0;
    for (int64_t i = 0; i < std::ssize(m_windows.tokens); ++i) {
        const auto number
            = std::count_if(m_windows.filters.begin(), m_windows.filters.end(),
                            [i](const core::FilterWindow& each) { return covers(each, i); });
        ShownToken token;
        token.text = readableToken(m_windows.tokens[size_t(i)]);
        token.weight = winners > 0 ? double(number) / double(winners) : 0.0;
        token.remark = filled(tr("in the winning windows of %1 {filter|filters}"), {count(number)});
        token.lines = {count(number)};
        token.marked = covers(m_windows.filters[size_t(m_filter)], i);
        high = std::max(high, token.weight);
        tokens.push_back(std::move(token));
    }
    m_line->setTokens(std::move(tokens), high > 0.0 ? high : 1.0);
}

QString FilterWindowsView::words() const
{
    QStringList lines{m_prediction->text()};
    for (const size_t filter : m_order) {
        const core::FilterWindow& each = m_windows.filters[filter];
        lines << (each.value > 0.0 ? tr("Filter %1, width %2: %3, value %4, share %5")
                                         .arg(count(each.filter), count(each.width),
                                              inQuotes(m_windows.words(each)), value(each.value),
                                              signedValue(share(each)))
                                   : tr("Filter %1, width %2: no window is above 0")
                                         .arg(count(each.filter), count(each.width)));
    }
    lines << m_foundTitle->text();
    for (const core::StrongWindow& each : m_strongest.windows)
        lines << filled(tr("%1: value %2, won in %3 {text|texts}"),
                        {inQuotes(each.words), value(each.value), count(each.texts)});
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> FilterWindowsView::contentFigures() const
{
    const int height = m_line->wishedHeight(kPictureWidth);
    std::vector<Figure> all{
        {.title = told(),
         .name = QStringLiteral("windows"),
         .size = QSize(kPictureWidth + 4 * kGrid, height + 4 * kGrid),
         .paint =
             [this, height](QCPPainter& painter) {
                 painter.translate(2 * kGrid, 2 * kGrid);
                 m_line->draw(painter, QRect(0, 0, kPictureWidth, height));
             },
         .words = [this] { return words(); },
         .answer = [this] { return core::readoutOf<core::AskFilterWindows>(m_windows); }}};
    if (m_strongest.read > 0)
        all.push_back(
            {.title = m_foundTitle->text(),
             .name = QStringLiteral("strongest_windows"),
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskStrongestWindows>(m_strongest); }});
    return all;
}

} // namespace ui
