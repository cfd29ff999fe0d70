#include "ui/map/map_texts.h"

#include "ui/text/sentences.h"
#include "ui/widgets/token_line.h"

#include <QHash>

#include <algorithm>

namespace ui {

namespace {

constexpr int kLabelLetters = 20;

} // namespace

QString MapTexts::title(int point) const
{
    const std::string& label = m_map.labels[size_t(point)];
    return m_map.what == "texts" ? QString::fromStdString(label).simplified()
                                 : readableToken(label);
}

std::string MapTexts::listed(int point) const
{
    QString text = title(point);
    if (!m_map.contexts.empty())
        text += QStringLiteral(" \u2013 ")
            + QString::fromStdString(m_map.contexts[size_t(point)]).simplified();
    return text.toStdString();
}

QString MapTexts::label(int point) const
{
    const QString whole = title(point);
    return whole.size() <= kLabelLetters ? whole : whole.left(kLabelLetters - 1) + QChar(0x2026);
}

QString MapTexts::property(int point, const QString& name) const
{
    for (const core::MapColumn& each : m_map.columns)
        if (name == QString::fromStdString(each.name))
            return each.names.empty() ? value(each.numbers[size_t(point)])
                                      : coreText(each.names[size_t(point)]);
    if (name == QLatin1String("cluster") && size_t(point) < m_clusters.size())
        return tr("cluster %1").arg(m_clusters[size_t(point)] + 1);
    return {};
}

QString MapTexts::describe(int point) const
{
    QStringList lines{title(point)};
    if (!m_map.contexts.empty())
        lines << QString::fromStdString(m_map.contexts[size_t(point)]);
    for (const core::MapColumn& each : m_map.columns)
        if (const QString known = property(point, QString::fromStdString(each.name));
            !known.isEmpty())
            lines << QStringLiteral("%1: %2").arg(coreText(each.title), known);
    return lines.join(QLatin1Char('\n'));
}

std::vector<int> MapTexts::found(const QString& wanted, MapSearch where) const
{
    std::vector<int> points;
    for (int i = 0; i < count() && !wanted.isEmpty(); ++i) {
        const QString text
            = where == MapSearch::Points ? title(i) : QString::fromStdString(listed(i));
        if (text.contains(wanted, Qt::CaseInsensitive))
            points.push_back(i);
    }
    std::stable_partition(points.begin(), points.end(), [&](int point) {
        return title(point).contains(wanted, Qt::CaseInsensitive);
    });
    std::stable_partition(points.begin(), points.end(), [&](int point) {
        return title(point).compare(wanted, Qt::CaseInsensitive) == 0;
    });
    return points;
}

void MapTexts::write(TableText& table, const core::MapPoints& points) const
{
    table.add("label");
    table.add("x");
    table.add("y");
    if (!m_map.contexts.empty())
        table.add("context");
    for (const core::MapColumn& each : m_map.columns)
        table.add(each.name);
    table.add("cluster");
    table.endRow();
    for (size_t i = 0; i < m_map.labels.size(); ++i) {
        table.add(m_map.labels[i]);
        table.add(points[2 * i]);
        table.add(points[2 * i + 1]);
        if (!m_map.contexts.empty())
            table.add(m_map.contexts[i]);
        for (const core::MapColumn& each : m_map.columns)
            if (each.names.empty())
                table.add(each.numbers[i]);
            else
                table.add(each.names[i]);
        if (i < m_clusters.size())
            table.add(m_clusters[i] + 1);
        else
            table.add(std::monostate());
        table.endRow();
    }
}

Mark MapTexts::mark(Mark::Kind kind, int point) const
{
    return {kind, point, point < 0 ? QString() : QString::fromStdString(listed(point))};
}

std::vector<int> MapTexts::pointsOf(const std::vector<Mark>& marks) const
{
    constexpr int kSeveral = -1;
    QHash<QString, int> byText;
    for (int i = 0; i < count(); ++i) {
        const QString text = QString::fromStdString(listed(i));
        byText[text] = byText.contains(text) ? kSeveral : i;
    }
    std::vector<int> points;
    for (const Mark& each : marks) {
        if (each.index < 0)
            continue;
        const bool same = each.index < count() && mark(each.kind, int(each.index)) == each;
        const int point = same ? int(each.index) : byText.value(each.text, kSeveral);
        if (point >= 0)
            points.push_back(point);
    }
    return points;
}

} // namespace ui
