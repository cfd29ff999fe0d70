#include "ui/sentence/token_panel.h"

#include "core/text/text_pipeline.h"
#include "ui/sentence/embedding_panel.h"
#include "ui/sentence/translation_text.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>
#include <cmath>

namespace ui {

TokenPanel::TokenPanel(const QString& name, TokenLine::Size size, Said said, QWidget* parent)
    : QWidget(parent)
    , m_line(new TokenLine(size))
    , m_area(new TokenArea(m_line))
    , m_pointed(makeLabel({}, LabelRole::Plain))
    , m_column(makeColumn(this, {}, kGrid))
    , m_embedding(new EmbeddingPanel)
{
    m_line->setObjectName(name + QStringLiteral("Line"));
    m_area->setObjectName(name + QStringLiteral("Area"));
    m_pointed->setObjectName(name + QStringLiteral("Pointed"));
    m_line->setAccessibleName(tr("Tokens"));
    connect(m_line, &TokenLine::tokenPointed, this, &TokenPanel::point);
    m_column->addWidget(m_area, 100);
    m_column->addWidget(m_pointed);
    m_column->addWidget(m_embedding);
    m_column->addWidget(buildWeights(name));
    m_column->addStretch(1);
    m_pointed->setWordWrap(false); // one that wraps asks for the height of its narrowest form
    m_pointed->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    if (said == Said::Below)
        hideInPresentation(*m_pointed);
    else
        m_pointed->hide();
    m_embedding->hide();
    m_weights->hide();
}

QWidget* TokenPanel::buildWeights(const QString& name)
{
    m_weights = new QWidget;
    m_scale = named(new ColourScale, name + QStringLiteral("Scale"));
    auto* column = makeColumn(m_weights, {m_scale});
    auto* formula = new FormulaLabel;
    formula->setFormula({"s = Σ_i a_i h_i,  a = softmax(e),  e_i = score(h_i)",
                         R"tex(s = \sum_i a_i h_i,
\quad a_i = \frac{\exp e_i}{\sum_j \exp e_j},
\quad e_i = \operatorname{score}(h_i))tex"});
    QLabel* meaning = makeLabel(
        tr("The weights apply to the states h at the words, and a state also depends on other "
           "words: a bright word has a large share in the sentence vector s. This is not an "
           "explanation: the weights, which sum to 1, show neither on which words the prediction "
           "depends nor in which direction. The view Words leaves each word out and shows that."),
        LabelRole::Muted);
    for (QWidget* words : {static_cast<QWidget*>(formula), static_cast<QWidget*>(meaning)}) {
        column->addWidget(words);
        hideInPresentation(*words);
    }
    return m_weights;
}

void TokenPanel::setTokens(std::vector<ShownToken> tokens, double high)
{
    const size_t before = m_line->tokens().size();
    m_scale->setScale(high, tr("weight"));
    m_line->setTokens(std::move(tokens), high);
    m_area->updateGeometry();
    if (m_line->current() < 0 && before != m_line->tokens().size())
        m_pointedToken = -1; // another sentence
    m_pointed->setText(said());
    showEmbedding();
    if (before != m_line->tokens().size())
        Q_EMIT heightChanged();
}

void TokenPanel::setEmbeddings(std::vector<std::vector<float>> vectors, int64_t vocabularySize)
{
    m_vectors = std::move(vectors);
    m_vocabularySize = vocabularySize;
    showEmbedding();
}

void TokenPanel::showWeights(bool on)
{
    m_weights->setVisible(on);
}

void TokenPanel::point(int index)
{
    m_pointedToken = index;
    m_pointed->setText(said());
    showEmbedding();
    Q_EMIT pointed();
}

QString TokenPanel::said() const
{
    return m_line->describe(m_pointedToken >= 0 ? m_pointedToken : m_line->current());
}

/// Shows the chosen token: hovering must not move the widgets below.
void TokenPanel::showEmbedding()
{
    const int current = m_line->current();
    const bool there = current >= 0 && size_t(current) < m_vectors.size() && m_vocabularySize > 0
        && m_vectors.size() == m_line->tokens().size();
    if (there) {
        double largest = 0.0; // of the sentence, so that tokens can be compared
        for (const std::vector<float>& vector : m_vectors) {
            for (const float number : vector)
                largest = std::max(largest, std::abs(double(number)));
        }
        const ShownToken& token = m_line->tokens()[size_t(current)];
        m_embedding->setToken(
            {token.text, token.id, m_vectors[size_t(current)], m_vocabularySize, largest});
    }
    if (there == m_embedding->isHidden()) {
        m_embedding->setVisible(there);
        Q_EMIT heightChanged();
    }
}

void TokenPanel::insertBelow(QWidget* widget)
{
    constexpr int kGrows = 100; // If it can: else the free space below does.
    m_column->insertWidget(m_column->indexOf(m_pointed) + 1, widget, kGrows);
}

void TokenPanel::removeBelow(QWidget* widget)
{
    m_column->removeWidget(widget);
}

bool TokenPanel::showsVector() const
{
    return !m_embedding->isHidden();
}

bool TokenPanel::event(QEvent* event)
{
    // At another width the words take other lines, which is known after the layout only.
    if (event->type() == QEvent::LayoutRequest)
        Q_EMIT heightChanged();
    return QWidget::event(event);
}

int TokenPanel::wishedHeight() const
{
    int height = m_area->sizeHint().height() + kGrid;
    for (const QWidget* part :
         {static_cast<const QWidget*>(m_pointed), static_cast<const QWidget*>(m_embedding),
          static_cast<const QWidget*>(m_weights)}) {
        if (part->isHidden())
            continue;
        const int asked = part->hasHeightForWidth() ? part->heightForWidth(std::max(width(), 300))
                                                    : part->sizeHint().height();
        height += asked + kGrid;
    }
    return height;
}

PairTokens::PairTokens(QWidget* parent)
    : QWidget(parent)
    , m_source(new TokenPanel(QStringLiteral("source"), TokenLine::Size::Ordinary,
                              TokenPanel::Said::ByOwner))
    , m_target(new TokenPanel(QStringLiteral("target"), TokenLine::Size::Ordinary,
                              TokenPanel::Said::ByOwner))
    , m_last(m_target)
    , m_caption(makeLabel({}, LabelRole::Muted))
    , m_said(named(makeLabel({}, LabelRole::Plain), "tokenPointed"))
    , m_side(new QuietComboBox)
{
    m_source->line().setAccessibleName(tr("Source tokens"));
    m_target->line().setAccessibleName(tr("Target tokens"));
    m_target->line().setMarks(Mark::Kind::Target);
    named(m_side, "sideBox", tr("Translation to show"));
    m_side->addItems({tr("Reference, forced"), tr("Free running")});
    m_side->setCurrentIndex(int(Side::Free));
    m_side->setMinimumContentsLength(14);
    m_side->hide();
    connect(m_side, &QComboBox::currentIndexChanged, this, &PairTokens::sideChosen);
    QLabel* caption = makeLabel(tr("Source"), LabelRole::Muted);
    for (QLabel* label : {caption, m_caption}) {
        label->setWordWrap(false);
        label->setContentsMargins(0, kGrid / 2, 0, 0); // on the words' line
    }
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, kGrid / 2);
    grid->setHorizontalSpacing(kGrid);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(1, 1);
    grid->addWidget(caption, 0, 0, Qt::AlignTop | Qt::AlignLeft);
    grid->addWidget(m_source, 0, 1);
    grid->addWidget(m_caption, 1, 0, Qt::AlignTop | Qt::AlignLeft);
    grid->addWidget(m_side, 1, 0, Qt::AlignTop | Qt::AlignLeft);
    grid->addWidget(m_target, 1, 1);
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
        + kGrid;
}

} // namespace ui
