#include "ui/window/second_pane.h"

#include "ui/setup/setup_panel.h"
#include "ui/views.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/settings.h"
#include "ui/window/view_tabs.h"

#include <QCloseEvent>
#include <QGuiApplication>
#include <QScreen>
#include <QShortcut>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

constexpr QSize kOwnWindow{1024, 720};

/// The preview of the set-up is one widget, which belongs to the first pane.
std::vector<ViewEntry> entriesOfSecondPane()
{
    std::vector<ViewEntry> entries = views();
    std::erase_if(entries, [](const ViewEntry& entry) {
        return QLatin1String(entry.id) == QLatin1String("preview");
    });
    return entries;
}

} // namespace

/// Sends the questions of the second pane through the context of the first.
class SecondContext : public ViewContext {
public:
    explicit SecondContext(ViewContext& source) : ViewContext(source, nullptr), m_source(source) { }

    std::unique_ptr<Asked> ask(const ModelChoice& choice, const core::AnyQuestion& question,
                               Hearer hearer) override
    {
        return m_source.ask(choice, question, std::move(hearer));
    }
    bool isAnswering() const override { return m_source.isAnswering(); }
    const std::vector<RunRow>& runs() const override { return m_source.runs(); }
    const core::Catalogue& catalogue() const override { return m_source.catalogue(); }
    QWidget* preview() const override { return nullptr; }

private:
    ViewContext& m_source;
};

SecondPane::SecondPane(ViewContext& context, const Knowledge& knowledge, QWidget* parent)
    : QWidget(parent)
    , m_source(context)
    , m_entries(entriesOfSecondPane())
    , m_context(std::make_unique<SecondContext>(context))
    , m_tabs(new ViewTabs(m_entries, knowledge.catalogue, knowledge.questions))
{
    setObjectName(QStringLiteral("secondPane"));
    setWindowTitle(tr("Second view - Unroll"));
    setWindowIcon(icon(QStringLiteral("unroll")));
    setAutoFillBackground(true);
    makeColumn(this, {{m_tabs, 1}}, 0);
    m_tabs->setHeadline(buildChoosers());
    m_tabs->setContext(*m_context);
    connectRequests();
    for (const auto& [key, on] : {std::pair(Qt::Key_F11, true), std::pair(Qt::Key_Escape, false)}) {
        auto* shortcut = new QShortcut(key, this);
        shortcut->setEnabled(false); // Within the first window these are keys of that window.
        connect(shortcut, &QShortcut::activated, this,
                [this, on = on] { turnFullScreen(on && !isFullScreen()); });
    }
}

SecondPane::~SecondPane()
{
    delete m_tabs; // Views refer to the context.
}

QWidget* SecondPane::buildChoosers()
{
    const auto chooser
        = [this](const char* name, const QString& accessibleName, const QString& help) {
              auto* box = named(new QuietComboBox, name, accessibleName, help);
              connect(box, &QComboBox::activated, this, &SecondPane::readChoosers);
              return box;
          };
    m_run = chooser("secondRunComboBox", tr("Run of the second view"),
                    tr("To compare two runs, choose the run that this view shows"));
    m_epoch = chooser("secondEpochComboBox", tr("Epoch of the second view"),
                      tr("To compare two states of a network, choose the epoch that this view "
                         "shows; epochs are listed if checkpoints of them were kept"));
    m_text = chooser("secondTextComboBox", tr("Sentence of the second view"),
                     tr("To compare two sentences, choose one of the pinned sentences"));
    m_close = named(new QToolButton, "closeSecondButton", tr("Close the second view"),
                    tr("Close the second view (F8)"));
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::StrongFocus);
    setIcon(*m_close, QStringLiteral("close"));
    connect(m_close, &QToolButton::clicked, this, &SecondPane::closed);
    auto* bar = named(new QWidget, "secondChoosers");
    constexpr int kEpochLetters = 17; // "best (epoch 9), not 42" with narrow letters
    m_epoch->setMinimumContentsLength(kEpochLetters);
    makeRow(bar, {{m_run, 2}, {m_epoch, 1}, {m_text, 3}}, kGrid);
    m_tabs->setCorner(m_close);
    return bar;
}

/// Requests go to the first pane where this one follows it.
void SecondPane::connectRequests()
{
    SecondContext* context = m_context.get();
    connect(context, &ViewContext::looked, this,
            [this](const QString& text, const QString& reference) {
                if (!m_choice.text)
                    return m_source.look(text, reference);
                PaneChoice choice = m_choice;
                choice.text = text;
                this->choose(choice);
            });
    connect(context, &ViewContext::pinned, &m_source, &ViewContext::pin);
    connect(context, &ViewContext::viewRequested, m_tabs, &ViewTabs::show);
    connect(context, &ViewContext::presetRequested, &m_source, &ViewContext::presetRequested);
    connect(context, &ViewContext::trainRequested, &m_source, &ViewContext::trainRequested);
    connect(context, &ViewContext::epochPicked, this, [this](const QString& run, int epoch) {
        if (m_choice.run.isEmpty() && !m_choice.epoch)
            Q_EMIT m_source.epochPicked(run, epoch);
        else
            this->choose({run, epoch, m_choice.text, 0});
    });
    connect(context, &ViewContext::headPicked, &m_source, &ViewContext::headPicked);
    connect(context, &ViewContext::updatePicked, this, [this](const QString& run, qint64 step) {
        if (m_choice.run.isEmpty() && !m_choice.epoch)
            return m_source.pickUpdate(run, step);
        PaneChoice choice = m_choice;
        choice.run = run;
        choice.update = step;
        this->choose(choice);
    });
}

void SecondPane::follow(const Shown& first, const Shown& own)
{
    fillChoosers(first, own);
    m_tabs->follow(own);
}

void SecondPane::fillChoosers(const Shown& first, const Shown& own)
{
    const auto same = [](const QString& title, const QString& name) {
        return name.isEmpty() ? title : tr("%1: %2").arg(title, name);
    };
    QuietComboBox::Choices runs{{same(tr("Same run"), first.name), QString()}};
    for (const RunRow& row : m_source.runs())
        runs.emplace_back(QString::fromStdString(row.summary.name), row.id);
    QuietComboBox::Choices epochs{{sameEpoch(first, own), QVariant()}, {tr("Latest or best"), -1}};
    for (const int epoch : own.epochs)
        epochs.emplace_back(tr("Epoch %1").arg(epoch), epoch);
    QuietComboBox::Choices texts{{same(tr("Same sentence"), first.text), QVariant()}};
    QStringList pinned = first.pinned;
    if (m_choice.text && !pinned.contains(*m_choice.text))
        pinned << *m_choice.text;
    for (const QString& text : std::as_const(pinned))
        texts.emplace_back(text, text);
    const auto show
        = [](QuietComboBox& box, const QuietComboBox::Choices& choices, const QVariant& current) {
              box.setChoices(choices);
              const auto at
                  = std::find_if(choices.begin(), choices.end(),
                                 [&current](const auto& each) { return each.second == current; });
              box.setCurrentIndex(at == choices.end() ? 0 : int(at - choices.begin()));
          };
    show(*m_run, runs, m_choice.run);
    show(*m_epoch, epochs, m_choice.epoch ? QVariant(*m_choice.epoch) : QVariant());
    show(*m_text, texts, m_choice.text ? QVariant(*m_choice.text) : QVariant());
}

/// "Same: epoch 3"; "best (epoch 9), not 42" where the run has no epoch 42.
QString SecondPane::sameEpoch(const Shown& first, const Shown& own) const
{
    if (!first.hasRun())
        return tr("Same");
    const bool isOther
        = !m_choice.epoch && first.choice.epoch >= 0 && own.choice.epoch != first.choice.epoch;
    return isOther ? tr("%1, not %2").arg(own.state).arg(first.choice.epoch)
                   : tr("Same: %1").arg(m_choice.epoch ? first.state : own.state);
}

void SecondPane::readChoosers()
{
    PaneChoice choice;
    choice.run = m_run->currentData().toString();
    if (const QVariant epoch = m_epoch->currentData(); epoch.isValid())
        choice.epoch = epoch.toInt();
    if (choice.run != m_choice.run && choice.epoch.value_or(-1) >= 0)
        choice.epoch = -1; // Another run has other epochs.
    if (const QVariant text = m_text->currentData(); text.isValid())
        choice.text = text.toString();
    choose(choice);
}

void SecondPane::choose(PaneChoice choice)
{
    if (choice == m_choice)
        return;
    m_choice = std::move(choice);
    Q_EMIT choiceChanged(m_choice);
}

int SecondPane::headHeight() const
{
    return m_run->sizeHint().height();
}

void SecondPane::restore(const Settings& settings)
{
    m_tabs->load(settings);
}

void SecondPane::placeIn(QWidget* parent, bool asWindow)
{
    if (asWindow == isWindow() && (asWindow || parentWidget() == parent))
        return;
    setParent(parent, asWindow ? Qt::Window : Qt::Widget);
    m_close->setVisible(!asWindow);
    for (QShortcut* shortcut : findChildren<QShortcut*>(QString(), Qt::FindDirectChildrenOnly))
        shortcut->setEnabled(asWindow);
    if (!asWindow)
        return;
    resize(kOwnWindow);
    const QList<QScreen*> screens = QGuiApplication::screens();
    const auto other = std::find_if(screens.begin(), screens.end(), [parent](QScreen* screen) {
        return screen != parent->window()->screen();
    });
    if (other != screens.end()) {
        setGeometry((*other)->availableGeometry());
        turnFullScreen(true);
    }
}

void SecondPane::turnFullScreen(bool on)
{
    setWindowState(on ? windowState() | Qt::WindowFullScreen
                      : windowState() & ~Qt::WindowFullScreen);
}

void SecondPane::closeEvent(QCloseEvent* event)
{
    QWidget::closeEvent(event);
    Q_EMIT closed();
}

} // namespace ui
