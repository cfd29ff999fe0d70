#include "tests/support/test_case.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/views_pictures.h"
#include "ui/start/shape_picture.h"
#include "ui/start/start_view.h"
#include "ui/widgets/theme.h"

class StartViewTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    /// laboratory_test finds out that there are these presets.
    void buttonsAskForPresets()
    {
        FakeContext context;
        ui::StartView view(context, nullptr);
        view.resize(900, 700);
        view.show();
        takePictures(view, u"start"_s);
        QCOMPARE(view.findChildren<ui::ShapePicture*>().size(), 5);
        QSignalSpy asked(&context, &ui::ViewContext::presetRequested);
        const auto buttons = view.findChildren<QPushButton*>();
        QVERIFY(buttons.size() > 5);
        for (QPushButton* button : buttons) {
            QVERIFY(!button->accessibleName().isEmpty());
            button->click();
            const QList<QVariant> request = asked.takeLast();
            QCOMPARE(request[0].toString(), button->objectName());
            QCOMPARE(request[1].toString(), u"unrolled"_s);
        }
    }
};
UNROLL_TEST(StartViewTest, QApplication)
#include "start_view_test.moc"
