#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "ui/setup/preview_page.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/busy_line.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/theme.h"

/// The parts that every view shows in the same way.
class ViewFrameTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void aPageWithoutContentSaysHowToGetIt()
    {
        ui::ViewFrame frame;
        auto* content = new QLabel(u"content"_s);
        frame.setContent(content);
        frame.show();
        frame.showNoNetwork();
        QVERIFY(!frame.hasContent() && !content->isVisible());
        QCOMPARE(labelText(frame, "emptyTitle"), u"No network yet"_s);
        frame.showContent();
        QVERIFY(frame.hasContent() && content->isVisible());
        frame.showOpening(u"one"_s);
        QCOMPARE(labelText(frame, "emptyTitle"), u"Opening one"_s);
        QVERIFY(!content->isVisible());
    }

    void aFailureIsShownUnlessItWasAskedFor()
    {
        ui::ViewFrame frame;
        frame.show();
        frame.showFailure({core::ErrorCode::Cancelled, {"Stopped.", {}}, {}, {}});
        QVERIFY(!frame.message().isVisible());
        frame.showFailure({core::ErrorCode::BadData, {"Broken.", {}}, {}, {}});
        QVERIFY(frame.message().isVisible());
        QCOMPARE(labelText(frame, "messageText"), u"Broken."_s);
        frame.hideFailure();
        QVERIFY(!frame.message().isVisible());
    }

    void whatIsUnderWayIsCancelledOnce()
    {
        ui::ViewFrame frame;
        ui::BusyLine& busy = frame.addBusyLine(u"Progress of the work"_s);
        frame.show();
        QVERIFY(!busy.isVisible());
        QSignalSpy cancelled(&busy, &ui::BusyLine::cancelRequested);
        busy.setProgress({{"Reading", {}}, -1.0, -1.0});
        const auto* bar = namedChild<QProgressBar>(busy, "progressBar");
        QCOMPARE(bar->maximum(), 0); // How far it is is not known.
        busy.setProgress({{"Reading", {}}, 0.25, 12.0});
        QCOMPARE(bar->value() * 4, bar->maximum());
        QCOMPARE(labelText(busy, "stageLabel"), u"Reading, 12 s left"_s);
        busy.cancelButton()->click();
        busy.setProgress({{"Reading", {}}, 0.5, 6.0}); // It was on its way.
        busy.cancelButton()->click();
        QCOMPARE(cancelled.count(), 1);
        busy.end();
        QVERIFY(!busy.isVisible());
        busy.setProgress({{"Reading", {}}, 0.0, 6.0});
        busy.cancelButton()->click();
        QCOMPARE(cancelled.count(), 2);
    }

    void thePlotsOfThePreviewCanBeExported()
    {
        ui::MainWindow window(fixture::knowledge());
        FakeContext context(window);
        context.kinds = fixture::catalogue();
        window.resize(1280, 800);
        window.show();
        window.showView(u"preview"_s);
        const auto& view = viewIn<ui::PreviewView>(window, "preview");
        QVERIFY(view.figures().empty());
        window.setup().setSpec(fixture::spec());
        window.setup().setDataPreview(fixture::dataPreview());
        const std::vector<ui::Figure> figures = view.figures();
        QCOMPARE(figures.size(), size_t{2});
        for (const ui::Figure& figure : figures) {
            QVERIFY(!figure.title.isEmpty() && !figure.name.isEmpty() && !figure.size.isEmpty());
            QVERIFY(!figure.words().isEmpty());
        }
    }
};

UNROLL_TEST(ViewFrameTest, QApplication)
#include "view_frame_test.moc"
