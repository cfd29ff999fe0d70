#include "ui/widgets/cell_text_field.h"

#include "core/nn/cells/cell_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QStringListModel>
#include <QToolButton>
#include <QVBoxLayout>

#include <functional>

namespace ui {

namespace {

/// "W_f x_{t-1}" with its subscripts set lower.
QString typeset(const std::string& equation)
{
    QString html = QString::fromStdString(equation).toHtmlEscaped();
    html.replace(QRegularExpression(QStringLiteral("_\\{([^}]*)\\}")),
                 QStringLiteral("<sub>\\1</sub>"));
    html.replace(QRegularExpression(QStringLiteral("_([^\\s_(),<]+)")),
                 QStringLiteral("<sub>\\1</sub>"));
    return html;
}

/// Names that may follow: functions, and what stands in the text.
QStringList namesIn(const QString& text)
{
    QStringList names{QStringLiteral("sigmoid("), QStringLiteral("tanh("), QStringLiteral("relu("),
                      QStringLiteral("LN("), QStringLiteral("h_{t-1}")};
    const QRegularExpression name(QStringLiteral("\\p{L}[\\p{L}\\p{M}\\d]*(_[\\p{L}\\d]+)*"));
    for (auto each = name.globalMatch(text); each.hasNext();) {
        const QString found = each.next().captured();
        if (!names.contains(found) && !names.contains(found + u'('))
            names << found;
    }
    names.sort();
    return names;
}

/// A text whose completer, while it is open, gets Return and Escape. QCompleter gives keys to
/// the widget by its event() alone, which event filters do not see.
class EquationBox : public TextBox {
public:
    EquationBox(const QString& placeholder, QCompleter& completer, std::function<void()> written,
                QWidget* parent)
        : TextBox(placeholder, parent), m_completer(completer), m_written(std::move(written))
    {
    }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        QAbstractItemView* const names = m_completer.popup();
        const bool isOpen = names->isVisible();
        const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        if (isOpen && isReturn && !names->currentIndex().isValid())
            names->hide(); // Nothing is chosen: the line ends.
        else if (isOpen && (isReturn || event->key() == Qt::Key_Escape)) {
            event->ignore();
            return;
        }
        TextBox::keyPressEvent(event);
        const QString text = event->text();
        if ((!text.isEmpty() && text.front().isPrint())
            || (isOpen && event->key() == Qt::Key_Backspace))
            m_written();
    }

    /// Tab takes the chosen name, or the first.
    bool focusNextPrevChild(bool next) override
    {
        QAbstractItemView* const names = m_completer.popup();
        if (!next || !names->isVisible())
            return TextBox::focusNextPrevChild(next);
        if (!names->currentIndex().isValid())
            names->setCurrentIndex(names->model()->index(0, 0));
        const QString name = names->currentIndex().data().toString();
        names->hide();
        Q_EMIT m_completer.activated(name);
        return true;
    }

private:
    QCompleter& m_completer;
    std::function<void()> m_written;
};

} // namespace

CellTextField::CellTextField(const core::OptionDescription& option, const std::string& path,
                             QWidget* parent)
    : OptionField(option, path, parent)
    , m_examples(new QToolButton(this))
    , m_details(new QWidget(this))
    , m_completer(new QCompleter(this))
    , m_box(new EquationBox(
          tr("One equation on each line"), *m_completer, [this] { complete(); }, m_details))
    , m_note(makeLabel({}, LabelRole::Muted, m_details))
    , m_equations(makeLabel({}, LabelRole::Plain, m_details))
    , m_names(new QStringListModel(this))
{
    m_box->setLines(4, 8);
    m_box->setFont(Theme::instance().monospaceFont());
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_box->setFont(Theme::instance().monospaceFont());
        read();
    });
    describe(*m_box);
    m_examples->setText(tr("Begin with"));
    m_examples->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_examples);
    m_examples->setMenu(menu);
    describe(*m_examples, tr("Begin with"));
    for (const core::Choice& each : option.examples)
        menu->addAction(coreText(each.label), this, [this, text = each.value] {
            QTextCursor all(m_box->document()); // Unlike setPlainText(), it can be undone.
            all.select(QTextCursor::Document);
            all.insertText(QString::fromStdString(text));
        });
    placeAlone(*m_examples);
    setFocusProxy(m_box);
    m_note->setWordWrap(true);
    m_note->setObjectName(QStringLiteral("cellNote"));
    m_equations->setTextFormat(Qt::RichText);
    m_equations->setWordWrap(true);
    m_equations->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_equations->setObjectName(QStringLiteral("cellEquations"));
    m_equations->setAccessibleName(tr("Equations as they are computed"));
    auto* layout = new QVBoxLayout(m_details);
    layout->setContentsMargins({});
    layout->addWidget(m_box);
    layout->addWidget(m_note);
    layout->addWidget(m_equations);
    m_completer->setModel(m_names);
    m_completer->setWidget(m_box);
    m_completer->setCaseSensitivity(Qt::CaseSensitive);
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this,
            &CellTextField::insertCompletion);
    connect(m_box, &QPlainTextEdit::textChanged, this, [this] {
        read();
        Q_EMIT edited();
    });
}

void CellTextField::setValue(const core::Json& value)
{
    const QString text
        = value.is_string() ? QString::fromStdString(value.get<std::string>()) : QString();
    if (text == m_box->text())
        return;
    const QSignalBlocker quiet(m_box);
    m_box->setText(text);
    m_box->updateGeometry();
    read();
}

core::Json CellTextField::value() const
{
    return m_box->text().toStdString();
}

QWidget* CellTextField::control() const
{
    return m_box;
}

void CellTextField::read()
{
    const std::string text = m_box->text().toStdString();
    const core::TypedCell cell = core::typedCell(text);
    QList<QTextEdit::ExtraSelection> marks;
    if (cell.fault && cell.fault->end > cell.fault->begin) {
        const auto placeOf = [&text](size_t byte) {
            return int(
                QString::fromUtf8(text.data(), qsizetype(std::min(byte, text.size()))).size());
        };
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(m_box->document());
        mark.cursor.setPosition(placeOf(cell.fault->begin));
        mark.cursor.setPosition(placeOf(cell.fault->end), QTextCursor::KeepAnchor);
        mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        mark.format.setUnderlineColor(Theme::instance().bad());
        marks << mark;
    }
    m_box->setExtraSelections(marks);
    if (cell.fault) {
        QStringList sentences{sentence(core::faultText(*cell.fault, text))};
        if (!cell.fault->advice.empty())
            sentences << sentence(cell.fault->advice);
        m_note->setText(sentences.join(u' '));
        m_equations->clear();
        return;
    }
    QStringList states, equations;
    for (size_t state = 0; state < cell.graph->states(); ++state)
        states << QString::fromStdString(cell.graph->stateName(state));
    m_note->setText(tr("Kept from step to step: %1", "states of a cell, h first")
                        .arg(states.join(QStringLiteral(", "))));
    for (const core::CellEquation& each : cell.graph->equations())
        equations << typeset(each.text());
    m_equations->setText(equations.join(QStringLiteral("<br>")));
}

QString CellTextField::wordBeforeCursor() const
{
    const QTextCursor cursor = m_box->textCursor();
    const QString before = cursor.block().text().left(cursor.positionInBlock());
    static const QRegularExpression word(QStringLiteral("[\\p{L}\\p{M}\\d_]+$"));
    return word.match(before).captured();
}

void CellTextField::complete()
{
    const QString word = wordBeforeCursor();
    QStringList names = namesIn(m_box->text());
    names.removeOne(word); // It is being typed itself.
    m_names->setStringList(names);
    m_completer->setCompletionPrefix(word);
    if (word.isEmpty() || m_completer->completionCount() == 0) {
        m_completer->popup()->hide();
        return;
    }
    QRect place = m_box->cursorRect();
    place.setWidth(m_completer->popup()->sizeHintForColumn(0) + 4 * kGrid);
    m_completer->complete(place);
}

void CellTextField::insertCompletion(const QString& name)
{
    QTextCursor cursor = m_box->textCursor();
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, int(wordBeforeCursor().size()));
    cursor.insertText(name);
    m_box->setTextCursor(cursor);
}

} // namespace ui
