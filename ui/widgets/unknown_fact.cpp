#include "ui/widgets/unknown_fact.h"

#include "ui/text/sentences.h"

#include <QCoreApplication>

namespace ui {

Fact unknownFact(double share, double knownPerplexity)
{
    const auto tr
        = [](const char* text) { return QCoreApplication::translate("ui::UnknownFact", text); };
    const QString caption = share > 0.0
        ? tr(QT_TRANSLATE_NOOP("ui::UnknownFact", "unknown tokens (perplexity without them: %1)"))
              .arg(value(knownPerplexity))
        : tr(QT_TRANSLATE_NOOP("ui::UnknownFact", "unknown tokens"));
    return {percent(share), caption,
            tr(QT_TRANSLATE_NOOP(
                "ui::UnknownFact",
                "Share of the predicted tokens that the vocabulary lacks. They all count as one "
                "frequent word, so that the more of them there are, the lower the perplexity is; "
                "the perplexity without them is that of all other tokens.")),
            QStringLiteral("unknownFigure")};
}

} // namespace ui
