#pragma once

#include "core/probe/translation/translation_inspection.h"
#include "ui/widgets/token_line.h"

#include <QWidget>

#include <cstdint>
#include <vector>

class QComboBox;
class QLabel;
class QVBoxLayout;

namespace ui {

class ColourScale;
class EmbeddingPanel;

/// The tokens of one sentence, what is said of the one under the pointer, and step by step the way
/// to the vector of the one that was chosen.
class TokenPanel : public QWidget {
    Q_OBJECT
public:
    /// Place where the description of a token is shown.
    enum class Said { Below, ByOwner };

    /// @param name  begins the object names of its parts: "token" gives "tokenLine".
    TokenPanel(const QString& name, TokenLine::Size size, Said said, QWidget* parent = nullptr);

    /// @param high  weight of the brightest colour.
    void setTokens(std::vector<ShownToken> tokens, double high);
    /// A vector for each token; empty: no way to it is shown.
    void setEmbeddings(std::vector<std::vector<float>> vectors, int64_t vocabularySize);
    /// Scale and words on attention pooling.
    void showWeights(bool on);
    QString said() const; ///< Describes the token under the pointer, else the chosen one.
    TokenLine& line() { return *m_line; }
    ColourScale& scale() { return *m_scale; }
    /// Below the line that is said of a token.
    void insertBelow(QWidget* widget);
    void removeBelow(QWidget* widget);
    int wishedHeight() const; ///< Height without the inserted widget.
    bool showsVector() const; ///< A token is chosen and its vector is known.

Q_SIGNALS:
    void pointed(); ///< Something else is said.
    void heightChanged();

protected:
    bool event(QEvent* event) override;

private:
    QWidget* buildWeights(const QString& name);
    void point(int index);
    void showEmbedding();

    TokenLine* m_line;
    TokenArea* m_area;
    QLabel* m_pointed;
    QVBoxLayout* m_column;
    QWidget* m_weights = nullptr;
    ColourScale* m_scale = nullptr;
    EmbeddingPanel* m_embedding;
    int m_pointedToken = -1; ///< Stays while new values come.
    std::vector<std::vector<float>> m_vectors;
    int64_t m_vocabularySize = 0;
};

/// The tokens of a source above those of its translation, with what is said of each. Where a
/// reference was compared with, a choice says whose target tokens are shown.
class PairTokens : public QWidget {
    Q_OBJECT
public:
    enum class Side { Forced, Free };

    explicit PairTokens(QWidget* parent = nullptr);

    void setInspection(const core::TranslationInspection& inspection);
    void setComparing(bool on); ///< There are two sides to choose from.
    Side side() const;
    int wishedHeight() const;
    bool showsVector() const; ///< Whether the vector of a source token is shown.

Q_SIGNALS:
    void sideChosen();
    void heightChanged();

private:
    void showSaid();

    TokenPanel *m_source, *m_target;
    TokenPanel* m_last; ///< The one that was pointed at last.
    QLabel* m_caption; ///< Caption of the target.
    QLabel* m_said; ///< Describes a token of either side.
    QComboBox* m_side;
};

} // namespace ui
