#include "ui/results/text_beginning.h"

#include <algorithm>

namespace ui {

QString beginning(std::string_view text, size_t bytes)
{
    // simplified() also drops half a character at the cut, which becomes a replacement sign.
    QString line = QString::fromUtf8(text.data(), qsizetype(std::min(text.size(), bytes)));
    if (text.size() > bytes) {
        while (line.endsWith(QChar::ReplacementCharacter))
            line.chop(1);
        line += QChar(0x2026);
    }
    return line.simplified();
}

} // namespace ui
