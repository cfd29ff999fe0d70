#pragma once

#include "core/probe/translation/translation_inspection.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace ui {

class TokenPanel;

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
    bool showsVector() const; ///< Of a source token.

Q_SIGNALS:
    void sideChosen();
    void heightChanged();

private:
    void showSaid();

    TokenPanel *m_source, *m_target;
    TokenPanel* m_last; ///< The one that was pointed at last.
    QLabel* m_caption; ///< Of the target.
    QLabel* m_said; ///< Of a token of either side.
    QComboBox* m_side;
};

} // namespace ui
