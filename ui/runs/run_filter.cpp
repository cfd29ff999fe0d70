#include "ui/runs/run_filter.h"

#include "ui/text/score_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

/// How well a key matches the path of a setting; 0: not at all.
int rank(const QString& key, const QString& path)
{
    QStringList parts = path.split(u'.');
    if (parts.size() > 1 && parts.back() == QLatin1String("kind"))
        parts.removeLast(); // "optimiser" means its chosen kind.
    const QString whole = parts.join(u'.');
    if (whole == key || whole.endsWith(u'.' + key))
        return 3;
    const QStringList words = parts.back().split(u'_');
    QString initials;
    for (const QString& word : words)
        initials += word.left(1);
    if (words.size() > 1 && initials == key)
        return 2;
    return parts.back().startsWith(key) ? 1 : 0;
}

} // namespace

QStringList tagsOf(const std::string& note)
{
    static const QRegularExpression tag(QStringLiteral("(?:^|\\s)(#[^\\s#]+)"));
    QStringList tags;
    auto matches = tag.globalMatch(QString::fromStdString(note));
    while (matches.hasNext())
        tags << matches.next().captured(1);
    return tags;
}

RunFilter::RunFilter(const QString& text)
{
    static const QRegularExpression condition(
        QStringLiteral("^([A-Za-z_.][A-Za-z_.0-9]*)(<=|>=|!=|=|<|>)(.+)$"));
    for (const QString& term :
         text.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts)) {
        const QRegularExpressionMatch match = condition.match(term);
        if (!match.hasMatch()) {
            m_words << term;
            continue;
        }
        QString key = match.captured(1).toLower();
        key.replace(QStringLiteral("optimizer"), QStringLiteral("optimiser"));
        key.replace(QStringLiteral("tokenizer"), QStringLiteral("tokeniser"));
        m_conditions.push_back({key, match.captured(2), match.captured(3), {}});
    }
}

bool RunFilter::Condition::holds(const QString& actual) const
{
    bool isNumber = false, wantsNumber = false;
    const double number = actual.toDouble(&isNumber), wanted = value.toDouble(&wantsNumber);
    const bool both = isNumber && wantsNumber;
    const bool equal = both ? number == wanted : actual.compare(value, Qt::CaseInsensitive) == 0;
    if (sign == QLatin1String("="))
        return equal;
    if (sign == QLatin1String("!="))
        return !equal;
    if (!both)
        return false;
    const bool orEqual = sign.size() == 2 && equal;
    return orEqual || (sign.startsWith(u'<') ? number < wanted : number > wanted);
}

bool RunFilter::Condition::accepts(const RunRow& run,
                                   const std::vector<core::SettingValue>& settings) const
{
    if (key == QLatin1String("best")
        || monitorText(run.summary.spec.training.monitor).name.compare(key, Qt::CaseInsensitive)
            == 0)
        return run.summary.bestEpoch > 0 && holds(QString::number(run.summary.bestValue, 'g', 15));
    int best = 0;
    bool accepted = false;
    for (const core::SettingValue& setting : settings) {
        auto known = ranks.find(setting.path);
        if (known == ranks.end())
            known = ranks.emplace(setting.path, rank(key, QString::fromStdString(setting.path)))
                        .first;
        const int fit = known->second;
        if (fit == 0 || fit < best)
            continue;
        const bool one = holds(QString::fromStdString(setting.value));
        // One of several matching settings is enough; for "!=", all must hold.
        const bool all = sign == QLatin1String("!=");
        accepted = fit > best ? one : (all ? accepted && one : accepted || one);
        best = fit;
    }
    return accepted;
}

bool RunFilter::accepts(const RunRow& run, const std::vector<core::SettingValue>& settings) const
{
    const auto contains = [&](const QString& word) {
        const auto in = [&word](const std::string& text) {
            return QString::fromStdString(text).contains(word, Qt::CaseInsensitive);
        };
        if (word == QLatin1String("starred") && run.summary.marks.starred)
            return true;
        return in(run.summary.name) || in(run.summary.marks.note)
            || std::any_of(settings.begin(), settings.end(), [&in](const auto& setting) {
                   return (setting.path.ends_with("kind") || setting.path.starts_with("data.train"))
                       && in(setting.value);
               });
    };
    return std::all_of(m_words.begin(), m_words.end(), contains)
        && std::all_of(m_conditions.begin(), m_conditions.end(),
                       [&](const Condition& each) { return each.accepts(run, settings); });
}

QString RunFilter::help()
{
    return QCoreApplication::translate(
        "ui::RunFilter",
        "Lists the runs that match everything typed: a part of the name, the note or the choices "
        "made (lstm, #tag, starred), or a setting with =, !=, <, >, <= or >= (lr<0.01, "
        "optimiser=adam, epochs>=5), or the best value as the list shows it (loss<0.5, best>0.8).");
}

} // namespace ui
