#include "app/lab/report_printer.h"

#include "core/text/subword/subword_protocol.h"
#include "ui/figure/printed_html.h"

#include <QGuiApplication>

#include <cstdio>
#include <string>

namespace app {

int printReport(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    uint32_t size = 0;
    std::string html;
    if (std::fread(&size, sizeof size, 1, stdin) != 1 || size > core::subword::kLargestFrame)
        return 1;
    html.resize(size);
    if (std::fread(html.data(), 1, html.size(), stdin) != html.size())
        return 1;
    std::string answer;
    core::subword::appendText(answer, ui::pdfOf(QString::fromStdString(html)).toStdString());
    const bool isWritten = std::fwrite(answer.data(), 1, answer.size(), stdout) == answer.size();
    return isWritten && std::fflush(stdout) == 0 ? 0 : 1;
}

} // namespace app
