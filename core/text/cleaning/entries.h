#pragma once

#include "core/text/cleaning/cleaning_step.h"

namespace core {

// One function a cleaning step; registry.cpp lists them.

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

} // namespace core
