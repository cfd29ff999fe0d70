#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "ui/setup/setup_bars.h"
#include "ui/setup/setup_panel.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/theme.h"
#include "ui/window/run_bar.h"

/// The actions that the set-up and the tool bar offer while a run is trained.
class TuningBarTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    std::unique_ptr<ui::SetupPanel> m_panel;

    template <class Widget> Widget* find(const char* name) const
    {
        auto* found = m_panel->findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            qFatal("no %s", name);
        return found;
    }
    void train()
    {
        m_panel->setEditable(false);
        m_panel->setTuning(u"reviews-lstm-001"_s);
    }

private Q_SLOTS:
    void init()
    {
        ui::Knowledge knowledge = fixture::knowledge();
        knowledge.tunable = [](const std::string& setting, const std::string& task) {
            return task == "classification" && setting == "training.epochs";
        };
        m_panel = std::make_unique<ui::SetupPanel>(knowledge);
        m_panel->setSpec(fixture::spec());
        m_panel->setStep(ui::SetupStep::Training);
        m_panel->resize(360, 700);
        m_panel->show();
    }
    void cleanup() { m_panel.reset(); }

    void onlyWhatCanBeTunedIsOpenWhileItTrains()
    {
        train();
        QVERIFY(find<ui::NumberBox>("training.epochs")->isEnabled());
        QVERIFY(!find<QComboBox>("training.optimiser")->isEnabled());
        QVERIFY(!find<QComboBox>("model.network")->isEnabled());
        m_panel->setTuning({});
        QVERIFY(!find<ui::NumberBox>("training.epochs")->isEnabled());
        m_panel->setEditable(true);
        QVERIFY(find<QComboBox>("training.optimiser")->isEnabled());
    }

    void theBarNamesSettingAndRunAndAppliesByClickAndKey()
    {
        auto* bar = find<ui::TuningBar>("tuningBar");
        QVERIFY(!bar->isVisible());
        train();
        QVERIFY(bar->isVisible());
        QVERIFY(!find<QPushButton>("applyTuningButton")->isEnabled());
        m_panel->setTuned({{u"training.epochs"_s, u"5"_s, u"8"_s}});
        QVERIFY(bar->isVisible());
        const QString said = find<QLabel>("tuningChanges")->text();
        QVERIFY2(said.contains(u"Epochs"_s) && said.contains(u"5 \u2192 8"_s)
                     && said.contains(u"reviews-lstm-001"_s),
                 qPrintable(said));
        auto* apply = find<QPushButton>("applyTuningButton");
        QCOMPARE(apply->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_Return));
        QVERIFY(apply->accessibleName().contains(u"reviews-lstm-001"_s));
        QSignalSpy applied(m_panel.get(), &ui::SetupPanel::tuningApplied);
        QSignalSpy discarded(m_panel.get(), &ui::SetupPanel::tuningDiscarded);
        mouseClick(apply, Qt::LeftButton);
        QCOMPARE(applied.count(), 1);
        mouseClick(find<QPushButton>("discardTuningButton"), Qt::LeftButton);
        QCOMPARE(discarded.count(), 1);
        m_panel->setFolded(true);
        QVERIFY(!bar->isVisible());
        m_panel->setFolded(false);
        QVERIFY(bar->isVisible());
        m_panel->setTuned({});
        QVERIFY(!apply->isEnabled());
        m_panel->setTuning({});
        QVERIFY(!bar->isVisible());
    }

    /// The widget under the pointer stays there when a typed value takes effect.
    void nothingMovesWhenAChangeCanBeApplied()
    {
        train();
        QTest::qWait(50);
        auto* field = find<ui::NumberBox>("training.epochs");
        auto* header = find<QWidget>("step4Header");
        const auto places = [&] {
            return std::pair(field->mapTo(m_panel.get(), QPoint()),
                             std::pair(header->geometry(), find<QWidget>("tuningBar")->geometry()));
        };
        const auto before = places();
        std::vector<ui::TunedSetting> changes;
        for (int i = 0; i < 6; ++i) {
            changes.push_back({u"training.epochs"_s, u"5"_s, QString::number(i)});
            m_panel->setTuned(changes);
            QTest::qWait(20);
            QCOMPARE(places(), before);
        }
        QVERIFY(find<QLabel>("tuningChanges")->text().endsWith(u"and 4 more"_s));
    }

    void withoutATrainingThereIsNoBar()
    {
        m_panel->setTuned({{u"training.epochs"_s, u"5"_s, u"8"_s}});
        QVERIFY(!find<ui::TuningBar>("tuningBar")->isVisible());
    }

    void slowMotionGoesFromOneUpdateASecondToNoLimit()
    {
        ui::SpeedSlider speed;
        auto* slider = speed.findChild<QSlider*>();
        const auto* text = speed.findChild<QLabel*>(u"speedText"_s);
        QSignalSpy chosen(&speed, &ui::SpeedSlider::rateChosen);
        QCOMPARE(speed.rate(), 0.0);
        QCOMPARE(text->text(), u"full"_s);
        keyClick(slider, Qt::Key_Home);
        QCOMPARE(speed.rate(), 1.0);
        QVERIFY(text->text() == u"1/s"_s);
        double before = 0.0;
        for (int i = 0; i <= 30; ++i) { // Logarithmic: each step is about a quarter more.
            const double rate = speed.rate();
            QVERIFY(before == 0.0 || (rate / before > 1.05 && rate / before < 1.5));
            before = rate;
            keyClick(slider, Qt::Key_Right);
        }
        QCOMPARE(before, 1000.0);
        QCOMPARE(speed.rate(), 0.0);
        QCOMPARE(chosen.last().first().toDouble(), 0.0);
        keyClick(slider, Qt::Key_PageDown);
        QVERIFY(speed.rate() > 0.0);
        speed.reset();
        QCOMPARE(speed.rate(), 0.0);
        QVERIFY(!slider->accessibleName().isEmpty());
        QVERIFY(slider->accessibleDescription().contains(u"full speed"_s));
    }
};
UNROLL_TEST(TuningBarTest, QApplication)
#include "tuning_bar_test.moc"
