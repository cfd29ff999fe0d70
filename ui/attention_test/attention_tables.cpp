#include "ui/attention_test/attention_tables.h"

#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"

#include <QLabel>
#include <QLocale>

#include <cmath>

namespace ui {

namespace {

constexpr double kBarShare = 0.5; ///< Share of the room that text columns divide.

QVBoxLayout* pageOf(QWidget* page)
{
    return makeColumn(page, {}, 4, {0, 4, 0, 0});
}

Cell cellOf(const std::optional<double>& number)
{
    return number && std::isfinite(*number) ? Cell(*number) : Cell();
}

RowColumn tauColumn(std::string name, const QString& title, const QString& help,
                    std::function<std::optional<double>(int)> tau)
{
    RowColumn column = numberColumn(
        std::move(name), title, help, [tau](int row) { return cellOf(tau(row)); },
        [](double number) { return QLocale().toString(number, 'f', 2); },
        QStringLiteral("\u22120.00"));
    column.said = [tau](int row) {
        const auto number = tau(row);
        return number ? QLocale().toString(*number, 'f', 2) : AgreementPage::tr("no order");
    };
    return column;
}

} // namespace

ReplacedPage::ReplacedPage(QWidget* parent)
    : QWidget(parent)
    , m_test(std::make_shared<core::AttentionTest>())
    , m_plain(named(makeLabel({}, LabelRole::Plain), "plainAnswerLabel"))
    , m_table(new RowView(QStringLiteral("replacedTable"),
                          tr("Predictions with replaced attention weights")))
{
    QVBoxLayout* column = pageOf(this);
    column->addWidget(m_plain);
    column->addWidget(m_table, 1);
    QLabel* hint = makeLabel(
        tr("If no replacement of the weights changes the prediction, the weights do not explain "
           "it. If only permuted weights change it, choose another head. Translations are "
           "generated again by greedy search; their losses are those of one target."),
        LabelRole::Muted);
    hideInPresentation(*hint);
    column->addWidget(hint);
    m_table->setColumns(
        {textColumn("site", tr("Attention"), tr("Attention layer or head with replaced weights"),
                    [this](int i) { return Cell(siteText(row(i).site).toStdString()); }),
         replacementColumn([this](int i) { return row(i).change; }),
         [this] {
             RowColumn distance = numberColumn(
                 "distance", tr("Moved"),
                 tr("Change of the prediction: total variation distance of the probabilities, 0 to "
                    "1; for numbers, the difference"),
                 [this](int i) { return Cell(row(i).distance); },
                 [](double number) { return QLocale().toString(number, 'f', 3); },
                 QStringLiteral("0.000"));
             distance.share = kBarShare;
             distance.alignment = Qt::AlignLeft;
             distance.bar = [this](int i) { return std::min(row(i).distance, 1.0); };
             return distance;
         }(),
         numberColumn(
             "loss_change", tr("Loss change"), tr("Change of the loss, nats"),
             [this](int i) {
                 const auto &before = m_test->plain.loss, &after = row(i).saying.loss;
                 return before && after ? Cell(*after - *before) : Cell();
             },
             [](double number) { return changeNumber(number); }, QStringLiteral("\u22120.00012")),
         [this] {
             RowColumn says = textColumn("says", tr("Prediction"),
                                         tr("Bold with an arrow: the prediction changed"),
                                         [this](int i) { return Cell(row(i).saying.said); });
             says.shown = [this](int i) { return answerChange(i); };
             says.said = says.shown;
             says.share = 1.2; // The names of layers and heads are as long.
             return says;
         }()});
    m_table->setSortable();
    m_table->rows().setLook([this](int i, int) { return RowLook{.bold = row(i).turned}; });
    connect(m_table, &RowView::rowChosen, this, [this](int i) { Q_EMIT siteChosen(row(i).site); });
}

QString ReplacedPage::answerChange(int index) const
{
    const QString text = sayingText(m_test->classes, row(index).saying);
    return row(index).turned ? QStringLiteral("\u2192 ") + text : text;
}

void ReplacedPage::setTest(const ShownTest& test)
{
    const bool alike = test->outcomes.size() == m_test->outcomes.size();
    const int current = alike ? m_table->currentRow() : -1;
    m_table->reset(int(test->outcomes.size()), [&] { m_test = test; });
    m_table->setCurrentRow(current);
    m_plain->setText(tr("Unchanged: %1").arg(sayingText(test->classes, test->plain)));
}

QString ReplacedPage::words() const
{
    QStringList lines{m_plain->text()};
    for (int i = 0; i < int(m_test->outcomes.size()); ++i)
        lines << tr("%1, %2: changed by %3; %4")
                     .arg(siteText(row(i).site), changeText(row(i).change),
                          QLocale().toString(row(i).distance, 'f', 3), answerChange(i));
    return lines.join(u'\n');
}

AgreementPage::AgreementPage(QWidget* parent)
    : QWidget(parent)
    , m_test(std::make_shared<core::AttentionTest>())
    , m_table(new RowView(QStringLiteral("agreementTable"),
                          tr("Entropy of each head, and rank correlation with other measures")))
{
    QVBoxLayout* column = pageOf(this);
    column->addWidget(m_table, 1);
    QLabel* hint = makeLabel(
        tr("Kendall's \u03c4 of the order of the words: 1 the same order, 0 none in common, "
           "\u22121 the opposite. Attention that explains would agree with both measures; after "
           "recurrent encoders it often does not (Jain and Wallace 2019)."),
        LabelRole::Muted);
    hideInPresentation(*hint);
    column->addWidget(hint);
    const auto fixed = [](double number) { return QLocale().toString(number, 'f', 2); };
    m_table->setColumns(
        {textColumn("site", tr("Attention"), tr("Attention layer and head"),
                    [this](int i) { return Cell(siteText(siteOf(row(i).map)).toStdString()); }),
         numberColumn(
             "entropy", tr("Entropy"), tr("Mean over rows of \u2212\u03a3 a ln a, nats"),
             [this](int i) { return cellOf(row(i).entropy); }, fixed, QStringLiteral("00.00")),
         [this, fixed] {
             RowColumn relative = numberColumn(
                 "relative_entropy", tr("of maximum"),
                 tr("Entropy divided by its maximum ln n: 0 for attention to one word, 1 for "
                    "uniform attention"),
                 [this](int i) { return cellOf(row(i).relativeEntropy); }, fixed,
                 QStringLiteral("0.00"));
             relative.share = kBarShare;
             relative.alignment = Qt::AlignLeft;
             relative.bar = [this](int i) {
                 return std::isfinite(row(i).relativeEntropy) ? row(i).relativeEntropy : -1.0;
             };
             return relative;
         }(),
         tauColumn("tau_gradient", tr("\u03c4 gradient \u00d7 input"),
                   tr("Rank correlation with |gradient \u00d7 input| of each word"),
                   [this](int i) { return row(i).tauGradient; }),
         tauColumn(
             "tau_leave_one_out", tr("\u03c4 leaving out"),
             tr("Rank correlation with the change of the prediction when each word is left out"),
             [this](int i) { return row(i).tauLeaveOneOut; })});
    m_table->setSortable();
    connect(m_table, &RowView::rowChosen, this,
            [this](int i) { Q_EMIT siteChosen(siteOf(row(i).map)); });
}

void AgreementPage::setTest(const ShownTest& test)
{
    m_table->reset(int(test->heads.size()), [&] { m_test = test; });
}

QString AgreementPage::words() const
{
    const auto number = [](const std::optional<double>& tau) {
        return tau ? QLocale().toString(*tau, 'f', 2) : tr("no order");
    };
    QStringList lines;
    for (const core::AttentionHeadFacts& each : m_test->heads)
        lines << tr("%1: entropy %2 nats, %3 of that of uniform weights; rank correlation with "
                    "gradient x input %4, with leaving words out %5")
                     .arg(siteText(siteOf(each.map)), value(each.entropy),
                          percent(each.relativeEntropy), number(each.tauGradient),
                          number(each.tauLeaveOneOut));
    return lines.join(u'\n');
}

} // namespace ui
