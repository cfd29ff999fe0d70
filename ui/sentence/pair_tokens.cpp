#include "ui/sentence/pair_tokens.h"

#include "core/text/text_pipeline.h"
#include "ui/sentence/token_panel.h"
#include "ui/sentence/translation_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QGridLayout>
#include <QLabel>

namespace ui {

PairTokens::PairTokens(QWidget* parent)
    : QWidget(parent)
    , m_source(new TokenPanel(QStringLiteral("source"), TokenLine::Size::Ordinary,
                              TokenPanel::Said::ByOwner))
    , m_target(new TokenPanel(QStringLiteral("target"), TokenLine::Size::Ordinary,
                              TokenPanel::Said::ByOwner))
    , m_last(m_target)
    , m_caption(makeLabel({}, LabelRole::Muted))
    , m_said(makeLabel({}, LabelRole::Plain))
    , m_side(new QuietComboBox)
{
    const int space = Theme::instance().spacing();
    m_source->line().setAccessibleName(tr("Source tokens"));
    m_target->line().setAccessibleName(tr("Target tokens"));
    named(m_side, "sideBox", tr("Translation that is shown"));
    m_side->addItems({tr("Reference, forced"), tr("Free running")});
    m_side->setCurrentIndex(int(Side::Free));
    m_side->setMinimumContentsLength(14);
    m_side->hide();
    connect(m_side, &QComboBox::currentIndexChanged, this, &PairTokens::sideChosen);
    QLabel* caption = makeLabel(tr("Source"), LabelRole::Muted);
    for (QLabel* label : {caption, m_caption}) {
        label->setWordWrap(false);
        label->setContentsMargins(0, space / 2, 0, 0); // on the words' line
    }
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, space / 2);
    grid->setHorizontalSpacing(space);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(1, 1);
    grid->addWidget(caption, 0, 0, Qt::AlignTop | Qt::AlignLeft);
    grid->addWidget(m_source, 0, 1);
    grid->addWidget(m_caption, 1, 0, Qt::AlignTop | Qt::AlignLeft);
    grid->addWidget(m_side, 1, 0, Qt::AlignTop | Qt::AlignLeft);
    grid->addWidget(m_target, 1, 1);
    m_said->setObjectName(QStringLiteral("tokenPointed"));
    m_said->setWordWrap(false); // one that wraps asks for the height of its narrowest form
    m_said->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    grid->addWidget(m_said, 2, 1);
    grid->setRowStretch(3, 1); // what is more than is needed stands below, not between the rows
    for (TokenPanel* tokens : {m_source, m_target}) {
        connect(tokens, &TokenPanel::heightChanged, this, &PairTokens::heightChanged);
        connect(tokens, &TokenPanel::pointed, this, [this, tokens] {
            m_last = tokens;
            showSaid();
        });
    }
    showSaid();
}

void PairTokens::showSaid()
{
    const TokenPanel* other = m_last == m_source ? m_target : m_source;
    const QString text = m_last->said().isEmpty() ? other->said() : m_last->said();
    m_said->setText(text.isEmpty()
                        ? tr("Point at a token to read its id and probability; choose a source "
                             "token to see its vector.")
                        : text);
}

void PairTokens::setInspection(const core::TranslationInspection& inspection)
{
    std::vector<ShownToken> words;
    for (size_t i = 0; i < inspection.sourceTokens.size(); ++i) {
        const int64_t id
            = i < inspection.sourceIds.size() ? inspection.sourceIds[i] : core::kUnknownId;
        words.push_back({readableToken(inspection.sourceTokens[i]), id, id == core::kUnknownId});
    }
    m_source->setTokens(std::move(words), 1.0);
    m_source->setEmbeddings(inspection.sourceEmbeddings, inspection.sourceVocabularySize);
    words.clear();
    for (const core::TargetToken& token : inspection.targetTokens)
        words.push_back({readableToken(token.text), token.id, token.id == core::kUnknownId, -1.0,
                         targetTokenRemark(token)});
    m_target->setTokens(std::move(words), 1.0);
    showSaid();
    m_caption->setText(inspection.forced ? tr("Reference") : tr("Translation"));
}

void PairTokens::setComparing(bool on)
{
    m_caption->setVisible(!on);
    m_side->setVisible(on);
}

PairTokens::Side PairTokens::side() const
{
    return Side(m_side->currentIndex());
}

bool PairTokens::showsVector() const
{
    return m_source->showsVector();
}

int PairTokens::wishedHeight() const
{
    return m_source->wishedHeight() + m_target->wishedHeight() + m_said->sizeHint().height()
        + Theme::instance().spacing();
}

} // namespace ui
