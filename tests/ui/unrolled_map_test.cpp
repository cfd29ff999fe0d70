// The picture of Unrolled as a widget, without its view.
#include "tests/support/test_case.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/unrolled_sample.h"
#include "ui/unrolled/unrolled_map.h"
#include "ui/widgets/theme.h"

using namespace unrolled;

class UnrolledMapTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    /// Connections are kept between paintings: another beat, head, scheme and size have others.
    void connectionsArePaintedAnewWhereTheyChange()
    {
        ui::UnrolledMap map;
        map.setTrace(std::make_shared<core::Trace>(traced()));
        showSized(map, {700, 500});
        const auto at = [&map](double beat) {
            map.setBeat(beat + 2.0); // A jump, which is shown at once.
            map.setBeat(beat);
            return map.grab().toImage();
        };
        const double end = map.picture().layout().predicted();
        const QImage before = at(0.0), after = at(end);
        QVERIFY(before != after);
        QCOMPARE(at(0.0), before);
        QCOMPARE(at(end), after);
        m_theme.setScheme(ui::ColourScheme::Dark);
        const QImage dark = map.grab().toImage();
        QVERIFY(dark.pixelColor(350, 250).lightness() < 128);
        m_theme.setScheme(ui::ColourScheme::Light);
        QCOMPARE(map.grab().toImage(), after);
        map.resize(800, 500);
        const QImage wider = map.grab().toImage();
        map.resize(700, 500);
        QVERIFY(wider.size() != after.size());
        QCOMPARE(map.grab().toImage(), after);
    }

    void theLinesOfAHeadAreDrawnWhileItIsPointedAt()
    {
        core::Trace trace = traced();
        trace.attention.push_back(trace.attention.front());
        trace.attention.back().head = 1;
        trace.attention.back().weights = {0.9F, 0.05F, 0.05F};
        ui::UnrolledMap map;
        map.setTrace(std::make_shared<core::Trace>(trace));
        showSized(map, {700, 500});
        const auto pointed = [&](const std::vector<ui::Mark>& marks) {
            ui::Pointing::instance().point(marks, false, *this);
            return map.grab().toImage();
        };
        const QImage mean = pointed({});
        const QImage first = pointed({{ui::Mark::Kind::Head, 0, u"layer 1, head 1"_s}});
        const QImage second = pointed({{ui::Mark::Kind::Head, 1, u"layer 1, head 2"_s}});
        QVERIFY(first != mean && second != mean && first != second);
        QCOMPARE(pointed({}), mean);
        QSignalSpy chosen(&map, &ui::UnrolledMap::headChosen);
        ui::Pointing::instance().point({{ui::Mark::Kind::Head, 1, u"layer 1, head 2"_s}}, true,
                                       *this);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.first().first().toInt(), 1);
    }

    void aUnitThatIsPointedAtElsewhereShowsItsNumbers()
    {
        ui::UnrolledMap map;
        map.setTrace(std::make_shared<core::Trace>(traced()));
        showSized(map, {700, 500});
        map.toggleOpen();
        ui::Pointing::instance().point({{ui::Mark::Kind::Unit, 0, u"3"_s}}, false, *this);
        QCOMPARE(map.unit(), 3);
    }

    void theLabelOfATokenStandsForItsFirstVector()
    {
        ui::UnrolledMap map;
        map.setTrace(std::make_shared<core::Trace>(traced()));
        showSized(map, {700, 500});
        const ui::UnrolledPicture& picture = map.picture();
        const QRectF label = picture.layout().token(false, 1);
        QCOMPARE(picture.cellAt(label.center() + QPointF(picture.labelWidth(), 0.0)), QPoint(1, 0));
    }
};

UNROLL_TEST(UnrolledMapTest, QApplication)
#include "unrolled_map_test.moc"
