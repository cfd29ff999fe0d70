#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "tests/ui/shown_widgets.h"
#include "ui/setup/field_fits.h"
#include "ui/setup/setup_bars.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/theme.h"

using core::Json;
using ui::FieldFit;
using ui::SetupPanel;
using ui::SetupStep;

/// How the values of a preset fit the data, said under their fields.
class FieldFitsTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    std::unique_ptr<SetupPanel> m_panel;

    static core::TextPreview texts(int64_t longest)
    {
        core::TextPreview preview = fixture::textPreview();
        for (int64_t p = 0; p <= 100; ++p) // A tenth of the longest at the short end.
            preview.trainLengths.push_back(std::max<int64_t>(1, longest * p / 100));
        return preview;
    }
    static FieldFit fitOf(const std::string& path, const Json& spec, const ui::KnownData& known)
    {
        const auto fits = ui::fieldFits(spec, known);
        const auto found = std::find_if(fits.begin(), fits.end(),
                                        [&](const FieldFit& each) { return each.path == path; });
        return found == fits.end() ? FieldFit{} : *found;
    }
    ui::FitLine* line(const char* field) const
    {
        const auto lines = m_panel->findChildren<ui::FitLine*>();
        const auto found = std::find_if(lines.begin(), lines.end(), [&](const ui::FitLine* each) {
            return each->accessibleName() == QLatin1String(field);
        });
        return found == lines.end() ? nullptr : *found;
    }

private Q_SLOTS:
    void init()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        m_panel = std::make_unique<SetupPanel>(fixture::knowledge());
        m_panel->setSpec(fixture::spec());
    }
    void cleanup()
    {
        m_panel.reset();
        QLocale::setDefault(QLocale::c());
    }

    void whatIsNotKnownIsNotSaid()
    {
        for (const FieldFit& fit : ui::fieldFits(fixture::spec(), {})) {
            QVERIFY2(fit.said.isEmpty() && fit.fits && fit.action.isEmpty(), fit.path.c_str());
        }
    }

    void theShareThatIsCutIsSaidWithALengthThatFits()
    {
        Json spec = fixture::spec();
        spec["text"]["maximum_length"] = 256;
        const core::TextPreview preview = texts(400);
        const FieldFit fit = fitOf("text.maximum_length", spec, {nullptr, &preview, nullptr});
        QVERIFY(!fit.fits);
        QCOMPARE(fit.said, u"Cuts 36 % of the texts"_s); // 65 % have 260 or more.
        QCOMPARE(fit.action, u"Raise to 400"_s);
        spec["text"]["maximum_length"] = fit.better;
        const FieldFit raised = fitOf("text.maximum_length", spec, {nullptr, &preview, nullptr});
        QVERIFY(raised.fits && raised.action.isEmpty());
        QCOMPARE(raised.said, u"Cuts none of the texts"_s);
        spec["text"]["maximum_length"] = 390;
        QCOMPARE(fitOf("text.maximum_length", spec, {nullptr, &preview, nullptr}).said,
                 u"Cuts 3 % of the texts"_s);
    }

    void aVocabularyIsTooSmallOnlyWhereItIsFull()
    {
        Json spec = fixture::spec();
        spec["text"]["vocabulary_size"] = 8123;
        core::TextPreview preview = fixture::textPreview();
        const char* path = "text.vocabulary_size";
        QCOMPARE(fitOf(path, spec, {nullptr, &preview, nullptr}).said,
                 u"Holds 8,123 of 15,210 tokens"_s);
        preview.splits[1].unknownShare = 0.2;
        const FieldFit full = fitOf(path, spec, {nullptr, &preview, nullptr});
        QVERIFY(!full.fits);
        QCOMPARE(full.better.get<int>(), 20000);
        spec["text"]["vocabulary_size"] = 9000; // The others are too rare.
        QVERIFY(fitOf(path, spec, {nullptr, &preview, nullptr}).fits);
    }

    void aBatchIsNoLargerThanTheTrainingTexts()
    {
        core::DataPreview data = fixture::dataPreview();
        const Json spec = fixture::spec();
        QCOMPARE(fitOf("training.batch_size", spec, {&data, nullptr, nullptr}).said,
                 u"Updates per epoch: 141"_s); // 9,000 texts in batches of 64
        data.trainRows = 40;
        const FieldFit fit = fitOf("training.batch_size", spec, {&data, nullptr, nullptr});
        QVERIFY(!fit.fits);
        QCOMPARE(fit.said, u"More than the 40 training texts"_s);
        QCOMPARE(fit.better.get<int>(), 4);
    }

    void aValidationPartHasATextForEachClass()
    {
        core::DataPreview data = fixture::dataPreview();
        Json spec = fixture::spec();
        spec["data"]["sample"] = {{"kind", "none"}};
        spec["data"]["valid_fraction"] = 0.1;
        const char* path = "data.valid_fraction";
        QCOMPARE(fitOf(path, spec, {&data, nullptr, nullptr}).said, u"Validation texts: 1,000"_s);
        data.validRows = 1;
        const FieldFit fit = fitOf(path, spec, {&data, nullptr, nullptr});
        QVERIFY(!fit.fits);
        QCOMPARE(fit.better.get<double>(), 0.2);
        spec["data"]["valid"] = {"/data/valid.csv"}; // It is what it is.
        QVERIFY(fitOf(path, spec, {&data, nullptr, nullptr}).fits);
    }

    void oneClickMakesItFitAndNothingElseMoves()
    {
        showSized(*m_panel, {344, 700});
        m_panel->setStep(SetupStep::Text);
        ui::FitLine* fit = line("Maximum length");
        QVERIFY(fit != nullptr && fit->isVisible()); // It has its place before anything is known.
        const auto places = [&] {
            QList<QRect> all;
            for (const QWidget* each : m_panel->findChildren<QWidget*>()) {
                if (each->isVisible() && each->parentWidget() != fit)
                    all << QRect(each->mapTo(m_panel.get(), QPoint()), each->size());
            }
            return all;
        };
        QTest::qWait(50); // Until everything has its place.
        const QList<QRect> before = places();
        const auto* button = fit->findChild<QToolButton*>();
        QVERIFY(!button->isVisible());
        m_panel->setTextPreview(texts(400));
        QTest::qWait(20);
        QVERIFY(button->isVisible());
        QCOMPARE(places(), before);
        const auto* header = namedChild<ui::StepHeader>(*m_panel, "step2Header");
        QCOMPARE(header->misfitCount(), 1);
        QSignalSpy changed(m_panel.get(), &SetupPanel::specChanged);
        mouseClick(fit->findChild<QToolButton*>(), Qt::LeftButton);
        QCOMPARE(m_panel->spec()["text"]["maximum_length"].get<int>(), 400);
        QVERIFY(changed.wait(2000));
        QVERIFY(!button->isVisible());
        QCOMPARE(header->misfitCount(), 0);
        QCOMPARE(fit->findChild<ui::ElidedLabel*>()->fullText(), u"Cuts none of the texts"_s);
        QCOMPARE(places(), before);
        m_panel->history().undo();
        QCOMPARE(m_panel->spec().dump(), fixture::spec().dump());
        QVERIFY(button->isVisible());
    }

    void whatIsSaidIsOfTheDataOfNow()
    {
        m_panel->setTextPreview(texts(400));
        const auto* button = line("Maximum length")->findChild<QToolButton*>();
        QVERIFY(!button->isHidden());
        Json other = m_panel->spec();
        other["text"]["tokeniser"] = {{"kind", "whitespace"}};
        m_panel->takeSpec(other);
        QVERIFY(button->isHidden()); // Other tokens have not been counted yet.
        m_panel->setEditable(false);
        m_panel->setTextPreview(texts(400));
        line("Maximum length")->findChild<QToolButton*>()->click();
        QCOMPARE(m_panel->spec().dump(), other.dump()); // Locked.
    }
};

UNROLL_TEST(FieldFitsTest, QApplication)
#include "field_fits_test.moc"
