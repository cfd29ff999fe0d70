#include "ui/sentence/comparison_page.h"

#include "ui/sentence/translation_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QLabel>
#include <QLocale>

#include <algorithm>

namespace ui {

namespace {

double loss(const core::TargetToken& token)
{
    return std::max(0.0, -token.logProbability);
}

double largestLoss(const core::TeacherComparison& comparison)
{
    double largest = 0.0;
    for (const core::TranslationInspection* side : {&comparison.forced, &comparison.freeRunning}) {
        for (const core::TargetToken& token : side->targetTokens)
            largest = std::max(largest, loss(token));
    }
    return largest;
}

} // namespace

ComparisonTable::ComparisonTable(QWidget* parent)
    : RowView(QStringLiteral("comparisonTable"),
              tr("The reference, teacher-forced, beside the network's own translation"), parent)
{
    setColumns(columns());
    rows().setLook(
        [this](int row, int) { return RowLook{.bold = row == int(m_comparison.firstDivergence)}; });
}

const core::TargetToken* ComparisonTable::token(Side side, int row) const
{
    const auto& tokens = (m_comparison.*side).targetTokens;
    return size_t(row) < tokens.size() ? &tokens[size_t(row)] : nullptr;
}

QString ComparisonTable::position(int row) const
{
    return row == int(m_comparison.firstDivergence) ? tr("%1 \u25b6 they differ").arg(row + 1)
                                                    : QString::number(row + 1);
}

RowColumn ComparisonTable::tokenColumn(const char* name, const QString& title, const QString& help,
                                       Side side) const
{
    RowColumn column = textColumn(name, title, help, [this, side](int row) -> Cell {
        const core::TargetToken* one = token(side, row);
        return one == nullptr ? Cell() : readableToken(one->text).toStdString();
    });
    column.tip = [this, side](int row) {
        const core::TargetToken* one = token(side, row);
        return one == nullptr ? QString() : targetTokenText(*one);
    };
    return column;
}

RowColumn ComparisonTable::lossColumn(const char* name, Side side) const
{
    RowColumn column
        = tokenColumn(name, tr("Loss"),
                      tr("Minus the logarithm of the probability of this token, in nats"), side);
    column.value = [this, side](int row) -> Cell {
        const core::TargetToken* one = token(side, row);
        return one == nullptr ? Cell() : loss(*one);
    };
    column.shown = [this, side](int row) {
        const core::TargetToken* one = token(side, row);
        return one == nullptr ? QString() : QLocale().toString(loss(*one), 'f', 2);
    };
    column.bar = [this, side](int row) {
        const core::TargetToken* one = token(side, row);
        return one == nullptr ? -1.0 : m_largest > 0.0 ? loss(*one) / m_largest : 0.0;
    };
    return column;
}

std::vector<RowColumn> ComparisonTable::columns() const
{
    RowColumn place{"position", tr("#"), {}, [](int row) { return int64_t{row} + 1; }};
    place.shown = [this](int row) { return position(row); };
    place.widest = tr("%1 \u25b6 they differ").arg(888);
    RowColumn likeliest
        = tokenColumn("likeliest", tr("Likeliest there"), tr("Likeliest token at this position"),
                      &core::TeacherComparison::forced);
    likeliest.value = [this](int row) -> Cell {
        const core::TargetToken* one = token(&core::TeacherComparison::forced, row);
        return one == nullptr ? Cell() : readableToken(one->likeliest).toStdString();
    };
    likeliest.shown = [this](int row) {
        const core::TargetToken* one = token(&core::TeacherComparison::forced, row);
        return one == nullptr             ? QString()
            : one->likeliest == one->text ? QStringLiteral("\u2713")
                                          : readableToken(one->likeliest);
    };
    return {place,
            tokenColumn("reference", tr("Reference (forced)"),
                        tr("Teacher forcing: at each position the network is fed the reference's "
                           "tokens"),
                        &core::TeacherComparison::forced),
            lossColumn("reference_loss", &core::TeacherComparison::forced),
            likeliest,
            tokenColumn("own", tr("Free running"),
                        tr("Free running: the network is fed its own tokens"),
                        &core::TeacherComparison::freeRunning),
            lossColumn("own_loss", &core::TeacherComparison::freeRunning)};
}

void ComparisonTable::setComparison(const core::TeacherComparison& comparison)
{
    const size_t most = std::max(comparison.forced.targetTokens.size(),
                                 comparison.freeRunning.targetTokens.size());
    reset(int(most), [&] {
        m_comparison = comparison;
        m_largest = largestLoss(comparison);
    });
}

ComparisonPage::ComparisonPage(QWidget* parent) : ContentOrEmpty(QStringLiteral("info"), parent)
{
    showEmpty(tr("No reference yet"),
              tr("Type the reference translation in the second line above: the loss of each of its "
                 "tokens, the network's own translation and their first difference appear here."));
    setContent(buildTable());
}

QWidget* ComparisonPage::buildTable()
{
    auto* page = new QWidget;
    m_parting = named(makeLabel({}, LabelRole::Plain), "partingLabel");
    m_table = new ComparisonTable;
    auto* formula = new FormulaLabel;
    formula->setFormula({"loss_t = −log p(y_t | y_{<t}, x)",
                         R"tex(\text{loss}_t = -\log p(y_t \mid y_{<t}, x))tex"});
    makeColumn(
        page,
        {m_parting,
         {m_table, 1},
         formula,
         makeLabel(
             tr("Loss of a token, in nats, given the reference tokens before it and the "
                "source. A high loss marks a surprising token; compare it with the likeliest "
                "token there. If the loss is low with teacher forcing but the own translation "
                "is wrong, the network cannot recover from its own errors: lower the teacher "
                "forcing ratio or use scheduled sampling."),
             LabelRole::Muted)},
        kGrid, {0, kGrid, 0, 0});
    return page;
}

void ComparisonPage::setComparison(const core::TeacherComparison& comparison)
{
    m_parting->setText(comparisonText(comparison));
    m_table->setComparison(comparison);
    showContent();
}

} // namespace ui
