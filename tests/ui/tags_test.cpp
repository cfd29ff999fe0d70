#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/tagging_sample.h"
#include "tests/ui/views_pictures.h"
#include "ui/results/class_results.h"
#include "ui/table/row_model.h"
#include "ui/tagging/tag_names.h"
#include "ui/tagging/tag_results_view.h"
#include "ui/tagging/tag_table.h"
#include "ui/tagging/tags_view.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/swatch.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

class TagsTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    FakeContext m_context;

    static core::TaggedText names()
    {
        const core::AskTrellis question{"John Smith visited Paris"};
        core::TaggedText text = tagging_sample::tagged(
            tagging_sample::solved(tagging_sample::namesNetwork(), question));
        text.spans = {{"PER", 0, 2}, {"LOC", 3, 4}};
        text.known[1] = false;
        return text;
    }
    std::unique_ptr<ui::TagsView> opened(const QString& truth = {})
    {
        m_context.answerWith<core::AskTags>([](const core::AskTags&) { return names(); });
        auto view = std::make_unique<ui::TagsView>(m_context);
        showSized(*view, {900, 560});
        m_context.lead(*view);
        m_context.look(u"John Smith visited Paris"_s, truth);
        return view;
    }
    std::unique_ptr<ui::TagResultsView> results(const core::ScoredTags& scored)
    {
        m_context.answerWith<core::AskTagScores>(
            [scored](const core::AskTagScores&) { return scored; });
        auto view = std::make_unique<ui::TagResultsView>(m_context);
        m_context.lead(*view);
        showSized(*view, {1200, 760});
        return view;
    }

private Q_SLOTS:
    void tagsOfOneTypeShareTheirColour()
    {
        QCOMPARE(ui::swatchesOf({"O", "B-PER", "I-PER", "B-LOC", "E-LOC"}),
                 (std::vector<int>{-1, 0, 0, 1, 1}));
        // Parts of speech: each its own; O would be one as any other.
        QCOMPARE(ui::swatchesOf({"NOUN", "X", "O", "-LRB-"}), (std::vector<int>{0, 1, 2, 3}));
    }

    void manyTagsAreToldApart()
    {
        for (const ui::ColourScheme scheme : {ui::ColourScheme::Light, ui::ColourScheme::Dark}) {
            m_theme.setScheme(scheme);
            std::set<QByteArray> pictures;
            for (int index = 0; index < 49; ++index) {
                QImage picture(32, 16, QImage::Format_RGB32);
                picture.fill(m_theme.base());
                QPainter painter(&picture);
                ui::drawSwatch(painter, QRectF(0, 0, 32, 16), index);
                painter.end();
                pictures.insert(QByteArray(reinterpret_cast<const char*>(picture.constBits()),
                                           picture.sizeInBytes()));
            }
            QCOMPARE(pictures.size(), size_t{49});
        }
        m_theme.setScheme(ui::ColourScheme::Light);
    }

    void tokensHaveTagsSpansAndProbabilities()
    {
        const auto view = opened();
        const auto& tokens = namedChild<ui::TokenLine>(*view, "tagLine")->tokens();
        QCOMPARE(tokens.size(), size_t{4});
        QCOMPARE(tokens[1].lines[0], u"I-PER"_s);
        QVERIFY(tokens[1].joined && !tokens[0].joined && !tokens[3].joined);
        QVERIFY(tokens[1].unknown && !tokens[0].unknown);
        QCOMPARE(tokens[2].swatch, -1);
        QVERIFY(tokens[0].swatch == tokens[1].swatch && tokens[0].swatch != tokens[3].swatch);
        QCOMPARE(labelText(*view, "spansLabel"), u"PER: John Smith \u00b7 LOC: Paris"_s);
        QVERIFY(labelText(*view, "stateLabel").contains(u"unknown: 1"_s));
    }

    void theChosenTokenShowsAllOfItsTags()
    {
        const auto view = opened();
        auto* line = namedChild<ui::TokenLine>(*view, "tagLine");
        QCOMPARE(line->current(), 3); // The network is least sure of it.
        QVERIFY(labelText(*view, "chosenTokenLabel").startsWith(u"\u201cParis\u201d"_s));
        keyClick(line, Qt::Key_Home);
        QVERIFY(labelText(*view, "chosenTokenLabel").startsWith(u"\u201cJohn\u201d, B-PER, "_s));
        const auto* bars = namedChild<QWidget>(*view, "tagBars");
        QVERIFY2(bars->accessibleDescription().contains(u"predicted"_s),
                 qPrintable(bars->accessibleDescription()));
    }

    void wrongTagsAreMarkedWhereTheDataKnow()
    {
        const auto view = opened(u"B-PER I-PER O O"_s);
        const auto& tokens = namedChild<ui::TokenLine>(*view, "tagLine")->tokens();
        QCOMPARE(tokens[3].lines.size(), 3);
        QCOMPARE(tokens[3].lines[2], u"\u2717 O"_s);
        QCOMPARE(tokens[0].lines.size(), 2);
        QVERIFY(labelText(*view, "stateLabel").contains(u"wrong tags: 1"_s));
        takePictures(*view, u"tags"_s);
        // Tags of another number of tokens are of another division into tokens.
        const auto other = opened(u"B-PER O"_s);
        QCOMPARE(namedChild<ui::TokenLine>(*other, "tagLine")->tokens()[0].lines.size(), 2);
    }

    void aSentenceIsWrittenAndDrawn()
    {
        const auto view = opened(u"B-PER I-PER O O"_s);
        const QString table = exportedTable(*view, "tags", "tokens");
        QVERIFY2(table.startsWith(u"token,tag,probability,known,reference\nJohn,B-PER,"_s),
                 qPrintable(table));
        const QStringList second = table.split('\n')[2].split(',');
        QCOMPARE(second[1], u"I-PER"_s);
        QCOMPARE(second.mid(3), (QStringList{u"no"_s, u"I-PER"_s}));
        QVERIFY(arePicturesExported(*view, "tags", 1000));
    }

    void scoresOfTokensAndSpansAreShown()
    {
        const auto view = results(tagging_sample::scored());
        QCOMPARE(labelText(*view, "accuracyFigure"), u"70.0 %"_s);
        QCOMPARE(labelText(*view, "spanF1Figure"), u"54.5 %"_s); // 0.5455
        QCOMPARE(labelText(*view, "illegalFigure"), u"1 / 4"_s);
        QCOMPARE(labelText(*view, "countFigure"), u"3"_s);
        const auto* spans = namedChild<ui::ClassScoresTable>(*view, "classTable");
        QVERIFY(spans->isVisible());
        QVERIFY(!namedChild<QWidget>(*view, "tagScoresTable")->isVisible());
        QCOMPARE(columnTexts(*spans, 0), (QStringList{"PER", "LOC", "all"}));
        QCOMPARE(columnTexts(*spans, 1)[1], u"0.667"_s);
        QCOMPARE(columnTexts(*spans, 4)[2], u"5"_s);
    }

    void mistakesAreListedAndUnderlined()
    {
        const auto view = results(tagging_sample::scored());
        const auto* table = namedChild<QTableView>(*view, "tagTable");
        QCOMPARE(columnTexts(*table, ui::TagTable::Wrong), (QStringList{"\u2713", "2", "1"}));
        QCOMPARE(columnTexts(*table, ui::TagTable::Mistakes)[1],
                 u"Mary: B-PER \u2192 B-LOC, Smith: I-PER \u2192 I-LOC"_s);
        const auto marks = table->model()
                               ->index(1, ui::TagTable::Text)
                               .data(ui::RowModel::MarksRole)
                               .value<std::vector<ui::TextPart>>();
        QCOMPARE(marks, (std::vector<ui::TextPart>{{0, 4}, {14, 5}})); // "Mary met John Smith"
    }

    void aCellOfTheConfusionFiltersByPair()
    {
        const auto view = results(tagging_sample::scored());
        const auto* map = namedChild<ui::HeatMap>(*view, "confusionMap");
        const auto* table = namedChild<QTableView>(*view, "tagTable");
        mouseClick(map->viewport(), Qt::LeftButton, {}, map->cellRect(2, 4).center());
        QCOMPARE(columnTexts(*table, ui::TagTable::Text), QStringList{"Mary met John Smith"});
        mouseClick(map->viewport(), Qt::LeftButton, {}, map->cellRect(2, 4).center());
        QCOMPARE(table->model()->rowCount(), 3);
        QCOMPARE(map->currentCell(), QPoint(-1, -1));
        namedChild<QComboBox>(*view, "judgementBox")->setCurrentIndex(2);
        QCOMPARE(columnTexts(*table, ui::TagTable::Text), QStringList{"John visited Paris"});
    }

    void aTextIsOpenedWithItsTrueTags()
    {
        const auto view = results(tagging_sample::scored());
        auto* table = namedChild<QTableView>(*view, "tagTable");
        const QSignalSpy looked(&m_context, &ui::ViewContext::looked);
        table->setCurrentIndex(table->model()->index(1, 1));
        keyClick(table, Qt::Key_Return);
        QCOMPARE(looked.count(), 1);
        QCOMPARE(looked[0][0].toString(), u"Mary met John Smith"_s);
        QCOMPARE(looked[0][1].toString(), u"B-PER O B-PER I-PER"_s);
    }

    void tagsWithoutSpansHaveTheirOwnTable()
    {
        const auto view = results(tagging_sample::scoredWords(200));
        QVERIFY(view->findChild<QLabel*>("spanF1Figure") == nullptr);
        const auto* tags = namedChild<ui::ClassScoresTable>(*view, "tagScoresTable");
        QVERIFY(tags->isVisible());
        QCOMPARE(columnTexts(*tags, 0).size(), 18);
        // Of so many tags the confusion has colours alone.
        QVERIFY(namedChild<ui::HeatMap>(*view, "confusionMap")->content().cellTexts.isEmpty());
        takePictures(*view, u"tag-results"_s, {{760, 640}, {1400, 900}});
    }

    void resultsAreWritten()
    {
        const auto view = results(tagging_sample::scored());
        const QString rows = exportedTable(*view, "predictions");
        QVERIFY2(rows.startsWith(u"text,tokens,wrong,true,predicted\n"
                                 "John visited Paris,3,0,B-PER O B-LOC,B-PER O B-LOC\n"_s),
                 qPrintable(rows));
        QVERIFY(exportedTable(*view, "scores", "tag_scores")
                    .startsWith(u"tag,precision,recall,f1,tokens\n"_s));
        QVERIFY(exportedTable(*view, "scores", "confusion")
                    .startsWith(u",O,B-PER,I-PER,B-LOC,I-LOC\n"_s));
        takePictures(*view, u"span-results"_s, {{1200, 760}});
    }
};
UNROLL_TEST(TagsTest, QApplication)
#include "tags_test.moc"
