#include "ui/widgets/formula_label.h"

#include "ui/text/sentences.h"
#include "ui/widgets/formula_sheet.h"
#include "ui/widgets/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QPainter>

#include <cmath>

namespace ui {

namespace {

constexpr double kUnlimited = -1.0;

QSize ceiled(const QSizeF& size)
{
    return {int(std::ceil(size.width())), int(std::ceil(size.height()))};
}

} // namespace

FormulaLabel::FormulaLabel(QWidget* parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_document.setUndoRedoEnabled(false);
    m_document.setDocumentMargin(0.0);
    drawFormulas(m_document);
    addCopying();
    connect(&Theme::instance(), &Theme::changed, this, &FormulaLabel::layOut);
    layOut();
}

void FormulaLabel::addCopying()
{
    setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* text = new QAction(tr("Copy as text"), this);
    m_copyLatex = new QAction(tr("Copy as LaTeX"), this);
    connect(text, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(accessibleName()); });
    connect(m_copyLatex, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(m_latex); });
    addActions({text, m_copyLatex});
}

void FormulaLabel::setFormula(const core::Formula& formula)
{
    setHtml(formulaHtml(formula), formulaText(formula), QString::fromStdString(formula.latex));
}

void FormulaLabel::setKind(const core::KindDescription* kind)
{
    const QString example = kind == nullptr ? QString() : coreText(kind->example);
    if (kind != nullptr && !kind->formula.empty())
        setFormula(kind->formula);
    else // Blanks are part of what is shown.
        setHtml(example.isEmpty()
                    ? QString()
                    : QStringLiteral("<span style=\"white-space: pre-wrap\">%1</span>")
                          .arg(example.toHtmlEscaped()),
                example);
}

void FormulaLabel::setHtml(const QString& html, const QString& text, const QString& latex)
{
    m_document.setHtml(html);
    m_latex = latex;
    m_copyLatex->setVisible(!latex.isEmpty());
    setAccessibleName(text);
    layOut();
    const bool empty = html.isEmpty();
    // Without a parent it would be a window; it appears with the one that it gets.
    if (empty != m_empty && (empty || !isWindow()))
        setVisible(!empty);
    m_empty = empty;
}

void FormulaLabel::layOut()
{
    m_document.setDefaultFont(font());
    m_document.markContentsDirty(0, m_document.characterCount());
    updateGeometry();
    update();
}

int FormulaLabel::heightForWidth(int width) const
{
    m_document.setTextWidth(width);
    return ceiled(m_document.size()).height();
}

QSize FormulaLabel::sizeHint() const
{
    m_document.setTextWidth(kUnlimited);
    return ceiled({m_document.idealWidth(), m_document.size().height()});
}

QSize FormulaLabel::minimumSizeHint() const
{
    constexpr int kLeast = 120;
    const QSize wished = sizeHint();
    return {std::min(wished.width(), kLeast), std::min(wished.height(), heightForWidth(kLeast))};
}

void FormulaLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (!isEnabled())
        painter.setOpacity(0.5);
    m_document.setTextWidth(width());
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, Theme::instance().text());
    m_document.documentLayout()->draw(&painter, context);
}

void FormulaLabel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        layOut();
    else if (event->type() == QEvent::EnabledChange)
        update();
}

} // namespace ui
