#include "tests/support/near.h"
#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/decoding/transport_bar.h"
#include "ui/state_plane/plane_plot.h"
#include "ui/state_plane/state_plane_view.h"
#include "ui/widgets/number_box.h"

/// The plane of two units, without a run.
class StatePlaneViewTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    FakeContext m_context;

    using View = ui::StatePlaneView;

    static void takeExample(const View& view, int index)
    {
        auto* examples = namedChild<QComboBox>(view, "planeExamples");
        examples->setCurrentIndex(index);
        Q_EMIT examples->activated(index);
    }
    static ui::PlanePlot* plot(const View& view)
    {
        return namedChild<ui::PlanePlot>(view, "planePlot");
    }
    static ui::TransportBar* transport(const View& view)
    {
        return namedChild<ui::TransportBar>(view, "planeTransport");
    }
    static double number(const View& view, const char* name)
    {
        return namedChild<ui::NumberBox>(view, name)->value();
    }
    static QCPCurve* curve(const View& view, const QString& name)
    {
        for (int i = 0; i < plot(view)->plottableCount(); ++i)
            if (plot(view)->plottable(i)->name() == name)
                return qobject_cast<QCPCurve*>(plot(view)->plottable(i));
        return nullptr;
    }
    static QStringList labels(const View& view)
    {
        QStringList texts;
        for (int i = 0; i < plot(view)->itemCount(); ++i)
            if (const auto* text = qobject_cast<QCPItemText*>(plot(view)->item(i)))
                texts << text->text();
        return texts;
    }
    /// The largest distance of a curve's points from the first state, which is the origin.
    static double farthest(const QCPCurve& of)
    {
        double largest = 0.0;
        for (const QCPCurveData& point : *of.data())
            largest = std::max(largest, std::hypot(point.value, point.key));
        return largest;
    }

private Q_SLOTS:
    void wordsAreReadOneAfterTheOther()
    {
        const View view(m_context);
        QCOMPARE(transport(view)->count(), 14); // Seven words forwards and back.
        QCOMPARE(
            labels(view),
            QStringList({"the", "film", "was", "not", "bad", "at", "all", "U (1, 0)", "U (0, 1)"}));
        transport(view)->goTo(2);
        QCOMPARE(labels(view), QStringList({"the", "film", "U (1, 0)", "U (0, 1)"}));
        QCOMPARE(curve(view, u"states of the text"_s)->dataCount(), 3);
        QVERIFY(curve(view, u"gradients (\u00d7 0.3)"_s) == nullptr);
        QVERIFY2(labelText(view, "planeStep").startsWith(u"Word 2, “film”: h = ("_s),
                 qPrintable(labelText(view, "planeStep")));
        QVERIFY(m_context.asked.empty());
    }

    void theEllipseRunsBack()
    {
        const View view(m_context);
        takeExample(view, 3); // A rotation times 0.8.
        transport(view)->goTo(14);
        const QCPCurve* ellipse = curve(view, u"gradients (\u00d7 0.3)"_s);
        QVERIFY(ellipse != nullptr);
        support::compareNear(farthest(*ellipse), ui::PlanePlot::kGradientLength * std::pow(0.8, 7),
                             1e-9);
        QVERIFY2(labelText(view, "planeStep")
                     .endsWith(u"After 7 words on the way back, all gradients of length 1 at the "
                               "end are an ellipse with the half axes 0.2097 and 0.2097."_s),
                 qPrintable(labelText(view, "planeStep")));
        QCOMPARE(labelText(view, "planeMatrix"),
                 u"U has the singular values 0.8 and 0.8. Its eigenvalues have the modulus 0.8: it "
                 "turns by 60° a step."_s);
        takeExample(view, 6); // A shear.
        QVERIFY(labelText(view, "planeMatrix").endsWith(u"moduli 1 and 1."_s));
    }

    void theMatrixIsDragged()
    {
        View view(m_context);
        showSized(view, {1000, 700});
        takeExample(view, 5); // (1 0; 0 0.3)
        QTest::qWait(50); // The axes are laid out.
        const auto pixel = [&](double x, double y) {
            return QPoint(int(plot(view)->xAxis->coordToPixel(x)),
                          int(plot(view)->yAxis->coordToPixel(y)));
        };
        // Both axes have the same scale.
        QVERIFY(std::abs((pixel(1, 0) - pixel(0, 0)).x() + (pixel(0, 1) - pixel(0, 0)).y()) <= 1);
        QTest::mousePress(plot(view), Qt::LeftButton, {}, pixel(0, 0.3));
        QTest::mouseMove(plot(view), pixel(0.5, 0.8));
        QTest::mouseRelease(plot(view), Qt::LeftButton, {}, pixel(0.5, 0.8));
        QVERIFY(std::abs(number(view, "plane.u12") - 0.5) < 0.02);
        QVERIFY(std::abs(number(view, "plane.u22") - 0.8) < 0.02);
        QCOMPARE(number(view, "plane.u11"), 1.0);
        QVERIFY(!labelText(view, "planeMatrix").contains("0.3"));
        // Beside the arrows nothing is dragged.
        const double before = number(view, "plane.u12");
        QTest::mousePress(plot(view), Qt::LeftButton, {}, pixel(-0.8, -0.8));
        QTest::mouseMove(plot(view), pixel(-0.5, -0.5));
        QTest::mouseRelease(plot(view), Qt::LeftButton, {}, pixel(-0.5, -0.5));
        QCOMPARE(number(view, "plane.u12"), before);
        // From the keyboard it is typed.
        auto* box = namedChild<ui::NumberBox>(view, "plane.u11");
        box->setValue(0.25);
        Q_EMIT box->edited(0.25);
        QVERIFY(curve(view, u"grid of states"_s) != nullptr);
        QVERIFY(!labelText(view, "planeMatrix").contains(u" 1 "_s));
    }

    void theNetworkOfTheRunIsFollowed()
    {
        View view(m_context);
        view.follow(m_context.shown);
        auto* network = namedChild<QCheckBox>(view, "planeNetwork");
        QVERIFY(m_context.asked.empty());
        network->setChecked(true);
        QCOMPARE(m_context.asked.size(), size_t{1});
        core::NetworkPlane answer;
        answer.plane.cell = "relu";
        answer.plane.u12 = 0.125;
        answer.inputs = {{"a", 0.5, 0.25}, {"b", 0.0, 0.0}};
        m_context.asked.back()->answer<core::AskNetworkPlane>(answer);
        QCOMPARE(number(view, "plane.u12"), 0.125);
        QCOMPARE(labels(view), QStringList({"a", "b", "U (1, 0)", "U (0, 1)"}));
        QVERIFY(!namedChild<QWidget>(view, "plane.text")->isEnabled());
        QVERIFY(labelText(view, "planeMatrix").startsWith("U and inputs of the network one. "));
        // By hand its matrix is another one, and answers no longer change it.
        auto* box = namedChild<ui::NumberBox>(view, "plane.u11");
        box->setValue(0.25);
        Q_EMIT box->edited(0.25);
        QVERIFY(labelText(view, "planeMatrix").contains("U was changed by hand"));
        view.trained();
        QCOMPARE(m_context.asked.size(), size_t{1});
        // Only a network that is trained can be given the matrix.
        auto* send = namedChild<QPushButton>(view, "planeSend");
        QVERIFY(!send->isEnabled());
        m_context.shown.live = true;
        view.follow(m_context.shown);
        QVERIFY(send->isEnabled());
        send->click();
        QCOMPARE(m_context.asked.size(), size_t{2});
        const auto* set = m_context.asked.back()->question.as<core::AskSetPlane>();
        QVERIFY(set != nullptr);
        QCOMPARE(set->u11, 0.25);
        QCOMPARE(set->u12, 0.125);
        m_context.asked.back()->answer<core::AskSetPlane>({4, 1});
        QVERIFY(m_context.asked.size() > 2); // The network is followed again.
        answer.plane.u11 = 0.5;
        m_context.asked.back()->answer<core::AskNetworkPlane>(answer);
        QCOMPARE(number(view, "plane.u11"), 0.5);
        QVERIFY(!send->isEnabled());
        m_context.shown.live = false;
        view.follow(m_context.shown);
        network->setChecked(false);
        QCOMPARE(labels(view).size(), 9); // Drawn inputs of the typed text.
        QVERIFY(namedChild<QWidget>(view, "plane.text")->isEnabled());
        m_context.shown.askable = false;
        view.follow(m_context.shown);
        QVERIFY(!network->isEnabled());
        m_context.shown.askable = true;
    }

    void withoutATextItSaysWhatToDo()
    {
        View view(m_context);
        showSized(view, {1000, 700});
        auto* text = namedChild<QLineEdit>(view, "plane.text");
        text->setText({});
        Q_EMIT text->textEdited({});
        QVERIFY(!plot(view)->isVisible());
        QVERIFY(view.figures().empty());
        text->setText(u"one two"_s);
        Q_EMIT text->textEdited(u"one two"_s);
        QVERIFY(plot(view)->isVisible());
        QCOMPARE(transport(view)->count(), 4);
    }

    void itIsExported()
    {
        View view(m_context);
        showSized(view, {1000, 700});
        QVERIFY(arePicturesExported(view, "state_plane", 1000));
        QVERIFY(exportedTable(view, "state_plane", "steps").startsWith("step,word,input_1"));
        QVERIFY(figureOf(view, "state_plane").words().contains("U has the singular values"));
    }

    void theMatrixComesBack()
    {
        const View view(m_context);
        takeExample(view, 8);
        View other(m_context);
        other.setState(view.state());
        QCOMPARE(number(other, "plane.u12"), 0.3);
        QCOMPARE(labelText(other, "planeMatrix"), labelText(view, "planeMatrix"));
        for (const char* damaged : {"", "[]", "{", R"({"u11": 90})", R"({"text": 3})"})
            other.setState(damaged);
        QCOMPARE(number(other, "plane.u12"), 0.3);
    }

    void pictures()
    {
        View view(m_context);
        transport(view)->goTo(12);
        takePictures(view, u"state_plane"_s, {{1000, 640}, {1500, 900}});
    }
};

UNROLL_TEST(StatePlaneViewTest, QApplication)
#include "state_plane_view_test.moc"
