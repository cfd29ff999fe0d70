#pragma once

#include "ui/widgets/option_field.h"

class QVBoxLayout;

namespace ui {

class OptionRows;
class SelectionListField;

/// One entry of a SelectionListField: handle, title, buttons, and its options below.
class SelectionItem : public QWidget {
    Q_OBJECT
public:
    SelectionItem(const OptionContext& context, SelectionListField& list, int index,
                  const core::Json& value, QWidget* parent);

    core::Json value() const;
    OptionRows* rows() const { return m_rows; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeHeader(const QString& title, const QString& summary);
    void addButton(QWidget& header, const QString& icon, const QString& action, const char* name,
                   int change);

    SelectionListField& m_list;
    int m_index;
    core::Json m_value;
    QString m_title;
    OptionRows* m_rows = nullptr;
};

} // namespace ui
