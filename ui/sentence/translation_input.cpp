#include "ui/sentence/translation_input.h"

#include "ui/sentence/inspection_view.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"

#include <QGridLayout>

namespace ui {

TranslationInput::TranslationInput(QToolButton* asText, QWidget* parent)
    : QWidget(parent)
    , m_source(new SentenceInput(tr("Type a sentence to translate")))
    , m_reference(new SentenceInput(tr("Compare with a reference (optional)")))
{
    named(m_source, "textBox", tr("Source sentence; earlier ones are in the list"));
    named(m_reference, "referenceBox", tr("Reference translation to compare with; may be empty"));
    setHelp(*m_reference,
            tr("Reference translation: the network then predicts each of its tokens given the "
               "reference (teacher forcing), beside its own translation"));
    for (const SentenceInput* input : {m_source, m_reference})
        connect(input, &SentenceInput::asked, this, &TranslationInput::ask);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(Theme::instance().spacing());
    grid->setColumnStretch(0, 1);
    grid->addWidget(m_source, 0, 0);
    grid->addWidget(m_reference, 1, 0);
    QToolButton *pin = makePin(), *decode = makeDecode();
    for (QToolButton* button : {pin, decode, asText})
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    grid->addWidget(pin, 0, 1);
    grid->addWidget(decode, 0, 2);
    grid->addWidget(asText, 1, 1, 1, 2);
}

QToolButton* TranslationInput::makePin()
{
    auto* pin = new PinButton;
    connect(pin, &QToolButton::clicked, this, [this] {
        m_source->remember();
        Q_EMIT pinRequested(source());
    });
    return pin;
}

QToolButton* TranslationInput::makeDecode()
{
    auto* decode = named(new QToolButton, "decodeButton", {},
                         tr("Open this sentence in Decoding: every step of the search"));
    decode->setText(tr("Decode"));
    decode->setFocusPolicy(Qt::StrongFocus);
    connect(decode, &QToolButton::clicked, this, [this] {
        if (!source().trimmed().isEmpty())
            Q_EMIT decodeRequested(source());
    });
    return decode;
}

QString TranslationInput::source() const
{
    return m_source->text();
}

QString TranslationInput::reference() const
{
    return m_reference->text();
}

void TranslationInput::setTexts(const QString& source, const QString& reference)
{
    m_source->setText(source);
    m_reference->setText(reference);
}

void TranslationInput::ask()
{
    m_source->stopWaiting();
    m_reference->stopWaiting();
    if (!source().trimmed().isEmpty())
        Q_EMIT asked(source(), reference());
}

} // namespace ui
