#include "ui/widgets/empty_state.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QStackedLayout>

namespace ui {

namespace {

constexpr int kPictureSize = 40;
constexpr int kTextWidth = 480;

void keepPicture(QLabel& label, const QString& name)
{
    const auto renew = [&label, name] {
        label.setPixmap(icon(name, Theme::instance().mutedText())
                            .pixmap(QSize(kPictureSize, kPictureSize), label.devicePixelRatioF()));
    };
    renew();
    QObject::connect(&Theme::instance(), &Theme::changed, &label, renew);
}

} // namespace

EmptyState::EmptyState(const QString& iconName, const QString& title, const QString& how,
                       QWidget* parent)
    : QWidget(parent)
    , m_title(named(makeLabel(title, LabelRole::Heading, this), "emptyTitle"))
    , m_how(makeLabel(how, LabelRole::Muted, this))
    , m_buttons(makeRow(nullptr))
{
    auto* picture = new QLabel(this);
    keepPicture(*picture, iconName);
    m_title->setAlignment(Qt::AlignCenter);
    m_how->setAlignment(Qt::AlignCenter);
    const auto fit
        = [this] { m_how->setMaximumWidth(qRound(kTextWidth * Theme::instance().scale())); };
    connect(&Theme::instance(), &Theme::changed, this, fit);
    fit();
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(kGrid);
    layout->addStretch(2);
    layout->addWidget(picture, 0, Qt::AlignCenter);
    layout->addWidget(m_title, 0, Qt::AlignCenter);
    // No alignment here: a wrapped label in an aligned cell gets no height for its width.
    auto* row = makeRow(nullptr, {freeSpace(), {m_how, 100}, freeSpace()});
    layout->addLayout(row);
    m_buttons->addStretch(1);
    m_buttons->addStretch(1);
    layout->addSpacing(kGrid);
    layout->addLayout(m_buttons);
    layout->addStretch(3);
}

void EmptyState::setTexts(const QString& title, const QString& how)
{
    m_title->setText(title);
    m_how->setText(how);
}

QPushButton* EmptyState::addButton(const QString& text)
{
    auto* button = new QPushButton(text, this);
    m_buttons->insertWidget(m_buttons->count() - 1, button);
    return button;
}

ContentOrEmpty::ContentOrEmpty(const QString& iconName, QWidget* parent)
    : QWidget(parent), m_stack(new QStackedLayout(this)), m_empty(new EmptyState(iconName, {}, {}))
{
    m_stack->addWidget(m_empty);
}

void ContentOrEmpty::setContent(QWidget* content)
{
    m_stack->addWidget(content);
}

void ContentOrEmpty::showContent()
{
    m_stack->setCurrentIndex(1);
}

void ContentOrEmpty::showEmpty()
{
    m_stack->setCurrentIndex(0);
}

void ContentOrEmpty::showEmpty(const QString& title, const QString& how)
{
    m_empty->setTexts(title, how);
    showEmpty();
}

void ContentOrEmpty::showNoText()
{
    showEmpty(tr("No text yet"), tr("Type a text above."));
}

bool ContentOrEmpty::hasContent() const
{
    return m_stack->currentIndex() == 1;
}

} // namespace ui
