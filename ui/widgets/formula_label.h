#pragma once

#include "core/base/option.h"

#include <QTextDocument>
#include <QWidget>

class QAction;

namespace ui {

/// Formulas as in a textbook, alone or in a line of text: in the colour and size of the text
/// around, and smaller where there is no room. Screen readers hear them as text; the context menu
/// copies text and LaTeX.
class FormulaLabel : public QWidget {
    Q_OBJECT
public:
    explicit FormulaLabel(QWidget* parent = nullptr);

    /// An empty formula hides the label.
    void setFormula(const core::Formula& formula);
    /// The formula of `kind`, or else what it does to an example; hidden without either.
    /// @param kind  null: none.
    void setKind(const core::KindDescription* kind);
    /// @param html  with formulaHtml() in it. @param text  the same for screen readers.
    void setHtml(const QString& html, const QString& text, const QString& latex = {});

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void addCopying();

    mutable QTextDocument m_document; ///< Laid out for the width that was asked for last.
    QString m_latex;
    bool m_empty = false; ///< Hidden because it is empty.
    QAction* m_copyLatex = nullptr;
};

} // namespace ui
