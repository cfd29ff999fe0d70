#pragma once

#include <QString>
#include <QWidget>

#include <vector>

namespace ui {

/// A number worth seeing at once and what it counts.
struct Fact {
    QString figure; ///< "9,000"
    QString caption; ///< "training {text|texts}"; filled() chooses by the figure.
    QString help; ///< The definition, as a tool tip.
    QString name = {}; ///< Object name of the figure.
};

/// "training texts", but "training text" where there is one.
QString captionOf(const Fact& fact);

/// A row of large numbers with captions below, wrapped where there is no room.
class FactsRow : public QWidget {
    Q_OBJECT
public:
    explicit FactsRow(QWidget* parent = nullptr);

    void setFacts(const std::vector<Fact>& facts);
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return arrange(width, Place::No); }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// Places the facts for a width; with Place::No only measures. @returns the height.
    enum class Place { No, Yes };
    int arrange(int width, Place place) const;

    std::vector<QWidget*> m_cells;
};

/// The fact beside a perplexity: the share of tokens that are not in the vocabulary, and the
/// perplexity without them. @param knownPerplexity  that of core::TokenLoss.
Fact unknownFact(double share, double knownPerplexity);

} // namespace ui
