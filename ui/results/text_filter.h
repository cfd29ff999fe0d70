#pragma once

#include <QSortFilterProxyModel>
#include <QTimer>

#include <string_view>
#include <vector>

namespace ui {

/// Rows of a table whose texts contain what was typed. Texts are searched in slices between other
/// events, because 50,000 of them take longer than a frame.
class TextFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setText(const QString& text); ///< Letters of either case; empty: all.

Q_SIGNALS:
    void filtered(); ///< What is shown is up to date.

protected:
    /// For the constructors of what derives from this. @pre `model` outlives the filter.
    void attach(QAbstractItemModel& model);
    /// The texts of a row of the model that are searched; views must live until the model changes.
    virtual std::vector<std::string_view> textsOf(int row) const = 0;
    /// Other conditions of the filter.
    virtual bool accepts(int row) const = 0;
    /// Forgets conditions that belong to the old rows.
    virtual void modelIsReset() { }
    /// Applies changed conditions.
    void applyConditions();
    bool filterAcceptsRow(int row, const QModelIndex& parent) const final;

private:
    void restart();
    void searchSlice();
    bool found(int row, size_t& bytes) const;

    QString m_text;
    std::vector<char> m_found; ///< One a row; empty: no text is looked for.
    std::vector<char> m_finding; ///< Being filled.
    QTimer m_slices;
};

} // namespace ui
