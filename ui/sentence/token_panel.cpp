#include "ui/sentence/token_panel.h"

#include "ui/sentence/embedding_panel.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QLabel>

#include <algorithm>
#include <cmath>

namespace ui {

TokenPanel::TokenPanel(const QString& name, TokenLine::Size size, Said said, QWidget* parent)
    : QWidget(parent)
    , m_line(new TokenLine(size))
    , m_area(new TokenArea(m_line))
    , m_pointed(makeLabel({}, LabelRole::Plain))
    , m_column(new QVBoxLayout(this))
    , m_embedding(new EmbeddingPanel)
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(Theme::instance().spacing());
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
    auto* column = makeColumn(*m_weights, -1);
    m_scale = new ColourScale;
    m_scale->setObjectName(name + QStringLiteral("Scale"));
    column->addWidget(m_scale);
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
    m_column->insertWidget(m_column->indexOf(m_pointed) + 1, widget);
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
    const int space = Theme::instance().spacing();
    int height = m_area->sizeHint().height() + space;
    for (const QWidget* part :
         {static_cast<const QWidget*>(m_pointed), static_cast<const QWidget*>(m_embedding),
          static_cast<const QWidget*>(m_weights)}) {
        if (part->isHidden())
            continue;
        const int asked = part->hasHeightForWidth() ? part->heightForWidth(std::max(width(), 300))
                                                    : part->sizeHint().height();
        height += asked + space;
    }
    return height;
}

} // namespace ui
