#pragma once

#include "core/base/json.h"
#include "core/probe/by_hand/bleu_by_hand.h"

#include <QWidget>

#include <array>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QSpinBox;

namespace ui {

/// A hypothesis with up to four references, typed, and how they are compared.
class BleuForm : public QWidget {
    Q_OBJECT
public:
    explicit BleuForm(QWidget* parent = nullptr);

    core::AskBleuByHand question() const;
    void setQuestion(const core::AskBleuByHand& question); ///< Without edited().
    core::Json state() const;
    void setState(const core::Json& state); ///< Ignores what cannot be read; without edited().

Q_SIGNALS:
    void edited();

private:
    QWidget* makeSentences();
    QWidget* makeOptions();
    void takeExample(int index);

    QLineEdit* m_hypothesis = nullptr;
    std::array<QLineEdit*, core::AskBleuByHand::kMostReferences> m_references{};
    QComboBox *m_examples = nullptr, *m_tokeniser = nullptr;
    QCheckBox* m_lowercase = nullptr;
    QSpinBox* m_order = nullptr;
};

} // namespace ui
