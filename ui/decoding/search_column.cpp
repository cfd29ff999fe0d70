#include "ui/decoding/search_column.h"

#include "ui/decoding/result_list.h"
#include "ui/decoding/search_form.h"
#include "ui/decoding/tree_controls.h"
#include "ui/decoding/written_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

/// A thin bar in the accent colour while active.
class ActiveMark : public QWidget {
public:
    explicit ActiveMark(QWidget* parent) : QWidget(parent) { setFixedHeight(3); }
    void setActive(bool active)
    {
        m_active = active;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        if (m_active)
            QPainter(this).fillRect(rect(), Theme::instance().accent());
    }

private:
    bool m_active = false;
};

} // namespace

SearchColumn::SearchColumn(const core::Catalogue& catalogue, int index, QWidget* parent)
    : QWidget(parent)
    , m_search(std::make_shared<DecodingSteps>())
    , m_form(new SearchForm(catalogue, "search" + std::to_string(index)))
    , m_tree(new HypothesisTree)
    , m_results(new ResultList)
    , m_state(named(makeLabel({}, LabelRole::Muted), "stateLabel"))
    , m_splitter(new Splitter(QStringLiteral("column%1").arg(index), Qt::Horizontal))
    , m_close(named(new QToolButton, "closeColumnButton"))
    , m_mark(new ActiveMark(this))
{
    setObjectName(QStringLiteral("searchColumn%1").arg(index));
    auto* column = makeColumn(this, {}, 4);
    auto* headLine = new QWidget;
    setIcon(*m_close, QStringLiteral("close"));
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::StrongFocus);
    setHelp(*m_close, tr("Remove this search from the comparison"));
    m_close->setAccessibleName(m_close->accessibleDescription());
    makeRow(headLine, {{m_form, 1}, m_close}, 4);
    m_splitter->addWidget(m_tree);
    m_side = new QWidget;
    makeColumn(m_side, {{m_results, 1}, m_state}, 2, {6, 0, 0, 0});
    m_splitter->addWidget(m_side);
    hideInPresentation(*headLine);
    connect(&Theme::instance(), &Theme::changed, this, &SearchColumn::showSide);
    showSide();
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 0);
    m_splitter->setSharing([this](int whole) { return shares(whole); });
    column->addWidget(m_mark);
    column->addWidget(headLine);
    column->addWidget(m_splitter, 1);
    connect(m_form, &SearchForm::edited, this, &SearchColumn::searchEdited);
    connect(m_tree, &HypothesisTree::nodeChosen, this, &SearchColumn::nodeChosen);
    connect(m_tree, &HypothesisTree::forceRequested, this, &SearchColumn::forceRequested);
    connect(m_tree, &HypothesisTree::touched, this, &SearchColumn::touched);
    connect(m_results, &ResultList::nodeChosen, this, &SearchColumn::nodeChosen);
    connect(m_close, &QToolButton::clicked, this, &SearchColumn::closeRequested);
    setArrangement(Arrangement::Alone);
}

void SearchColumn::setSelection(const core::Selection& search)
{
    m_form->setSelection(search);
}

core::Selection SearchColumn::selection() const
{
    return m_form->selection();
}

QString SearchColumn::title() const
{
    return m_form->title();
}

void SearchColumn::setSearch(ShownSearch search)
{
    m_search = std::move(search);
    m_tree->setSearch(m_search);
    m_state->setText(facts());
    setHelp(*m_results, m_state->text());
    showSide();
}

void SearchColumn::showWritten()
{
    m_written = new WrittenText;
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(m_splitter), m_written);
    m_results->showTextFirst();
    showSide();
}

void SearchColumn::setClass(const QString& name)
{
    m_class = name;
    showWriter();
}

void SearchColumn::showWriter()
{
    if (m_written != nullptr)
        m_written->setWriter(m_class.isEmpty() ? m_run : tr("%1 for %2").arg(m_run, m_class));
}

void SearchColumn::showSide()
{
    const bool several = m_search->decoding().trace.ranking.size() > 1;
    const bool shown = !Theme::instance().presentation() && (m_written == nullptr || several);
    if (m_side->isHidden() != shown)
        return;
    m_side->setVisible(shown);
    m_splitter->share();
}

QString SearchColumn::words() const
{
    QStringList parts{title(), m_results->words()};
    if (m_written != nullptr)
        parts.insert(1, m_written->words());
    return parts.join(QLatin1Char('\n'));
}

QString SearchColumn::facts() const
{
    if (m_search->empty())
        return {};
    const core::Decoding& found = m_search->decoding();
    if (m_isTyped)
        return filled(tr("%1 {distribution|distributions} read from the tree."),
                      {count(found.trace.expansions)});
    return filled(tr("%1 %2: %3 {row|rows} through the network in %4 ms."),
                  {m_run.isEmpty() ? tr("Network") : m_run,
                   afterUpdateText(found.step, found.epoch), count(found.trace.expansions),
                   value(found.milliseconds)});
}

void SearchColumn::setRun(const QString& name)
{
    m_run = name;
    showWriter();
}

void SearchColumn::setStep(int step)
{
    m_tree->setStep(step);
    m_results->show(m_search, m_tree->step());
    if (m_written != nullptr)
        m_written->show(m_search, m_tree->step(), current());
}

void SearchColumn::setCurrent(int32_t node)
{
    m_tree->setCurrent(node);
    m_results->setCurrent(node);
    if (m_written != nullptr)
        m_written->show(m_search, m_tree->step(), current());
}

void SearchColumn::setArrangement(Arrangement arrangement)
{
    const bool alone = arrangement == Arrangement::Alone;
    m_close->setVisible(!alone);
    m_mark->setVisible(!alone);
    m_splitter->setOrientation(alone ? Qt::Horizontal : Qt::Vertical);
    m_state->setVisible(alone);
    setHelp(*m_results, alone ? QString() : m_state->text());
    m_splitter->share();
}

/// The translations take nearly a third beside the tree, a third below it, until the user decides
/// otherwise.
QList<int> SearchColumn::shares(int whole) const
{
    const bool alone = m_splitter->orientation() == Qt::Horizontal;
    const int letter = QFontMetrics(Theme::instance().textFont()).averageCharWidth();
    const int results = alone ? std::clamp(whole * 3 / 10, 40 * letter, 80 * letter) : whole / 3;
    return {whole - results, results};
}

void SearchColumn::setActive(bool active)
{
    static_cast<ActiveMark*>(m_mark)->setActive(active);
}

void SearchColumn::setWaiting()
{
    m_state->setText(tr("Searching \u2026"));
    if (m_search->empty())
        m_tree->setWaitingText(m_state->text());
}

void SearchColumn::setFailed()
{
    m_state->setText(m_search->empty() ? QString()
                                       : tr("This result belongs to the previous settings."));
    m_tree->setWaitingText(tr("There is no result for these settings."));
}

Figure treeFigure(const QString& source, const std::vector<const SearchColumn*>& columns)
{
    constexpr int kLeastWidth = 640;
    const Theme& theme = Theme::instance();
    const int space = 2 * kGrid;
    const int line = QFontMetrics(theme.headingFont()).height() + kGrid;
    QSize size(kLeastWidth, 3 * line + 3 * space); // the legend has at most two lines
    for (const SearchColumn* column : columns) {
        const QSize tree = column->tree().wholeSize();
        size = {std::max(size.width(), tree.width()), size.height() + line + tree.height() + space};
    }
    const auto paint = [=](QCPPainter& painter) {
        const auto write = [&](const QString& text, const QFont& font) {
            painter.setFont(font);
            painter.setPen(Theme::instance().text());
            painter.drawText(QRect(0, 0, size.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                             text);
            painter.translate(0, line);
        };
        painter.translate(space, space);
        write(source, Theme::instance().headingFont());
        for (const SearchColumn* column : columns) {
            write(column->title(), Theme::instance().textFont());
            painter.save();
            column->tree().drawWhole(painter);
            painter.restore();
            painter.translate(0, column->tree().wholeSize().height() + space);
        }
        TreeLegend().draw(painter, QRect(QPoint(0, 0), size));
    };
    return {source, QStringLiteral("search-tree"), size + QSize(2 * space, 0), paint};
}

} // namespace ui
