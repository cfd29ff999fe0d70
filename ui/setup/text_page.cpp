#include "ui/setup/text_page.h"

#include "ui/setup/side_name.h"
#include "ui/setup/spec_access.h"
#include "ui/setup/text_side.h"
#include "ui/widgets/theme.h"

#include <QResizeEvent>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int kTwoColumns = 1000; ///< A narrower page has one side below the other.

QString capitalised(QString text)
{
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

} // namespace

TextPage::TextPage(QWidget* parent)
    : PreviewPage(tr("Text"), kInfo, parent)
    , m_sides(new QBoxLayout(QBoxLayout::TopToBottom))
    , m_source(new TextSide(this))
    , m_target(new TextSide(this))
{
    empty().setTexts(tr("Here texts become numbers"),
                     tr("Once there is data, this shows your own texts before and after cleaning, "
                        "their tokens and ids, and the vocabulary."));
    m_sides->setSpacing(4 * Theme::instance().spacing());
    m_sides->addWidget(m_source, 1);
    m_sides->addWidget(m_target, 1);
    m_target->hide();
    content().addLayout(m_sides);
    content().addStretch(1);
}

void TextPage::setPreview(const core::TextPreview& preview)
{
    m_pairs = false;
    m_source->setPreview(preview);
    showTitles();
    showContent();
}

void TextPage::setPairPreview(const core::PairTextPreview& preview)
{
    m_pairs = true;
    m_source->setPreview(preview.source);
    m_target->setPreview(preview.target);
    showTitles();
    showContent();
}

void TextPage::setSpec(const core::Json& spec)
{
    const core::Json section = member(spec, "data");
    m_sourceLanguage = text(section, "source_language");
    m_targetLanguage = text(section, "target_language");
    showTitles();
}

void TextPage::showTitles()
{
    m_target->setVisible(m_pairs);
    m_source->setTitle(m_pairs ? capitalised(sideName(Side::Source, m_sourceLanguage)) : QString());
    m_target->setTitle(capitalised(sideName(Side::Target, m_targetLanguage)));
}

void TextPage::resizeEvent(QResizeEvent* event)
{
    PreviewPage::resizeEvent(event);
    m_sides->setDirection(event->size().width() < kTwoColumns ? QBoxLayout::TopToBottom
                                                              : QBoxLayout::LeftToRight);
}

} // namespace ui
