#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/decoding/transport_bar.h"
#include "ui/gradient_laboratory/gradient_laboratory_view.h"
#include "ui/gradient_laboratory/laboratory_plot.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/number_box.h"

/// The gradient laboratory, without a run.
class GradientLaboratoryViewTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    FakeContext m_context;

    using View = ui::GradientLaboratoryView;

    static void takeExample(const View& view, int index)
    {
        auto* examples = namedChild<QComboBox>(view, "laboratoryExamples");
        examples->setCurrentIndex(index);
        Q_EMIT examples->activated(index);
    }
    static ui::LaboratoryPlot* plot(const View& view, const char* name)
    {
        return namedChild<ui::LaboratoryPlot>(view, name);
    }
    static QStringList linesOf(const View& view, const char* name)
    {
        QStringList names;
        const auto* shown = plot(view, name);
        for (int i = 0; i < shown->graphCount(); ++i)
            names << shown->graph(i)->name();
        return names;
    }
    /// The value of a line at a step; NaN where it is not drawn.
    static double valueAt(const View& view, const char* name, int line, double step)
    {
        const auto data = plot(view, name)->graph(line)->data();
        const auto found = data->findBegin(step, false);
        return found != data->constEnd() && found->key == step
            ? found->value
            : std::numeric_limits<double>::quiet_NaN();
    }
    static void choose(const View& view, const char* name, int index)
    {
        namedChild<QComboBox>(view, name)->setCurrentIndex(index);
    }

private Q_SLOTS:
    /// Lecture 002: RNN beside LSTM.
    void cellsStandSideBySide()
    {
        const View view(m_context);
        QCOMPARE(linesOf(view, "laboratoryStates"),
                 QStringList({"RNN (tanh)", "LSTM h", "LSTM c"}));
        QCOMPARE(linesOf(view, "laboratoryGradients"),
                 QStringList({"RNN (tanh)", "LSTM h", "LSTM c"}));
        QCOMPARE(linesOf(view, "laboratoryParts"),
                 QStringList({"RNN (tanh)", "RNN (tanh), whole gradient", "LSTM",
                              "LSTM, whole gradient", "clip at 1"}));
        QVERIFY(valueAt(view, "laboratoryGradients", 1, 0)
                > 100.0 * valueAt(view, "laboratoryGradients", 0, 0));
        QVERIFY(m_context.asked.empty());
    }

    /// Lecture 002: 0.9^100 and 1.1^100.
    void examplesSetTheDials()
    {
        const View view(m_context);
        takeExample(view, 2);
        QCOMPARE(linesOf(view, "laboratoryGradients"), QStringList({"Linear RNN"}));
        QVERIFY2(labelText(view, "laboratorySummary")
                     .startsWith(u"Linear RNN: ‖dL/dh‖ is 1 at step 100, 2.656e-05 at step 0;"_s),
                 qPrintable(labelText(view, "laboratorySummary")));
        QCOMPARE(namedChild<QSlider>(view, "laboratorySingular")->value(), 90);
        takeExample(view, 3);
        QVERIFY(labelText(view, "laboratorySummary").contains(u"13,781 at step 0"_s));
        QVERIFY(labelText(view, "laboratorySummary").contains(u"clipping multiplies"_s));
    }

    void theSliderIsTheDialOfTheSingularValue()
    {
        const View view(m_context);
        takeExample(view, 2);
        namedChild<QSlider>(view, "laboratorySingular")->setValue(100);
        QVERIFY(labelText(view, "laboratorySummary")
                    .startsWith(u"Linear RNN: ‖dL/dh‖ is 1 at step 100, 1 at step 0;"_s));
        auto* box = namedChild<ui::NumberBox>(view, "laboratory.singular_value");
        QCOMPARE(box->value(), 1.0);
        box->setValue(0.5);
        Q_EMIT box->edited(0.5);
        QCOMPARE(namedChild<QSlider>(view, "laboratorySingular")->value(), 50);
        QVERIFY(labelText(view, "laboratorySummary").contains(u"7.889e-31 at step 0"_s));
    }

    /// Half of the steps go forwards over the states, half backwards over the gradients.
    void thePassesArePlayedStepByStep()
    {
        const View view(m_context);
        takeExample(view, 2);
        auto* transport = namedChild<ui::TransportBar>(view, "laboratoryTransport");
        QCOMPARE(transport->count(), 200);
        QCOMPARE(transport->step(), 200);
        transport->goTo(40);
        QVERIFY(valueAt(view, "laboratoryStates", 0, 40) > 0.0);
        QVERIFY(std::isnan(valueAt(view, "laboratoryStates", 0, 41)));
        QVERIFY(plot(view, "laboratoryGradients")->graph(0)->data()->isEmpty());
        QVERIFY(labelText(view, "laboratoryStep").startsWith(u"Step 40, Linear RNN: ‖h‖ = "_s));
        transport->goTo(100 + 30);
        QVERIFY(valueAt(view, "laboratoryStates", 0, 100) > 0.0);
        QVERIFY(std::isnan(valueAt(view, "laboratoryGradients", 0, 69)));
        QVERIFY(std::abs(valueAt(view, "laboratoryGradients", 0, 70) - std::pow(0.9, 30)) < 1e-12);
        QVERIFY(labelText(view, "laboratoryStep").startsWith(u"Step 70, "_s));
        // The axes stay.
        QCOMPARE(plot(view, "laboratoryGradients")->xAxis->range().upper, 100.0);
    }

    void partsAreOfTheChosenMatrix()
    {
        const View view(m_context);
        takeExample(view, 8);
        QVERIFY(labelText(view, "laboratoryStep").startsWith(u"Step 0, "_s));
        QVERIFY(!labelText(view, "laboratoryStep").contains("share"));
        namedChild<ui::TransportBar>(view, "laboratoryTransport")->goTo(20 + 5);
        QVERIFY(labelText(view, "laboratoryStep").contains("share of dL/dU: "));
        const double before = valueAt(view, "laboratoryParts", 0, 18);
        choose(view, "laboratoryMatrix", 1);
        QVERIFY(labelText(view, "laboratoryStep").contains("share of dL/dW: "));
        QVERIFY(valueAt(view, "laboratoryParts", 0, 18) != before);
    }

    void dialsWithoutEffectAreGrey()
    {
        View view(m_context);
        showSized(view, {1000, 700});
        const auto enabled
            = [&](const char* name) { return namedChild<QWidget>(view, name)->isEnabled(); };
        QVERIFY(enabled("laboratory.bias_f"));
        QVERIFY(!enabled("laboratory.bias_z"));
        QVERIFY(!enabled("laboratory.deviation"));
        takeExample(view, 7); // With a GRU; forget gates.
        QVERIFY(enabled("laboratory.bias_z"));
        takeExample(view, 5); // ReLU with normal weights and no input.
        QVERIFY(enabled("laboratory.deviation"));
        QVERIFY(!enabled("laboratory.bias_f"));
        QVERIFY(!enabled("laboratory.input_scale"));
    }

    void aFaultInTypedEquationsIsShown()
    {
        View view(m_context);
        showSized(view, {1000, 700});
        core::AskGradientLaboratory question;
        question.cell = core::AskGradientLaboratory::kTypedCell;
        question.equations = "h = tanh(";
        core::Json json = core::AskGradientLaboratory::kind().options.toJson(question);
        json.erase("numbers");
        view.setState(QByteArray::fromStdString(json.dump()));
        QVERIFY(!plot(view, "laboratoryStates")->isVisible());
        QVERIFY(view.figures().empty());
        question.equations = "h = tanh(W x + U h)";
        json["equations"] = question.equations;
        view.setState(QByteArray::fromStdString(json.dump()));
        QVERIFY(plot(view, "laboratoryStates")->isVisible());
        QCOMPARE(linesOf(view, "laboratoryStates").first(), u"Typed equations"_s);
    }

    void itIsExported()
    {
        View view(m_context);
        showSized(view, {1000, 700});
        for (const char* name : {"laboratory_states", "laboratory_gradients", "laboratory_parts"})
            QVERIFY2(arePicturesExported(view, name, 1000), name);
        const QString steps = exportedTable(view, "laboratory_states", "cells.steps");
        QVERIFY2(steps.contains("step,state,memory,gradient"), qPrintable(steps.left(300)));
        QVERIFY(figureOf(view, "laboratory_parts").words().contains(u"LSTM: ‖dL/dh‖ is 1"_s));
    }

    void dialsComeBack()
    {
        const View view(m_context);
        takeExample(view, 4);
        View other(m_context);
        other.setState(view.state());
        QCOMPARE(labelText(other, "laboratorySummary"), labelText(view, "laboratorySummary"));
        QVERIFY(labelText(other, "laboratorySummary").contains("step 128"));
        for (const char* damaged : {"", "[]", "{", R"({"steps": 900})", R"({"cell": 3})"})
            other.setState(damaged);
        QCOMPARE(labelText(other, "laboratorySummary"), labelText(view, "laboratorySummary"));
    }

    void pictures()
    {
        View view(m_context);
        takePictures(view, u"gradient_laboratory"_s, {{1000, 640}, {1500, 900}});
    }
};

UNROLL_TEST(GradientLaboratoryViewTest, QApplication)
#include "gradient_laboratory_view_test.moc"
