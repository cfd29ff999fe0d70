#include "tests/support/laboratory_program.h"
#include "tests/support/test_case.h"
#include "ui/language/glass_view.h"
#include "ui/language/suggestion_bar.h"
#include "ui/language/text_glass.h"
#include "ui/language/writing_view.h"

using support::kLongMs;
using support::Program;

/// The views of language models in the whole program, while one learns.
class LanguageViewsTest : public QObject {
    Q_OBJECT
private:
    static void begin(Program& program)
    {
        program.window.resize(1280, 800);
        program.window.show();
        program.laboratory.begin();
        QSignalSpy started(&program.laboratory.training(), &app::TrainingController::started);
        program.laboratory.open(
            {program.written("stories", {{"training.epochs", "200"}, {"training.threads", "1"}})});
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QVERIFY(started.count() > 0 || started.wait(kLongMs));
    }

private Q_SLOTS:
    /// Prints how long keys take; 50 ms are aimed at. The bound is of machines that do much else.
    void keysAreAnsweredWhileANetworkLearns()
    {
        Program program;
        begin(program);
        auto& writing = viewIn<ui::WritingView>(program.window, "writing");
        auto& box = *writing.findChild<ui::WritingBox*>();
        const auto& bar = *writing.findChild<ui::SuggestionBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(!bar.suggestions().empty(), kLongMs);
        box.setFocus();
        const QString text = u"the old fox went to the river and the "_s;
        for (const QChar letter : text) {
            const size_t before = writing.delays().size();
            keyClick(&box, letter.toLatin1());
            QTRY_VERIFY_WITH_TIMEOUT(writing.delays().size() > before, kLongMs);
        }
        QVERIFY(program.laboratory.training().active());
        QVERIFY(!bar.suggestions().empty());
        std::vector<double> delays = writing.delays();
        std::sort(delays.begin(), delays.end());
        const double median = delays[delays.size() / 2];
        qInfo("median %.1f ms a key, slowest %.1f ms", median, delays.back());
        QVERIFY2(median < 500.0, qPrintable(QString::number(median)));
        program.stopAfter(1);
    }

    void theTrainingTextIsSeenThroughTheGlassWhileItLearns()
    {
        Program program;
        begin(program);
        auto& glass = viewIn<ui::GlassView>(program.window, "glass");
        auto& pages = *glass.findChild<QTabWidget*>();
        pages.setCurrentIndex(1);
        const auto* text = pages.currentWidget()->findChild<ui::TextGlass*>();
        QTRY_VERIFY_WITH_TIMEOUT(text->tokens() > 0, kLongMs);
        const auto loss = [&] {
            double nats = 0.0;
            for (int token = 0; token < text->tokens(); ++token)
                nats += text->token(token).nats;
            return nats / text->tokens();
        };
        const double early = loss();
        QTRY_VERIFY_WITH_TIMEOUT(loss() < early - 0.5, kLongMs);
        program.stopAfter(1);
    }
};
UNROLL_TEST(LanguageViewsTest, QApplication)
#include "language_views_test.moc"
