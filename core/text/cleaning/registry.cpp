#include "core/text/cleaning/cleaning_step.h"
#include "core/text/tokens/unicode.h"

namespace core {

// One function a cleaning step.
CleaningRegistry::Entry unescapeBackslashesEntry();
CleaningRegistry::Entry unescapeHtmlEntry();
CleaningRegistry::Entry stripHtmlEntry();
CleaningRegistry::Entry removeUrlsEntry();
CleaningRegistry::Entry removeMentionsEntry();
CleaningRegistry::Entry hashtagsEntry();
CleaningRegistry::Entry normaliseUnicodeEntry();
CleaningRegistry::Entry stripAccentsEntry();
CleaningRegistry::Entry lowerCaseEntry();
CleaningRegistry::Entry digitsEntry();
CleaningRegistry::Entry removePunctuationEntry();
CleaningRegistry::Entry collapseWhiteSpaceEntry();

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
