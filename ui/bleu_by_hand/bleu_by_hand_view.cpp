#include "ui/bleu_by_hand/bleu_by_hand_view.h"

#include "core/base/error.h"
#include "core/base/read_json.h"
#include "ui/bleu_by_hand/bleu_form.h"
#include "ui/bleu_by_hand/bleu_tables.h"
#include "ui/text/sentences.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"

#include <QLabel>

namespace ui {

BleuByHandView::BleuByHandView(ViewContext& /*context*/, QWidget* parent)
    : View(parent)
    , m_frame(new ViewFrame(*this))
    , m_form(new BleuForm)
    , m_tables(new BleuTables)
    , m_score(named(makeLabel({}, LabelRole::Group), "bleuScore"))
    , m_penalty(named(makeLabel({}, LabelRole::Plain), "bleuPenalty"))
{
    setAccessibleName(tr("BLEU by hand"));
    hideInPresentation(*m_form);
    m_frame->addAboveMessages(m_form);
    auto* formula = named(new FormulaLabel, "bleuFormula");
    formula->setFormula(
        {"BLEU = BP (p_1 ... p_N)^(1/N),  BP = min(1, e^(1 - r/h))",
         R"tex(\operatorname{BLEU} = \operatorname{BP} \left(\prod_{n=1}^{N} p_n\right)^{1/N} \qquad
\operatorname{BP} = \min\left(1,\, e^{1 - r/h}\right))tex"});
    auto* content = new QWidget;
    makeColumn(content, {m_score, m_penalty, formula, {m_tables, 1}}, 4);
    m_frame->setContent(content);
    m_frame->showEmpty(tr("Nothing to compare"), tr("Write at least one reference above."));
    connect(m_form, &BleuForm::edited, this, &BleuByHandView::compute);
    compute();
}

void BleuByHandView::compute()
{
    try {
        m_sentence = core::answerByHand(m_form->question());
    } catch (const core::Error&) { // There is no reference.
        m_sentence.reset();
        m_frame->showEmpty();
        return;
    }
    m_score->setText(scoreText());
    m_penalty->setText(penaltyText());
    m_tables->show(*m_sentence);
    m_frame->showContent();
}

QString BleuByHandView::scoreText() const
{
    const core::BleuScore& bleu = m_sentence->bleu;
    QStringList factors;
    for (int64_t n = 0; n < bleu.options.largestOrder; ++n)
        factors << value(bleu.precisions[size_t(n)] / 100.0);
    return tr("BLEU %1 = 100 \u00b7 %2 \u00b7 (%3)^(1/%4)      chrF %5")
        .arg(value(bleu.score), value(bleu.brevityPenalty),
             factors.join(QStringLiteral(" \u00b7 ")))
        .arg(bleu.options.largestOrder)
        .arg(value(m_sentence->chrf));
}

QString BleuByHandView::penaltyText() const
{
    const core::BleuScore& bleu = m_sentence->bleu;
    const QString lengths = filled(
        bleu.hypothesisLength < bleu.referenceLength
            ? tr("Brevity penalty e^(1 \u2212 %2/%1) = %3: the hypothesis has %1 {token|tokens}, "
                 "the closest reference %2.")
            : tr("Brevity penalty %3: the hypothesis has %1 {token|tokens}, the closest reference "
                 "%2."),
        {count(bleu.hypothesisLength), count(bleu.referenceLength), value(bleu.brevityPenalty)});
    return m_sentence->unsmoothed == bleu.score ? lengths
                                                : lengths + u' '
            + tr("Without smoothing of precisions that are 0, BLEU would be %1.")
                  .arg(value(m_sentence->unsmoothed));
}

std::vector<Figure> BleuByHandView::figures() const
{
    if (!m_sentence)
        return {};
    Figure figure;
    figure.title = tr("BLEU by hand");
    figure.name = QStringLiteral("bleu_by_hand");
    const int line = QFontMetrics(Theme::instance().textFont()).lineSpacing() + 6;
    const int tokens = int(m_sentence->tokens.size());
    figure.size = {kPictureWidth,
                   2 * line + line * int(m_sentence->bleu.options.largestOrder) * (1 + tokens / 8)};
    figure.paint = [this, line](QCPPainter& painter) {
        painter.setPen(Theme::instance().text());
        painter.setFont(Theme::instance().textFont());
        painter.drawText(QRect(0, 0, kPictureWidth, line), Qt::AlignVCenter, m_score->text());
        painter.translate(0, line);
        paintOrders(painter, *m_sentence, kPictureWidth);
    };
    figure.words = [this] { return m_score->text() + u'\n' + m_penalty->text(); };
    figure.answer = [this] { return core::readoutOf<core::AskBleuByHand>(*m_sentence); };
    return {figure};
}

QByteArray BleuByHandView::state() const
{
    return QByteArray::fromStdString(m_form->state().dump());
}

void BleuByHandView::setState(const QByteArray& state)
{
    m_form->setState(core::readJson(state.toStdString()).value.value_or(core::Json()));
    compute();
}

} // namespace ui
