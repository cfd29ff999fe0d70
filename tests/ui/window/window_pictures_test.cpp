#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/look.h"
#include "tests/ui/views_sample.h"
#include "ui/curves/curves_view.h"
#include "ui/positions/positions_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/widgets/theme.h"
#include "ui/window/help_windows.h"
#include "ui/window/main_window.h"

/// Draws the window full of values in each state, size and scheme, and looks whether its texts can
/// be read; with UNROLL_SCREENSHOTS=folder the pictures are kept for people to look at.
class WindowPicturesTest : public QObject {
    Q_OBJECT
private:
    static void fill(ui::MainWindow& window)
    {
        ui::SetupPanel& setup = window.setup();
        setup.setSpec(fixture::spec());
        setup.setDataPreview(fixture::dataPreview());
        setup.setTextPreview(fixture::textPreview());
        setup.pages().setModelSummary(fixture::modelSummary());
        setup.pages().setScheduleCurve(fixture::scheduleCurve());
        setup.setRecent({u"/home/me/reviews.csv"_s});
        window.setStartable(true, {});
        window.setDevices(u"cpu"_s);
        window.pinned().setTexts({u"the film was not bad at all"_s});
        window.setEpochs({1, 2, 3}, -1);
        const sample::Course course;
        ui::RunRow row;
        row.id = u"/runs/reviews-lstm-001"_s;
        row.summary.name = "reviews-lstm-001";
        row.summary.state = core::RunState::Running;
        row.summary.bestValue = 0.31;
        row.summary.bestEpoch = 3;
        row.live = true;
        window.runs().setRuns({row});
        window.runs().setCurrent(row.id);
        auto& curves = viewIn<ui::CurvesView>(window, "curves");
        curves.setRuns({row});
        curves.store().setHistory(row.id, sample::history(course));
        window.showView(u"preview"_s);
    }

    static void setTraining(ui::MainWindow& window)
    {
        core::StartReport start;
        start.totalUpdates = 1410;
        start.updatesPerEpoch = 141;
        core::UpdateReport update;
        update.step = 400;
        update.epoch = 3;
        update.loss = 0.4312;
        update.scores = {{"accuracy", 0.871}};
        update.seconds = 32;
        update.tokensPerSecond = 12400;
        window.setTrainingState(ui::TrainingState::Running);
        window.setLatest(update, start);
    }

    static void take(QWidget& window, const QString& name)
    {
        QTest::qWait(60); // Layouts and queued plots settle over a few events.
        const QImage picture = look::pictureOf(window);
        const QStringList faults = look::faults(window, picture);
        QVERIFY2(faults.isEmpty(), qPrintable(name + u": "_s + faults.join(u'\n')));
        const QString folder = qEnvironmentVariable("UNROLL_SCREENSHOTS");
        if (!folder.isEmpty())
            QVERIFY(picture.save(QDir(folder).filePath(name + u".png"_s)));
    }

    /// @param draw  void(ui::MainWindow&, FakeContext&, const QString& tail): shows the window, and
    /// takes pictures whose names end in `tail`.
    template <class Draw> static void inEachSchemeAndSize(const Draw& draw)
    {
        ui::Theme theme;
        for (const ui::ColourScheme scheme : {ui::ColourScheme::Light, ui::ColourScheme::Dark}) {
            theme.setScheme(scheme);
            for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) {
                ui::MainWindow window(fixture::knowledge());
                FakeContext context(window);
                context.kinds = fixture::catalogue();
                window.resize(size);
                fill(window);
                draw(window, context,
                     u"-%1-%2"_s.arg(size.width()).arg(theme.isDark() ? u"dark"_s : u"light"_s));
                QCOMPARE(window.size(), size); // Nothing in it asks for more.
            }
        }
    }

private Q_SLOTS:
    void textThatCannotBeReadIsFound()
    {
        ui::Theme theme;
        theme.setScheme(ui::ColourScheme::Dark);
        QWidget page;
        page.resize(200, 60);
        auto* label = new QLabel(u"Epochs"_s, &page);
        label->setGeometry(10, 10, 150, 30);
        page.show();
        QVERIFY(look::faults(page, look::pictureOf(page)).isEmpty());
        const QColor ground(look::groundOf(look::pictureOf(page), page.rect()));
        label->setStyleSheet(u"color: %1"_s.arg(ground.name()));
        QVERIFY(!look::faults(page, look::pictureOf(page)).isEmpty());
        label->setStyleSheet({});
        theme.setScheme(ui::ColourScheme::Light);
        const QImage light = look::pictureOf(page);
        QVERIFY(look::faults(page, light).isEmpty());
        theme.setScheme(ui::ColourScheme::Dark);
        QVERIFY(!look::faults(page, light).isEmpty());
    }

    void eachStepInEachSchemeAndSize()
    {
        inEachSchemeAndSize([](ui::MainWindow& window, FakeContext&, const QString& tail) {
            window.show();
            for (int step = 0; step < 4; ++step) {
                window.setup().setStep(static_cast<ui::SetupStep>(step));
                window.showView(u"preview"_s);
                take(window, u"step%1"_s.arg(step + 1) + tail);
            }
            setTraining(window);
            window.setup().setEditable(false);
            window.showView(u"curves"_s);
            take(window, u"training"_s + tail);
        });
    }

    void translationInEachSchemeAndSize()
    {
        inEachSchemeAndSize([](ui::MainWindow& window, FakeContext& context, const QString& tail) {
            ui::SetupPanel& setup = window.setup();
            setup.setSpec(fixture::translationSpec());
            setup.setDataPreview(fixture::pairPreview());
            setup.setPairTextPreview(fixture::pairTextPreview());
            setup.pages().setScheduleCurve(fixture::scheduleCurve());
            setup.pages().setTeacherForcingCurve(fixture::teacherForcingCurve());
            context.shown = {};
            context.shown.spec.task.kind = "translation";
            context.shown.spec.model.network.options["positions"] = "learned";
            window.follow(context.shown);
            viewIn<ui::CurvesView>(window, "curves")
                .store()
                .setHistory(u"/runs/reviews-lstm-001"_s, sample::translationHistory());
            window.show();
            for (int step = 0; step < 4; ++step) {
                setup.setStep(static_cast<ui::SetupStep>(step));
                window.showView(u"preview"_s);
                take(window, u"translation-step%1"_s.arg(step + 1) + tail);
            }
            for (const char* name : {"curves", "sentence", "decoding", "results"}) {
                window.showView(QLatin1String(name));
                QTest::qWait(300); // Curves are drawn a plot at a time.
                take(window, u"translation-%1"_s.arg(QLatin1String(name)) + tail);
            }
            viewIn<ui::PositionsView>(window, "positions").setPositions(fixture::positions());
            QTest::qWait(300);
            take(window, u"translation-positions"_s + tail);
        });
    }

    void emptyProblemsProgressAndPresentation()
    {
        ui::Theme theme;
        theme.setScheme(ui::ColourScheme::Light);
        ui::MainWindow window(fixture::knowledge());
        FakeContext context(window);
        context.kinds = fixture::catalogue();
        window.resize(1280, 800);
        window.show();
        take(window, u"empty-data"_s);
        window.setup().setStep(ui::SetupStep::Text);
        take(window, u"empty-text"_s);
        fill(window);
        window.setup().setProblems(
            {{"training.optimiser.learning_rate",
              {"training.optimiser.learning_rate is 300; it must be between 0 and 100.", {}}},
             {"training.threads", {"training.threads must be a whole number.", {}}},
             {"model", {"Sizes do not fit.", {}}}});
        window.setup().setStep(ui::SetupStep::Training);
        window.setStartable(false, u"The learning rate is out of its range."_s);
        window.showFailure({core::ErrorCode::FileMissing,
                            {"%1 cannot be read.", {"/data/reviews.csv"}},
                            {"Check the path, or drop the file again.", {}},
                            {}});
        take(window, u"problems"_s);
        window.setup().setStep(ui::SetupStep::Data);
        window.setup().pages().setProgress(ui::SetupStep::Data,
                                           {{"Reading %1", {"imdb_train.csv.gz"}}, 0.42, 8.0});
        window.showNotice({"The sample is loaded.", {}});
        take(window, u"progress"_s);
        setTraining(window);
        window.showView(u"curves"_s);
        window.setPresentation(true);
        window.setWindowState(Qt::WindowNoState); // The screen of the tests is a small one.
        window.resize(1920, 1080);
        take(window, u"presentation"_s);
        window.showView(u"preview"_s);
        take(window, u"presentation-data"_s);
        window.setPresentation(false);
        take(window, u"after-presentation"_s);
    }

    void helpWindows()
    {
        ui::Theme theme;
        theme.setScheme(ui::ColourScheme::Light);
        ui::MainWindow window(fixture::knowledge());
        auto* help = new ui::SettingsHelp(fixture::knowledge(), &window);
        help->show();
        take(*help, u"settings-help"_s);
        auto* about = new ui::AboutBox(&window);
        about->show();
        take(*about, u"about"_s);
        QAction* shortcuts = window.findChild<QAction*>(u"shortcutsAction"_s);
        shortcuts->trigger();
        auto* table = window.findChild<ui::ShortcutsHelp*>();
        QVERIFY(table != nullptr);
        take(*table, u"shortcuts"_s);
    }
};

UNROLL_TEST(WindowPicturesTest, QApplication)
#include "window_pictures_test.moc"
