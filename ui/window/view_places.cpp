#include "ui/window/view_places.h"

#include "ui/text/sentences.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

ViewPlaces::ViewPlaces(const std::vector<ViewEntry>& views, const core::Catalogue& catalogue,
                       const TaskQuestions& questions)
    : m_catalogue(catalogue), m_questions(questions)
{
    for (const ViewEntry& entry : views) {
        const QString id = QString::fromLatin1(entry.placeId());
        auto place = std::find_if(m_all.begin(), m_all.end(),
                                  [&](const ViewPlace& each) { return each.id == id; });
        if (place == m_all.end()) {
            const QString title = QCoreApplication::translate("View", entry.title);
            place = m_all.insert(place, ViewPlace{id, title, entry.group, {}});
        }
        place->entries.push_back(&entry);
    }
    std::stable_sort(m_all.begin(), m_all.end(), [](const ViewPlace& one, const ViewPlace& other) {
        return one.group < other.group;
    });
}

void ViewPlaces::follow(const Shown& shown)
{
    m_spec = shown.spec;
    m_hasRun = shown.hasRun();
}

bool ViewPlaces::fitsTask(const ViewEntry& entry) const
{
    const auto known = m_questions.find(m_spec.task.kind);
    return std::all_of(entry.questions.begin(), entry.questions.end(), [&](const auto& question) {
        return known != m_questions.end() && known->second.contains(question);
    });
}

bool ViewPlaces::answers(const ViewEntry& entry) const
{
    return fitsTask(entry) && (entry.fits == nullptr || !m_hasRun || entry.fits(m_spec));
}

std::vector<const ViewPlace*> ViewPlaces::offered() const
{
    std::vector<const ViewPlace*> all;
    for (const ViewPlace& place : m_all) {
        if (isOffered(place))
            all.push_back(&place);
    }
    return all;
}

const ViewEntry& ViewPlaces::entryOf(const ViewPlace& place) const
{
    for (const ViewEntry* entry : place.entries) {
        if (answers(*entry))
            return *entry;
    }
    return *place.entries.front();
}

QString ViewPlaces::whyNot(const QString& id) const
{
    const ViewPlace* place = find(id);
    if (place == nullptr || isOffered(*place))
        return {};
    if (std::any_of(place->entries.begin(), place->entries.end(),
                    [this](const ViewEntry* entry) { return fitsTask(*entry); }))
        return tr("%1 does not apply to the network of the current run. Choose a run of another "
                  "network in the list of runs.")
            .arg(place->title);
    QStringList tasks;
    for (const auto& [task, questions] : m_questions) {
        const bool fits = std::any_of(
            place->entries.begin(), place->entries.end(), [&](const ViewEntry* entry) {
                return std::all_of(entry->questions.begin(), entry->questions.end(),
                                   [&](const auto& each) { return questions.contains(each); });
            });
        const core::KindDescription* kind = core::findKind(m_catalogue, "task", task);
        if (fits)
            tasks << (kind != nullptr ? coreText(kind->title) : QString::fromStdString(task));
    }
    return tr("%1 is for runs of the task %2. The current run has another task; choose a run of "
              "that task in the list of runs.")
        .arg(place->title, tasks.join(QStringLiteral(", ")));
}

const ViewPlace* ViewPlaces::find(const QString& id) const
{
    const auto found = std::find_if(m_all.begin(), m_all.end(),
                                    [&](const ViewPlace& each) { return each.id == id; });
    return found != m_all.end() ? &*found : nullptr;
}

std::vector<const ViewPlace*> ViewPlaces::of(ViewGroup group) const
{
    std::vector<const ViewPlace*> all;
    for (const ViewPlace& place : m_all) {
        if (place.group == group)
            all.push_back(&place);
    }
    return all;
}

/// In the same group, or else the first of all.
const ViewPlace& ViewPlaces::nearest(const ViewPlace& wanted) const
{
    if (isOffered(wanted))
        return wanted;
    for (const ViewPlace* place : of(wanted.group)) {
        if (isOffered(*place))
            return *place;
    }
    return m_all.front();
}

/// The next enabled one.
const ViewPlace& ViewPlaces::next(const ViewPlace& place, int by) const
{
    auto at = int(&place - m_all.data());
    const auto count = int(m_all.size());
    do
        at = (at + by + count) % count;
    while (!isOffered(m_all[size_t(at)]));
    return m_all[size_t(at)];
}

} // namespace ui
