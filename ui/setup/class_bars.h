#pragma once

#include "core/data/preview.h"
#include "ui/widgets/plot.h"

namespace ui {

/// Texts a class, or words a tag, as horizontal bars, the splits one after the other: solid for
/// training, hatched for validation, crossed for test. At most twenty classes, the largest first.
class ClassBars : public Plot {
    Q_OBJECT
public:
    explicit ClassBars(QWidget* parent = nullptr);

    enum class Counted { Texts, Words };
    void setClasses(const std::vector<core::ClassCount>& classes, Counted counted = Counted::Texts);
    int shownClasses() const { return m_shown; }

protected:
    void applyTheme() override;

private:
    void rebuild();
    void addBars(const QString& name, const QVector<double>& places, const QVector<double>& counts,
                 int series);

    std::vector<core::ClassCount> m_classes;
    Counted m_counted = Counted::Texts;
    int m_shown = 0;
};

} // namespace ui
