#include "core/text/cleaning/cleaning_step.h"
#include "core/text/cleaning/entries.h"
#include "core/text/text_kinds.h"
#include "core/text/unicode.h"

namespace core {

const CleaningRegistry& cleaningRegistry()
{
    // In the order in which the steps are usually wanted.
    static const CleaningRegistry registry(
        "cleaning step",
        {unescapeBackslashesEntry(), unescapeHtmlEntry(), stripHtmlEntry(), removeUrlsEntry(),
         removeMentionsEntry(), hashtagsEntry(), normaliseUnicodeEntry(), stripAccentsEntry(),
         lowerCaseEntry(), digitsEntry(), removePunctuationEntry(), collapseWhiteSpaceEntry()});
    return registry;
}

std::vector<KindDescription> cleaningKinds()
{
    return cleaningRegistry().descriptions();
}

CleaningChain::CleaningChain(const std::vector<Selection>& steps)
{
    for (const Selection& step : steps)
        m_steps.push_back(cleaningRegistry().make(step));
}

void CleaningChain::apply(std::string_view raw, std::string& cleaned) const
{
    cleaned.assign(raw);
    repairUtf8(cleaned);
    for (const CleaningStep& step : m_steps)
        step(cleaned);
}

} // namespace core
