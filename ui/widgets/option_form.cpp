#include "ui/widgets/option_form.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/option_rows.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QFrame>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTextLayout>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr int kHelpLines = 2;

/// The letters of the menus File, Edit, Run, View and Help.
const char16_t* const kMenuLetters = u"FERVH";

/// The beginning of `text` that fits into kHelpLines lines of `width`.
QString shortened(const QString& text, const QFont& font, int width)
{
    QTextLayout layout(text, font);
    layout.beginLayout();
    QString result;
    for (int i = 0; i < kHelpLines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(width);
        // The last line takes the rest, cut where it must be.
        result += i + 1 < kHelpLines
            ? text.mid(line.textStart(), line.textLength())
            : QFontMetrics(font).elidedText(text.mid(line.textStart()), Qt::ElideRight, width);
    }
    layout.endLayout();
    return result;
}

/// Marks the first free letter of `text`, starts of words first. Unmarked when all are taken.
QString withMnemonic(const QString& text, QString& taken)
{
    qsizetype best = -1;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (!text[i].isLetter() || taken.contains(text[i].toUpper()))
            continue;
        const bool startsWord = i == 0 || !text[i - 1].isLetter();
        if (best < 0 || startsWord) {
            best = i;
            if (startsWord)
                break;
        }
    }
    QString escaped = text;
    if (best >= 0) {
        taken += text[best].toUpper();
        escaped.insert(best, QChar(0x1)); // A mark that survives the escaping of '&'.
    }
    escaped.replace(u'&', QStringLiteral("&&"));
    return escaped.replace(QChar(0x1), u'&');
}

} // namespace

OptionForm::OptionForm(const core::Catalogue& catalogue, const std::string& task,
                       const std::vector<core::OptionDescription>& options, const std::string& path,
                       QWidget* parent)
    : QWidget(parent)
    , m_catalogue(catalogue)
    , m_path(path)
    , m_scroll(new QScrollArea(this))
    , m_inside(nullptr)
    , m_help(makeLabel({}, LabelRole::Muted, this))
{
    auto* inside = new QWidget;
    m_inside = makeColumn(inside, {}, kGrid, {kGrid, kGrid, kGrid, kGrid});
    m_rows = new OptionRows({catalogue, task}, options, path, inside);
    m_inside->addWidget(m_rows);
    m_inside->addStretch(1);
    m_scroll->setWidget(inside);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    inside->installEventFilter(this);
    m_help->setObjectName(QString::fromStdString(path) + QStringLiteral(".help"));
    m_help->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_help->setContentsMargins(kGrid, 4, kGrid, 4);
    QSizePolicy policy = m_help->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // Fields must not move when one is entered or left.
    m_help->setSizePolicy(policy);
    auto* edge = new QFrame(this); // A field that is cut here goes on below: scroll.
    edge->setFrameShape(QFrame::HLine);
    edge->setFrameShadow(QFrame::Plain);
    edge->setForegroundRole(QPalette::Mid);
    makeColumn(this, {{m_scroll, 1}, edge, m_help}, 0);
    connectRows();
    connect(qApp, &QApplication::focusChanged, this,
            [this](const QWidget*, const QWidget* now) { showHelpOf(now); });
    followStructure();
    showHelpOf(nullptr);
}

OptionForm::~OptionForm()
{
    // QWidget's end hides the form and so moves the focus, when the members here are gone already.
    disconnect(qApp, nullptr, this, nullptr);
}

void OptionForm::connectRows()
{
    connect(m_rows, &OptionRows::edited, this, &OptionForm::edited);
    connect(m_rows, &OptionRows::structureChanged, this, &OptionForm::followStructure);
}

void OptionForm::setOptions(const std::string& task,
                            const std::vector<core::OptionDescription>& options)
{
    const core::Json before = value();
    OptionRows* old = m_rows;
    m_rows = new OptionRows({m_catalogue, task}, options, m_path, m_scroll->widget());
    delete m_inside->replaceWidget(old, m_rows);
    old->disconnect(this);
    old->hide();
    old->deleteLater(); // The wish may have come from one of its fields.
    // Until then the old controls must not be found by their names.
    for (QWidget* each : old->findChildren<QWidget*>())
        each->setObjectName({});
    connectRows();
    m_rows->setValue(before);
    m_rows->show();
    followStructure();
}

void OptionForm::setValue(const core::Json& object)
{
    m_rows->setValue(object);
}

core::Json OptionForm::value() const
{
    return m_rows->value();
}

std::vector<core::Problem> OptionForm::setProblems(const std::vector<core::Problem>& problems)
{
    m_rows->clearProblems();
    std::vector<core::Problem> homeless;
    for (const core::Problem& problem : problems) {
        if (!m_rows->showProblem(problem))
            homeless.push_back(problem);
    }
    return homeless;
}

void OptionForm::setFits(const std::vector<FieldFit>& fits)
{
    for (const FieldFit& fit : fits)
        m_rows->showFit(fit);
}

void OptionForm::setEditable(bool editable)
{
    m_editable = editable;
    applyEditable();
}

void OptionForm::setOpen(Open open, const QString& why)
{
    m_open = std::move(open);
    m_whyClosed = why;
    applyEditable();
}

void OptionForm::setIdle(const std::set<std::string>& paths, const QString& why)
{
    if (paths == m_idle && why == m_whyIdle)
        return;
    m_idle = paths;
    m_whyIdle = why;
    applyEditable();
}

void OptionForm::addAbove(QWidget* widget)
{
    m_inside->insertWidget(m_inside->count() - 2, widget);
}

bool OptionForm::focusSetting(const std::string& path)
{
    m_rows->unfold(path);
    OptionField* nearest = nullptr;
    for (OptionField* field : findChildren<OptionField*>()) {
        const std::string& own = field->path();
        const bool holds = path == own || (path.starts_with(own) && path[own.size()] == '.');
        if (holds && (nearest == nullptr || own.size() > nearest->path().size()))
            nearest = field;
    }
    if (nearest == nullptr)
        return false;
    m_inside->activate(); // What was unfolded has its place then.
    m_scroll->ensureWidgetVisible(nearest);
    nearest->control()->setFocus(Qt::ShortcutFocusReason);
    return true;
}

/// Keeps the content as wide as the view: only its height scrolls.
bool OptionForm::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Polish)
        m_scroll->setMinimumWidth(m_scroll->widget()->minimumSizeHint().width()
                                  + m_scroll->verticalScrollBar()->sizeHint().width());
    return QWidget::eventFilter(watched, event);
}

void OptionForm::followStructure()
{
    assignMnemonics();
    applyEditable();
}

void OptionForm::showHelpOf(const QWidget* focus)
{
    const OptionField* field = nullptr;
    if (focus != nullptr && isAncestorOf(focus)) {
        for (const QWidget* at = focus; at != this && field == nullptr; at = at->parentWidget())
            field = qobject_cast<const OptionField*>(at);
    }
    m_helpText = field == nullptr ? QString() : tr("%1: %2").arg(field->label(), field->helpText());
    m_help->setVisible(field != nullptr);
    setHelp(*m_help, m_helpText);
    fitHelp();
}

void OptionForm::fitHelp()
{
    const QFont font = Theme::instance().textFont();
    m_help->setText(shortened(m_helpText, font, width() - 2 * kGrid - 4));
    m_help->setFixedHeight(kHelpLines * QFontMetrics(font).lineSpacing() + kGrid);
}

void OptionForm::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fitHelp();
}

void OptionForm::assignMnemonics()
{
    QString taken = QString::fromUtf16(kMenuLetters);
    for (QLabel* label : findChildren<QLabel*>()) {
        const QString text = label->property("optionLabel").toString();
        // The labels of a replaced form still exist until the next event.
        if (text.isEmpty() || label->buddy() == nullptr)
            continue;
        label->setText(withMnemonic(text, taken));
    }
}

bool OptionForm::isIdle(const std::string& path) const
{
    return std::any_of(m_idle.begin(), m_idle.end(), [&path](const std::string& idle) {
        return path.starts_with(idle) && (path.size() == idle.size() || path[idle.size()] == '.');
    });
}

void OptionForm::applyEditable()
{
    for (OptionField* field : findChildren<OptionField*>()) {
        const bool idle = isIdle(field->path());
        const bool open = m_editable || (m_open && m_open(field->path()));
        field->setEnabled(open && !idle);
        setHelp(*field, idle ? m_whyIdle : open || !m_open ? QString() : m_whyClosed);
        const core::OptionType type = field->option().type;
        if (type == core::OptionType::PathList || type == core::OptionType::SelectionList)
            field->details()->setEnabled(open && !idle);
    }
}

} // namespace ui
