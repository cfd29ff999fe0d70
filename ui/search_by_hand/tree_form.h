#pragma once

#include "core/base/json.h"
#include "core/probe/by_hand/typed_tree.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace ui {

class NumberGrid;
class RowView;

/// A tree of probabilities that is typed, with its texts in the order of their probabilities. Its
/// rows may sum to another number than 1: then it says so and offers to normalise them.
class TreeForm : public QWidget {
    Q_OBJECT
public:
    explicit TreeForm(QWidget* parent = nullptr);

    const core::TypedTree& tree() const { return m_tree; }
    const std::vector<core::TypedText>& texts() const { return m_texts; } ///< Empty: wrong sums.
    void setTree(const core::TypedTree& tree); ///< Without a signal.
    core::Json state() const;
    void setState(const core::Json& state); ///< Ignores what cannot be read; without a signal.

Q_SIGNALS:
    void edited(); ///< Probabilities have changed.
    void reshaped(); ///< Words or the length of texts have changed.

private:
    QWidget* makeShape();
    QWidget* makeProblem();
    QWidget* makeTexts();
    void takeExample(int index);
    void takeWords();
    void takeNumbers();
    void normalise();
    void reshape(const std::vector<std::string>& words, int64_t depth);
    void show();
    void showTexts();
    QString problemText() const;

    core::TypedTree m_tree;
    std::vector<core::TypedText> m_texts;
    QComboBox* m_examples;
    QLineEdit* m_words = nullptr;
    QSpinBox* m_depth = nullptr;
    NumberGrid* m_grid;
    QLabel *m_problem = nullptr, *m_title = nullptr;
    QPushButton* m_normalise = nullptr;
    RowView* m_table = nullptr;
};

} // namespace ui
