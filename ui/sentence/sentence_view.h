#pragma once

#include "core/base/error.h"
#include "core/task/inspection.h"
#include "ui/widgets/save_chooser.h"

#include <QWidget>

#include <memory>

namespace ui {

/// One text opened up: tokens, ids, probabilities, attention (V2).
class SentenceView : public QWidget {
    Q_OBJECT
public:
    explicit SentenceView(QWidget* parent = nullptr);
    ~SentenceView() override;

    void setText(const QString& text); ///< Shows and asks for it.
    QString text() const;
    void setInspection(const core::Inspection& inspection);
    void setFailure(const core::Failure& failure);
    void setNoModel(); ///< The empty state: what will appear and how to get it.
    void setSaveChooser(SaveChooser chooser); ///< In place of the file dialog.

Q_SIGNALS:
    void inspectRequested(const QString& text); ///< At most one every 150 ms while typing.
    void pinRequested(const QString& text);

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace ui
