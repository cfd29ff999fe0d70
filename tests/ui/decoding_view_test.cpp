#include "tests/support/test_case.h"
#include "tests/ui/answered_decoding_view.h"
#include "tests/ui/exported.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/number_box.h"

using decoding_sample::AnsweredView;
using decoding_sample::beam;
using decoding_sample::request;
using decoding_sample::search;

class DecodingViewTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void theRequestIsComplete()
    {
        AnsweredView shown(beam(3));
        QCOMPARE(shown.requests.size(), size_t(1));
        const core::DecodingRequest& wanted = shown.requests[0];
        QCOMPARE(wanted.source, request(beam(3)).source);
        QVERIFY(wanted.search == beam(3));
        QVERIFY(wanted.prefix.empty());
        QVERIFY(wanted.prefixIds.empty());
        QVERIFY(wanted.best >= 5);
        QCOMPARE(wanted.detail, core::TraceDetail::Distributions);
    }

    void aChangeOfTheWidthAsksOnceForTheNewestSettings()
    {
        AnsweredView shown(beam(3));
        auto* width = shown.child<ui::NumberBox>("search0.width");
        QVERIFY(width->isVisible());
        width->setFocus();
        width->stepBy(1);
        width->stepBy(1);
        QCOMPARE(shown.requests.size(), size_t(1)); // not before the pause
        QTRY_COMPARE(shown.requests.size(), size_t(2));
        QTest::qWait(200);
        QCOMPARE(shown.requests.size(), size_t(2));
        QCOMPARE(shown.requests[1].search.options["width"].get<int64_t>(), int64_t(width->value()));
        QVERIFY(width->value() > 3);
        // What was not touched stands as it was.
        core::Selection expected = beam(int64_t(width->value()));
        QVERIFY(shown.requests[1].search == expected);
    }

    void anotherKindAsksWithItsOwnOptions()
    {
        AnsweredView shown(beam(3));
        auto* kinds = shown.child<QComboBox>("search0");
        kinds->setFocus();
        kinds->setCurrentIndex(kinds->findData(u"sampling"_s));
        Q_EMIT kinds->activated(kinds->currentIndex());
        QTRY_COMPARE(shown.requests.size(), size_t(2));
        QVERIFY(shown.requests[1].search == search("sampling"));
        kinds->setCurrentIndex(kinds->findData(u"beam"_s));
        Q_EMIT kinds->activated(kinds->currentIndex());
        QTRY_COMPARE(shown.requests.size(), size_t(3));
        QVERIFY(shown.requests[2].search == beam(3)); // as it was left
    }

    void choicesOfTheSearchAreReadWhole()
    {
        AnsweredView shown(beam(3));
        shown.view.resize(1500, 800);
        QTest::qWait(1);
        auto* stop = shown.child<QComboBox>("search0.stop");
        QVERIFY(stop->isVisible());
        const int text = stop->fontMetrics().horizontalAdvance(stop->currentText());
        QVERIFY2(stop->width() > text, qPrintable(QString::number(stop->width())));
        shown.view.resize(560, 800); // what has no room is behind the button, not cut
        QTest::qWait(1);
        QVERIFY(!stop->isVisible() || stop->width() > text);
    }

    void typingAsksAtMostEvery150Milliseconds()
    {
        AnsweredView shown(beam(3));
        auto* edit = shown.child<QComboBox>("sourceBox")->lineEdit();
        edit->selectAll();
        keyClicks(edit, "ein mann");
        QCOMPARE(shown.requests.size(), size_t(1));
        QTRY_COMPARE(shown.requests.size(), size_t(2));
        QCOMPARE(shown.requests[1].source, "ein mann"s);
    }

    void aFailureIsSaidAndNothingIsLost()
    {
        AnsweredView shown(beam(3));
        const auto before = shown.tree()->shownNodes();
        core::Failure failure;
        failure.code = core::ErrorCode::BadSetting;
        failure.what = {"The beam is %1 hypotheses wide.", {"99"}};
        failure.advice = {"Set the width to less.", {}};
        shown.view.setFailure(failure, 0);
        auto* message = shown.view.findChild<ui::MessageBar*>();
        QVERIFY(message->isVisible());
        QVERIFY(message->text().contains(u"99 hypotheses wide"_s));
        QCOMPARE(shown.tree()->shownNodes(), before);
        shown.view.setText(shown.view.text());
        QVERIFY(!message->isVisible());
    }

    void withoutANetworkItSaysWhatToDo()
    {
        AnsweredView shown(beam(3));
        shown.view.setNoModel();
        QVERIFY(!shown.table()->isVisible());
        QVERIFY(shown.tree()->shownNodes().empty());
    }

    void anEmptiedFieldEmptiesTheView()
    {
        AnsweredView shown(beam(3));
        const QString text = shown.view.text();
        auto* edit = shown.child<QComboBox>("sourceBox")->lineEdit();
        edit->selectAll();
        keyClick(edit, Qt::Key_Delete);
        QTRY_VERIFY(shown.tree()->shownNodes().empty());
        QCOMPARE(shown.context.shown.text, QString());
        QVERIFY(shown.view.figures().empty());
        QVERIFY(labelText(shown.view, "emptyTitle").startsWith(u"No text yet"_s));
        QCOMPARE(shown.requests.size(), size_t(1));
        shown.view.setText(text);
        QVERIFY(!shown.tree()->shownNodes().empty());
        QVERIFY(shown.table()->isVisible());
    }

    void theSentenceCanBeOpenedElsewhere()
    {
        AnsweredView shown(beam(3));
        QSignalSpy opened(&shown.context, &ui::ViewContext::viewRequested);
        shown.click("openSentenceButton");
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened.first().first().toString(), u"sentence"_s);
        QCOMPARE(shown.context.shown.text, shown.view.text());
    }

    void treeAndTableAreExported()
    {
        AnsweredView shown(beam(3));
        QVERIFY(arePicturesExported(shown.view, "search-tree", 1000));
        const QImage picture
            = QImage::fromData(exported(shown.view, "search-tree", ui::FigureFormat::Png))
                  .convertToFormat(QImage::Format_RGB32);
        QVERIFY(!picture.isNull());
        QVERIFY(look::contrastIn(picture, picture.rect()) > 4.0); // Texts on the theme's ground
        QCOMPARE(QColor(look::groundOf(picture, picture.rect())), m_theme.base());
        QVERIFY(exported(shown.view, "search-tree", ui::FigureFormat::Svg).contains("ladder"));
        QVERIFY(exported(shown.view, "search-tree", ui::FigureFormat::Text).contains("ladder"));
        const QStringList lines
            = exportedTable(shown.view, "candidates").split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        int expected = 1;
        const ui::DecodingSteps answer = shown.answer();
        for (int step = 1; step <= answer.count(); ++step)
            expected += int(answer.candidates(step).size());
        QCOMPARE(int(lines.size()), expected);
        QVERIFY(lines[1].startsWith(u"1,1,a,,-"_s));
    }

    void numbersOfTheTranslationsAreReadWhole()
    {
        AnsweredView shown(search("sampling", {{"temperature", 3.0}}));
        const auto* table = shown.column(0)->findChild<QTableView*>("resultTable");
        const QFontMetrics words(m_theme.textFont());
        bool wide = false;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            for (const int column : {0, 2, 3}) {
                const QString text = table->model()->index(row, column).data().toString();
                wide = wide || text.size() > 5; // more than the usual -0.00
                QVERIFY2(table->columnWidth(column) > words.horizontalAdvance(text) + 4,
                         qPrintable(text));
            }
        }
        QVERIFY(wide);
    }

    void everyControlHasAName()
    {
        AnsweredView shown(beam(3));
        for (const QToolButton* button : shown.view.findChildren<QToolButton*>())
            QVERIFY2(button->focusPolicy() == Qt::NoFocus // Qt's own, inside other controls
                         || !button->text().isEmpty() || !button->accessibleName().isEmpty()
                         || button->objectName().startsWith(u"qt_"_s),
                     qPrintable(button->objectName() + u" in "_s + button->parent()->objectName()));
        for (const char* name : {"hypothesisTree", "candidateTable", "distributionPlot",
                                 "sourceBox", "droppedBox", "stepSlider", "search0.width"})
            QVERIFY2(!shown.child<QWidget>(name)->accessibleName().isEmpty(), name);
    }

    void pictures()
    {
        AnsweredView shown(beam(5), {900, 640});
        const QList<QSize> sizes{{900, 640}, {1400, 900}};
        takePictures(shown.view, u"decoding-end"_s, sizes);
        shown.child<QSlider>("stepSlider")->setValue(5);
        shown.child<QTabWidget>("nodeTabs")->setCurrentIndex(1);
        takePictures(shown.view, u"decoding-step"_s, sizes);
        shown.child<QTabWidget>("nodeTabs")->setCurrentIndex(2);
        shown.tree()->setFocus();
        keyClick(shown.tree(), Qt::Key_Return);
        shown.tree()->zoomToFit();
        takePictures(shown.view, u"decoding-forced"_s, sizes);
        shown.click("clearPrefixButton");
        shown.click("compareButton");
        shown.child<QTabWidget>("nodeTabs")->setCurrentIndex(0);
        takePictures(shown.view, u"decoding-compare"_s, sizes);
        shown.click("compareButton");
        m_theme.setPresentation(true);
        takePictures(shown.view, u"decoding-presentation"_s, {{1280, 760}, {1900, 1000}});
        m_theme.setPresentation(false);
    }

    void pictureOfAllSettings()
    {
        AnsweredView shown(
            search("beam", {{"width", 3}, {"block_ngrams", 2}, {"minimum_length", 9}}));
        shown.child<QSlider>("stepSlider")->setValue(8);
        takePictures(shown.view, u"decoding-blocked"_s, {{900, 640}});
        shown.click("search0.all");
        auto* popup = shown.child<QWidget>("search0.popup");
        QVERIFY(popup->isVisible());
        takePictures(*popup, u"decoding-settings"_s, {{440, 560}});
        popup->close();
    }
};

UNROLL_TEST(DecodingViewTest, QApplication)
#include "decoding_view_test.moc"
