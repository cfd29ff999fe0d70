#include "ui/widgets/pointing.h"

#include <QCoreApplication>
#include <QPointer>

namespace ui {

Pointing& Pointing::instance()
{
    static QPointer<Pointing> only;
    if (only == nullptr)
        only = new Pointing(QCoreApplication::instance());
    return *only;
}

MarkOf tokenMarks(Mark::Kind kind, const QStringList& tokens)
{
    return [kind, tokens](int index) { return Mark{kind, index, tokens.value(index)}; };
}

void Pointing::point(const std::vector<Mark>& marks, bool chosen, const QObject& by)
{
    if (m_reporting || (marks == m_marks && !chosen))
        return;
    m_marks = marks;
    m_reporting = true;
    Q_EMIT changed(marks, chosen, &by);
    m_reporting = false;
}

} // namespace ui
