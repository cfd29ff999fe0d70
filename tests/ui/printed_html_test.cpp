#include "tests/support/test_case.h"
#include "ui/figure/printed_html.h"

#include <QAbstractTextDocumentLayout>
#include <QTextBlock>
#include <QTextDocument>

#include <memory>

class PrintedHtmlTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Whatever stands above it, a heading is on the page of the first row below it, and no page is
    /// left earlier than needed.
    void headingsStayWithTheirTables()
    {
        int moved = 0;
        for (int lines = 1; lines < 60; ++lines) {
            QString html;
            for (int i = 0; i < lines; ++i)
                html += u"<p>A line of text</p>"_s;
            html += u"<h2>Heading</h2><p>Caption</p><table><tr><td>Cell</td></tr></table>"_s;
            QTextDocument document;
            document.setHtml(html);
            const std::unique_ptr<QTextDocument> printed(document.clone());
            printed->setPageSize({400, 500});
            const QTextBlock heading = printed->find(u"Heading"_s).block();
            const QTextBlock cell = printed->find(u"Cell"_s).block();
            const auto pageOf = [&](const QTextBlock& block) {
                return int(printed->documentLayout()->blockBoundingRect(block).top() / 500);
            };
            const bool apart = pageOf(heading) != pageOf(cell);
            ui::keepTogether(document, *printed);
            QCOMPARE(pageOf(heading), pageOf(cell));
            const QTextBlock same = document.findBlockByNumber(heading.blockNumber());
            const bool breaks = same.blockFormat().pageBreakPolicy() != QTextFormat::PageBreak_Auto;
            QCOMPARE(breaks, apart);
            moved += apart;
        }
        QVERIFY(moved >= 2);
    }

    /// Where a table of few rows would be divided, it begins a page, unless too much of the page
    /// before would stay empty.
    void shortTablesAreNotDivided()
    {
        int moved = 0, divided = 0;
        for (int lines = 1; lines < 60; ++lines) {
            QString html;
            for (int i = 0; i < lines; ++i)
                html += u"<p>A line of text</p>"_s;
            html += u"<h2>Heading</h2><table>"_s;
            for (int i = 0; i < 6; ++i)
                html += u"<tr><td>Cell%1</td></tr>"_s.arg(i);
            QTextDocument document;
            document.setHtml(html + u"</table>"_s);
            const std::unique_ptr<QTextDocument> printed(document.clone());
            printed->setPageSize({400, 500});
            const auto placeOf = [&](const QString& text) {
                const QTextBlock block = printed->find(text).block();
                return printed->documentLayout()->blockBoundingRect(block).top() / 500;
            };
            const bool apart = int(placeOf(u"Heading"_s)) != int(placeOf(u"Cell5"_s));
            ui::keepTogether(document, *printed);
            const double begin = placeOf(u"Heading"_s);
            if (int(begin) != int(placeOf(u"Cell5"_s))) {
                QVERIFY(int(begin) + 1 - begin > 0.25);
                ++divided;
            } else if (apart) {
                ++moved;
            }
        }
        QVERIFY(moved >= 2);
        QVERIFY(divided < moved);
    }

    void aReportBecomesPages()
    {
        const QByteArray pdf
            = ui::pdfOf(u"<html><body><h1>Title</h1><table><tr><th scope=\"row\">"
                        "Name</th><td>"_s
                        + QString(400, u'x') + u"</td></tr></table></body></html>"_s);
        QVERIFY(pdf.startsWith("%PDF-"));
        QVERIFY(pdf.contains("/Count 1"));
    }
};

UNROLL_TEST(PrintedHtmlTest, QApplication)
#include "printed_html_test.moc"
