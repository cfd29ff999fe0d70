#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/views_pictures.h"
#include "ui/map/map_picture.h"
#include "ui/map/map_side.h"
#include "ui/map/map_view.h"
#include "ui/table/row_view.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"

namespace {

constexpr int kSide = 6; ///< Points along each side of a square.

/// Points on a grid: the vector of each is its place, away from the origin.
core::VectorMap gridMap(const core::AskMap& question)
{
    core::VectorMap map;
    map.what = question.what;
    map.kinds = {"source", "texts", "tokens"};
    map.features = 2;
    core::MapColumn parity{"class", "True class", {}, {}},
        rank{"rank", "Rank by frequency", {}, {}};
    for (int i = 0; i < kSide * kSide; ++i) {
        map.labels.push_back("word" + std::to_string(i));
        const auto x = float(i % kSide + 1), y = float(i / kSide + 1);
        map.vectors.insert(map.vectors.end(), {x, y});
        map.points.insert(map.points.end(), {x, y});
        parity.names.emplace_back(i % 2 == 0 ? "even" : "odd");
        rank.numbers.push_back(i + 1);
    }
    map.available = 40;
    map.shares = {0.6, 0.4};
    map.columns = {parity, rank};
    map.step = 1240;
    map.epoch = 3;
    return map;
}

/// Hands the orders over to the test.
class FakeMaps : public ui::MapService {
public:
    class Work : public ui::MapWork {
    public:
        explicit Work(FakeMaps& maps) : m_maps(maps) { }
        ~Work() override { ++m_maps.ended; }
        void setPaused(bool paused) override { m_maps.paused = paused; }

    private:
        FakeMaps& m_maps;
    };
    std::unique_ptr<ui::MapWork> start(Order order, Hearer hearer) override
    {
        orders.push_back(std::move(order));
        hearers.push_back(std::move(hearer));
        return std::make_unique<Work>(*this);
    }
    /// Moves the points of the newest map to `points`, its end.
    void arrive(core::MapPoints points)
    {
        const Hearer hearer = hearers.back();
        hearer.moved({std::move(points), 750, 750, 0.0});
        hearer.judged({0.25, 0.5, std::vector<int32_t>(size_t(kSide * kSide), 1)});
    }

    std::vector<Order> orders;
    std::vector<Hearer> hearers;
    int ended = 0;
    bool paused = false;
};

core::MapPoints doubled(core::MapPoints points)
{
    for (float& each : points)
        each *= 2.0F;
    return points;
}

struct OpenedMap {
    OpenedMap()
    {
        context.answerWith<core::AskMap>(gridMap);
        view.resize(1000, 640);
        view.show();
        context.lead(view);
    }
    template <class Widget> Widget& part(const char* name)
    {
        auto* found = view.findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            qFatal("no part %s", name);
        return *found;
    }
    ui::MapPicture& picture() { return part<ui::MapPicture>("mapPicture"); }
    void choose(const char* box, const char* data)
    {
        auto& choice = part<QComboBox>(box);
        const int index = choice.findData(QString::fromLatin1(data));
        choice.setCurrentIndex(index);
        Q_EMIT choice.activated(index);
    }

    FakeMaps maps;
    FakeContext context;
    ui::MapView view{context};
};

} // namespace

class MapTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void theComponentsStandAtOnceAndThenMove()
    {
        OpenedMap opened;
        const core::MapPoints start = gridMap({}).points;
        QVERIFY(opened.picture().points() == start);
        QCOMPARE(opened.maps.orders.size(), size_t{1});
        const ui::MapService::Order& order = opened.maps.orders.back();
        QCOMPARE(order.options.iterations, 750);
        QVERIFY(order.start.empty());
        QCOMPARE(std::hypot((*order.vectors)[2], (*order.vectors)[3]), 1.0F);

        opened.maps.hearers.back().moved({doubled(start), 30, 750, 2.0});
        QVERIFY(opened.picture().points() == doubled(start));
        auto& pause = opened.part<QToolButton>("mapPauseButton");
        QVERIFY(pause.isEnabled());
        pause.click();
        QVERIFY(opened.maps.paused);
        opened.maps.arrive(start);
        QVERIFY(!pause.isEnabled());
        const QString state = opened.part<QLabel>("mapStateLabel").text();
        for (const char* part : {"update 1,240", "36 of 40 vectors", "seed 1", "keeps 25.0"})
            QVERIFY2(state.contains(QString::fromLatin1(part)), qPrintable(state));
    }

    void cancellingHoldsThePoints()
    {
        OpenedMap opened;
        opened.maps.hearers.back().moved({doubled(gridMap({}).points), 30, 750, 2.0});
        opened.part<QToolButton>("mapCancelButton").click();
        QCOMPARE(opened.maps.ended, 1);
        QVERIFY(opened.picture().points() == doubled(gridMap({}).points));
    }

    void anotherNetworkMovesThePointsOnAndLeavesTrails()
    {
        OpenedMap opened;
        const core::MapPoints place = doubled(gridMap({}).points);
        opened.maps.arrive(place);
        opened.context.shown.choice.epoch = 2;
        opened.view.follow(opened.context.shown);
        QCOMPARE(opened.maps.orders.size(), size_t{2});
        QVERIFY(opened.maps.orders.back().start == place);
        QVERIFY(opened.maps.orders.back().options.pull > 0.0);
        QVERIFY(opened.picture().points() == place);
        // An answer that comes meanwhile waits until the points have arrived.
        opened.context.shown.choice.epoch = 1;
        opened.view.follow(opened.context.shown);
        QCOMPARE(opened.maps.orders.size(), size_t{2});
        opened.maps.arrive(gridMap({}).points);
        QCOMPARE(opened.maps.orders.size(), size_t{3});
    }

    void aClickListsNeighboursByCosineInTheFullSpace()
    {
        OpenedMap opened;
        opened.maps.arrive(gridMap({}).points);
        ui::MapPicture& picture = opened.picture();
        QSignalSpy changed(&picture, &ui::MapPicture::currentChanged);
        mouseClick(&picture, Qt::LeftButton, {}, picture.place(0).toPoint());
        QCOMPARE(changed.count(), 1);
        QCOMPARE(picture.current(), 0);
        QCOMPARE(opened.part<QLabel>("mapNearestLabel").text(), u"Nearest to \u201cword0\u201d"_s);
        // (1, 1) and (2, 2) have the same direction; (2, 1) is nearer in the picture.
        const auto& side = *opened.view.findChild<ui::MapSide*>();
        QCOMPARE(side.neighbours().size(), size_t{20});
        for (int i = 0; i < kSide - 1; ++i) {
            QCOMPARE(side.neighbours()[size_t(i)].point % (kSide + 1), 0);
            QVERIFY(side.neighbours()[size_t(i)].cosine > 0.999999);
        }
        opened.part<ui::RowView>("mapNearestTable").setFocus();
        Q_EMIT opened.part<ui::RowView>("mapNearestTable").rowActivated(0);
        QCOMPARE(picture.current(), side.neighbours().empty() ? -1 : picture.current());
        QVERIFY(picture.current() != 0);
    }

    void anotherEpochListsItsOwnNeighbours()
    {
        OpenedMap opened;
        opened.maps.arrive(gridMap({}).points);
        opened.picture().setCurrent(0);
        const auto& side = *opened.view.findChild<ui::MapSide*>();
        const auto sum = [&] {
            double all = 0.0;
            for (const auto& each : side.neighbours())
                all += each.cosine;
            return all;
        };
        const double before = sum();
        opened.context.answerWith<core::AskMap>([](const core::AskMap& question) {
            core::VectorMap map = gridMap(question);
            for (size_t i = 0; i < map.vectors.size(); i += 2)
                map.vectors[i] = -map.vectors[i] * float(1 + i % 7);
            return map;
        });
        opened.context.shown.choice.epoch = 2;
        opened.view.follow(opened.context.shown);
        QVERIFY(std::abs(sum() - before) > 1e-3);
    }

    void aLassoAndARectangleChoosePoints()
    {
        OpenedMap opened;
        opened.maps.arrive(gridMap({}).points);
        ui::MapPicture& picture = opened.picture();
        QSignalSpy chosen(&picture, &ui::MapPicture::chosenChanged);
        picture.setTool(ui::MapPicture::Tool::Rectangle);
        const QPoint from = picture.place(0).toPoint() + QPoint(-10, 10);
        const QPoint to = picture.place(kSide + 1).toPoint() + QPoint(10, -10);
        QTest::mousePress(&picture, Qt::LeftButton, {}, from);
        QTest::mouseMove(&picture, to);
        QMouseEvent move(QEvent::MouseMove, to, picture.mapToGlobal(to), Qt::NoButton,
                         Qt::LeftButton, {});
        QCoreApplication::sendEvent(&picture, &move);
        QTest::mouseRelease(&picture, Qt::LeftButton, {}, to);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(picture.chosen(), (std::vector<int>{0, 1, kSide, kSide + 1}));
        QCOMPARE(opened.part<ui::RowView>("mapChosenTable").model()->rowCount(), 4);
        QCOMPARE(opened.part<QLabel>("mapChosenLabel").text(), u"4 points chosen"_s);
        keyClick(&picture, Qt::Key_Escape);
        QVERIFY(picture.chosen().empty());
    }

    void keysLeadFromPointToPointAndZoom()
    {
        OpenedMap opened;
        ui::MapPicture& picture = opened.picture();
        picture.setCurrent(0);
        keyClick(&picture, Qt::Key_Right);
        QCOMPARE(picture.current(), 1);
        keyClick(&picture, Qt::Key_Up);
        QCOMPARE(picture.current(), kSide + 1);
        keyClick(&picture, Qt::Key_Space);
        QCOMPARE(picture.chosen(), std::vector<int>{kSide + 1});
        const QPointF before = picture.place(kSide + 1);
        keyClick(&picture, Qt::Key_Plus);
        QVERIFY(picture.zoomed() > 1.0);
        QVERIFY((picture.place(kSide + 1) - before).manhattanLength() < 0.01);
        keyClick(&picture, Qt::Key_0);
        QCOMPARE(picture.zoomed(), 1.0);
        const QPointF whole = picture.place(0);
        const auto comesBack = [&](const auto& back) {
            picture.zoom(4.0, picture.place(kSide + 1));
            back();
            return picture.zoomed() == 1.0 && picture.place(0) == whole;
        };
        QVERIFY(comesBack([&] { opened.part<QToolButton>("mapWholeButton").click(); }));
        QVERIFY(comesBack([&] { // In the corner at the bottom, which no point is at.
            QTest::mouseDClick(&picture, Qt::LeftButton, {},
                               picture.rect().bottomLeft() + QPoint(3, -3));
        }));
    }

    void aMapThatMovedOnSaysSoAndCanStartOver()
    {
        OpenedMap opened;
        opened.maps.arrive(gridMap({}).points);
        auto& startOver = opened.part<QToolButton>("mapStartOverButton");
        const auto& state = opened.part<QLabel>("mapStateLabel");
        QVERIFY(!startOver.isEnabled());
        opened.context.answerWith<core::AskMap>([](const core::AskMap& question) {
            core::VectorMap map = gridMap(question);
            map.step = 2480;
            map.epoch = 6;
            return map;
        });
        opened.context.shown.choice.epoch = 6;
        opened.view.follow(opened.context.shown);
        opened.maps.arrive(doubled(gridMap({}).points));
        QVERIFY2(state.text().contains(u"moved on from the map of update 1,240"_s)
                     && !state.text().contains(u"seed"_s),
                 qPrintable(state.text()));
        QVERIFY(startOver.isEnabled());
        startOver.click();
        QVERIFY(opened.maps.orders.back().start.empty()); // As if nothing had been shown before.
        QVERIFY(opened.picture().points() == gridMap({}).points);
        opened.maps.arrive(gridMap({}).points);
        QVERIFY2(state.text().contains(u"seed 1"_s), qPrintable(state.text()));
        QVERIFY(!startOver.isEnabled());
    }

    void aChoiceIsMarkedInTheMapBesideIt()
    {
        OpenedMap opened, same, other;
        other.context.answerWith<core::AskMap>([](const core::AskMap& question) {
            core::VectorMap map = gridMap(question);
            std::reverse(map.labels.begin(), map.labels.end());
            map.labels[5] = map.labels[4]; // Another run: word31 is there twice, word30 is not.
            return map;
        });
        other.context.shown.choice.run = u"/runs/two"_s;
        other.view.follow(other.context.shown);
        opened.picture().setCurrent(7);
        QCOMPARE(same.picture().current(), 7);
        QCOMPARE(other.picture().current(), kSide * kSide - 1 - 7);
        QVERIFY(other.part<QLabel>("mapNearestLabel").text().contains(u"word7"_s));
        opened.picture().setCurrent(31);
        QCOMPARE(other.picture().current(), -1);
        same.picture().setChosen({0, 30, 35});
        QCOMPARE(opened.picture().chosen(), (std::vector<int>{0, 30, 35}));
        QCOMPARE(other.picture().chosen(), (std::vector<int>{35, 0}));
        keyClick(&opened.picture(), Qt::Key_Escape);
        QVERIFY(same.picture().chosen().empty() && other.picture().chosen().empty());
        QCOMPARE(same.picture().current(), -1);
    }

    void labelsKeepApartAndGrowInNumber()
    {
        OpenedMap opened;
        ui::MapPicture& picture = opened.picture();
        core::MapPoints points;
        QStringList texts;
        for (int i = 0; i < 2000; ++i) {
            points.push_back(float((i * 7919) % 2003));
            points.push_back(float((i * 104729) % 1999));
            texts << u"label%1"_s.arg(i);
        }
        picture.setPoints(points, texts);
        const std::vector<ui::MapLabel> labels = picture.labels();
        QVERIFY(labels.size() > 10);
        QCOMPARE(labels.front().point, 0);
        for (size_t i = 0; i < labels.size(); ++i) {
            QVERIFY(picture.rect().contains(labels[i].place));
            for (size_t j = 0; j < i; ++j)
                QVERIFY(!labels[i].place.intersects(labels[j].place));
        }
        const auto within = [&] {
            const std::vector<ui::MapLabel> all = picture.labels();
            int lowest = 0;
            for (const ui::MapLabel& each : all)
                lowest = std::max(lowest, each.point);
            return lowest;
        };
        const int far = within();
        picture.zoom(8.0, QRectF(picture.rect()).center());
        QVERIFY(within() > far); // Rarer ones are labelled as well.
    }

    void theSearchLabelsAndGoesTo()
    {
        OpenedMap opened;
        auto& search = opened.part<QLineEdit>("mapSearch");
        keyClicks(&search, u"word3"_s);
        QCOMPARE(opened.part<QLabel>("mapFoundLabel").text(), u"7 points found"_s);
        keyClick(&search, Qt::Key_Return);
        QCOMPARE(opened.picture().current(), 3); // The whole word first.
        keyClick(&search, Qt::Key_Return);
        QCOMPARE(opened.picture().current(), 30);
    }

    void theSearchFindsTokensByTheirTexts()
    {
        OpenedMap opened;
        opened.context.answerWith<core::AskMap>([](const core::AskMap& question) {
            core::VectorMap map = gridMap(question);
            for (const std::string& label : map.labels)
                map.contexts.push_back(label == "word7"       ? "a film for children"
                                           : label == "word8" ? "word9 is around"
                                                              : "another text");
            return map;
        });
        auto& texts = opened.part<QCheckBox>("mapTextsBox");
        QVERIFY(!texts.isVisible());
        opened.choose("mapWhatBox", "tokens");
        QVERIFY(texts.isVisible());
        opened.part<QLineEdit>("mapSearch").setText(u"word9"_s);
        QCOMPARE(opened.part<QLabel>("mapFoundLabel").text(), u"1 point found"_s);
        texts.click();
        QCOMPARE(opened.part<QLabel>("mapFoundLabel").text(), u"2 points found"_s);
        opened.part<QLineEdit>("mapSearch").clear();
        const QImage before = opened.picture().grab().toImage();
        auto& search = opened.part<QLineEdit>("mapSearch");
        keyClicks(&search, u"children"_s);
        QCOMPARE(opened.part<QLabel>("mapFoundLabel").text(), u"1 point found"_s);
        QVERIFY(opened.picture().grab().toImage() != before); // It is marked.
        keyClick(&search, Qt::Key_Return);
        QCOMPARE(opened.picture().current(), 7);
    }

    void theCaptionNamesThePerplexityThatFewPointsAllow()
    {
        OpenedMap opened;
        opened.maps.arrive(gridMap({}).points);
        const QString state = opened.part<QLabel>("mapStateLabel").text();
        QVERIFY2(state.contains(u"perplexity 11.67 (the most for so few points)"_s),
                 qPrintable(state)); // A third of the 35 others.
        opened.part<QSpinBox>("mapPerplexityBox").setValue(5);
        QVERIFY(opened.part<QLabel>("mapStateLabel").text().contains(u"perplexity 5 "_s));
    }

    void twoOfThemStandSideBySide()
    {
        OpenedMap opened;
        opened.maps.arrive(gridMap({}).points);
        for (const char* what : {"source", "tokens"}) {
            opened.choose("mapWhatBox", what);
            const int least = opened.view.minimumSizeHint().width();
            QVERIFY2(least <= 440, qPrintable(QString::number(least)));
        }
    }

    void coloursGoWithShapesAndAreExplained()
    {
        OpenedMap opened;
        opened.maps.arrive(gridMap({}).points);
        opened.choose("mapColourBox", "class");
        const ui::MapColouring& names = opened.picture().colouring();
        QCOMPARE(names.markers.size(), size_t{2});
        QVERIFY(names.markers[0].shape != names.markers[1].shape);
        QCOMPARE(names.codes[1], uint8_t{1});
        takePictures(opened.view, u"map"_s);
        std::vector<std::string> many{""};
        for (int i = 0; i < 23; ++i)
            many.insert(many.end(), size_t(30 - i), "name" + std::to_string(i));
        const auto frequent = ui::MapColouring::byNames(u"Names"_s, many);
        constexpr size_t kOwn = ui::MapColouring::kNames;
        QCOMPARE(frequent.markers[0].text, u"name0"_s);
        QCOMPARE(frequent.markers[kOwn].text, u"grey: the 3 rarest"_s);
        QCOMPARE(frequent.codes.back(), uint8_t(kOwn));
        QCOMPARE(frequent.markers.back().text, u"not known"_s);
        QCOMPARE(frequent.markers.back().series, -1); // Beneath those that are known.
        QCOMPARE(frequent.codes.front(), uint8_t(kOwn + 1));
        opened.choose("mapColourBox", "rank");
        const ui::MapColouring& ranks = opened.picture().colouring();
        QVERIFY(ranks.codes.front() < ranks.codes.back());
        QVERIFY(ranks.markers.front().size(10.0) < ranks.markers.back().size(10.0));
        opened.choose("mapColourBox", "cluster");
        QCOMPARE(opened.picture().colouring().markers[0].text, u"cluster 2"_s);
        QVERIFY(exportedTable(opened.view, "map")
                    .startsWith(u"label,x,y,class,rank,cluster\nword0,1,1,even,1,2\n"_s));
        QVERIFY(arePicturesExported(opened.view, "map", 2000));
    }

    void noTwoMeaningsLookAlikeWithoutTheirColours()
    {
        std::vector<std::string> names;
        for (int i = 0; i < 18; ++i)
            names.insert(names.end(), size_t(30 - i), "meaning" + std::to_string(i));
        ui::MapColouring meanings = ui::MapColouring::byNames(u"Meaning"_s, names);
        QCOMPARE(meanings.markers.size(), size_t{18});
        std::vector<QImage> shapes;
        std::vector<QColor> colours;
        for (int i = 0; i < 18; ++i) {
            ui::MapMarker& marker = meanings.markers[size_t(i)];
            QCOMPARE(marker.text, u"meaning%1"_s.arg(i)); // The legend names it.
            colours.push_back(marker.colour());
            marker.series = -1;
            QImage shape(13, 13, QImage::Format_Grayscale8);
            shape.fill(Qt::white);
            QPainter painter(&shape);
            painter.setRenderHint(QPainter::Antialiasing);
            ui::drawMarker(painter, {6.5, 6.5}, 8.0, marker);
            painter.end();
            shapes.push_back(shape);
        }
        for (size_t i = 0; i < shapes.size(); ++i)
            for (size_t j = 0; j < i; ++j)
                QVERIFY2(shapes[i] != shapes[j], qPrintable(u"%1 and %2"_s.arg(i).arg(j)));
        for (size_t i = 0; i < 16; ++i)
            QCOMPARE(std::count(colours.begin(), colours.begin() + 16, colours[i]), 1);
    }

    void aSearchMarksPointsAndKeepsTheirColours()
    {
        OpenedMap opened;
        opened.context.answerWith<core::AskMap>([](const core::AskMap& question) {
            core::VectorMap map = gridMap(question);
            map.columns[0].names.assign(map.labels.size(), {});
            for (size_t i = 0; i < map.labels.size(); ++i)
                map.columns[0].names[i] = "class" + std::to_string(i < 15 ? i % 5 : i);
            return map;
        });
        opened.choose("mapWhatBox", "tokens");
        opened.choose("mapColourBox", "class");
        const std::vector<uint8_t> before = opened.picture().colouring().codes;
        keyClicks(&opened.part<QLineEdit>("mapSearch"), u"word35"_s);
        QCOMPARE(opened.part<QLabel>("mapFoundLabel").text(), u"1 point found"_s);
        QVERIFY(opened.picture().colouring().codes == before);
    }

    void ringsOfPointsThatAreFoundCoverNoColour()
    {
        ui::MapDrawing drawing; // A point in every fourth pixel.
        for (int i = 0; i < 100; ++i)
            drawing.points.insert(drawing.points.end(), {float(i % 10), float(i / 10)});
        drawing.labels.setTexts(QStringList(100));
        drawing.colouring = ui::MapColouring::alike(100);
        const auto coloured = [&] {
            QImage image(85, 85, QImage::Format_RGB32);
            QPainter painter(&image);
            drawing.draw(painter, image.rect());
            painter.end();
            const QRgb colour = m_theme.series(0).rgb();
            const auto* pixels = reinterpret_cast<const QRgb*>(image.constBits());
            return std::count(pixels, pixels + image.width() * image.height(), colour);
        };
        const auto before = coloured();
        QVERIFY(before > 1000);
        for (int i = 0; i < 100; ++i)
            drawing.found.push_back(i);
        QCOMPARE_GE(coloured(), before * 9 / 10);
    }

    void aMapThatFailedLeavesNoOtherInItsPlace()
    {
        OpenedMap opened;
        opened.maps.arrive(gridMap({}).points);
        QVERIFY(opened.picture().isVisible());
        opened.context.forget<core::AskMap>();
        opened.choose("mapWhatBox", "texts");
        opened.context.asked.back()->hearer.failed(
            {core::ErrorCode::BadData, {"This run has no data.", {}}, {}, {}});
        QVERIFY(!opened.picture().isVisible());
        QVERIFY(opened.view.figures().empty());
        QVERIFY(opened.part<QComboBox>("mapWhatBox").isVisible()); // To ask for another one.
        opened.context.answerWith<core::AskMap>(gridMap);
        opened.choose("mapWhatBox", "tokens");
        QVERIFY(opened.picture().isVisible());
        opened.context.forget<core::AskMap>();
        opened.choose("mapWhatBox", "texts");
        opened.context.asked.back()->hearer.failed({core::ErrorCode::Cancelled, {}, {}, {}});
        QVERIFY(opened.picture().isVisible()); // The user has only stopped waiting.
    }

    void sentencesOfTheUserStandInPlaceOfTheData()
    {
        OpenedMap opened;
        auto& sentences = opened.part<ui::TextBox>("mapSentencesBox");
        QVERIFY(!sentences.isVisible()); // Embeddings are of words.
        opened.choose("mapWhatBox", "tokens");
        QVERIFY(sentences.isVisible());
        sentences.setPlainText(u"by the bank\n\n money in the bank "_s);
        const Strings both{"by the bank", "money in the bank"};
        QTRY_COMPARE(opened.context.last<core::AskMap>().sentences, both);
        QVERIFY(!opened.part<QComboBox>("mapSplitBox").isEnabled());
        opened.choose("mapWhatBox", "source");
        QVERIFY(opened.context.last<core::AskMap>().sentences.empty());
    }

    /// What is chosen there would change nothing.
    void aLayerIsChosenForStatesOfTokensOnly()
    {
        OpenedMap opened;
        auto& layer = opened.part<QComboBox>("mapLayerBox");
        for (const auto& [vectors, has] :
             {std::pair{"source", false}, {"texts", false}, {"tokens", true}, {"source", false}}) {
            opened.choose("mapWhatBox", vectors);
            QVERIFY(layer.isVisible());
            QCOMPARE(layer.isEnabled(), has);
            QCOMPARE(layer.toolTip().contains(u"show the states of tokens"_s), !has);
            QCOMPARE(layer.parentWidget()->toolTip(), layer.toolTip());
        }
    }

    void settingsStayForAnotherRunAsFarAsTheyApply()
    {
        OpenedMap opened;
        opened.context.answerWith<core::AskMap>([](const core::AskMap& question) {
            core::VectorMap map = gridMap(question);
            map.layers = {"layers.0", "layers.1"};
            return map;
        });
        opened.choose("mapWhatBox", "tokens");
        opened.choose("mapLayerBox", "layers.0");
        opened.choose("mapColourBox", "rank");
        opened.choose("mapMethodBox", "pca");
        // The other run has neither this layer nor vectors of tokens.
        opened.context.forget<core::AskMap>();
        opened.context.shown.choice.run = u"/runs/words"_s;
        opened.view.follow(opened.context.shown);
        const auto fail = [&] {
            opened.context.asked.back()->hearer.failed(
                {core::ErrorCode::BadSetting, {"This network has no such vectors.", {}}, {}, {}});
        };
        QCOMPARE(opened.context.last<core::AskMap>().layer, "layers.0"s);
        fail();
        QCOMPARE(opened.context.last<core::AskMap>().layer, ""s);
        QCOMPARE(opened.context.last<core::AskMap>().what, "tokens"s);
        fail();
        QCOMPARE(opened.context.last<core::AskMap>().what, "source"s);
        core::VectorMap words = gridMap({});
        words.kinds = {"source"};
        words.columns.pop_back();
        opened.context.asked.back()->answer<core::AskMap>(words);
        QVERIFY(opened.picture().isVisible());
        QCOMPARE(opened.part<QComboBox>("mapColourBox").currentData().toString(), u"class"_s);
        // The first one has them still.
        opened.context.shown.choice.run = u"/runs/one"_s;
        opened.view.follow(opened.context.shown);
        QCOMPARE(opened.context.last<core::AskMap>().what, "tokens"s);
        QCOMPARE(opened.context.last<core::AskMap>().layer, "layers.0"s);
        opened.context.asked.back()->answer<core::AskMap>(
            gridMap(opened.context.last<core::AskMap>()));
        QCOMPARE(opened.part<QComboBox>("mapColourBox").currentData().toString(), u"rank"_s);
        QCOMPARE(opened.part<QComboBox>("mapMethodBox").currentData().toString(), u"pca"_s);
    }

    void mostOfAPaneIsMap()
    {
        OpenedMap opened;
        auto& side = *opened.view.findChild<ui::MapSide*>();
        auto& button = opened.part<QToolButton>("mapSideButton");
        QVERIFY(side.isVisible() && button.isChecked());
        opened.choose("mapWhatBox", "tokens");
        opened.view.resize(450, 580); // One of two in a window of 1280 x 800.
        QTRY_VERIFY(!side.isVisible());
        const auto share = [&](int part, int whole) { return double(part) / whole; };
        QTRY_VERIFY(share(opened.picture().width(), opened.view.width()) > 2.0 / 3.0);
        QVERIFY(share(opened.picture().height(), opened.view.height()) > 0.6);
        QVERIFY(!opened.part<QSpinBox>("mapPerplexityBox").isVisible());
        opened.part<QToolButton>("mapMoreButton").click();
        QVERIFY(opened.part<QSpinBox>("mapPerplexityBox").isVisible());
        button.click();
        QVERIFY(side.isVisible());
        opened.view.resize(1000, 640);
        button.click();
        QVERIFY(!side.isVisible()); // As the user likes.
    }

    void whatIsAskedFollowsTheChoices()
    {
        OpenedMap opened;
        opened.choose("mapWhatBox", "tokens");
        QCOMPARE(opened.context.last<core::AskMap>().what, "tokens"s);
        const size_t asked = opened.context.count<core::AskMap>();
        opened.part<QSpinBox>("mapSeedBox").setValue(7);
        QCOMPARE(opened.context.count<core::AskMap>(), asked); // The vectors stay.
        QCOMPARE(opened.maps.orders.back().options.seed, uint64_t{7});
        const QByteArray state = opened.view.state();
        ui::MapView other(opened.context);
        other.setState("nonsense");
        other.setState(state);
        QCOMPARE(other.state(), state);
        opened.choose("mapMethodBox", "pca");
        QCOMPARE(opened.maps.orders.back().options.iterations, 0); // Judged only.
    }
};

UNROLL_TEST(MapTest, QApplication)
#include "map_test.moc"
