#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/opened_translation_view.h"
#include "ui/sentence/comparison_page.h"
#include "ui/sentence/embedding_panel.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"
#include "ui/widgets/value_strip.h"

class TranslationTokensTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    FakeContext m_context;

private Q_SLOTS:
    void noBlankStandsBetweenTheRowsOfTokens()
    {
        ui::TranslationView view(m_context);
        sample::open(view, sample::attendedPair(3, 4));
        QTest::qWait(50); // rows are fitted behind the layout
        const auto place = [&view](const char* name) {
            const auto* area = view.findChild<QWidget*>(QLatin1String(name));
            return QRect(area->mapTo(&view, QPoint(0, 0)), area->size());
        };
        const auto* source = view.findChild<ui::TokenLine*>("sourceLine");
        const int needed = source->heightForWidth(source->width());
        const QRect above = place("sourceArea"), below = place("targetArea");
        QVERIFY2(above.height() >= needed && above.height() <= needed + 4,
                 qPrintable(QString::number(above.height())));
        const int gap = below.top() - above.bottom();
        QVERIFY2(gap > 0 && gap <= 2 * ui::kGrid, qPrintable(QString::number(gap)));
    }

    void targetTokensSayTheirProbability()
    {
        ui::TranslationView view(m_context);
        sample::open(view, sample::plainPair());
        auto* line = view.findChild<ui::TokenLine*>("targetLine");
        QTest::mouseMove(line, line->chipRect(2).center());
        // e^-1.5, e^-0.25
        QCOMPARE(labelText(view, "tokenPointed"),
                 u"\u201csleeps\u201d, id 41, probability 0.2231 (log \u22121.5); "
                 "likeliest: \u201cruns\u201d 0.7788 (log \u22120.25)"_s);
        keyClick(line, Qt::Key_Home);
        QVERIFY(labelText(view, "tokenPointed").endsWith(u"; the likeliest here"_s));
    }

    void theWayFromATokenToItsVector()
    {
        ui::TranslationView view(m_context);
        core::TranslationInspection pair = sample::plainPair();
        pair.sourceEmbeddings = {{0.5F, -1.0F}, {0.25F, 2.0F}, {0.0F, 0.125F}};
        pair.sourceVocabularySize = 100;
        sample::open(view, pair);
        auto* panel = view.findChild<ui::EmbeddingPanel*>("embeddingPanel");
        QVERIFY(panel->isHidden());
        auto* line = view.findChild<ui::TokenLine*>("sourceLine");
        line->setFocus();
        keyClick(line, Qt::Key_Right);
        keyClick(line, Qt::Key_Right);
        QVERIFY(!panel->isHidden());
        QCOMPARE(labelText(view, "embeddingRow"), u"E\u1d40x = row 57"_s);
        QCOMPARE(labelText(view, "embeddingWay"),
                 u"\u201chund\u201d \u2192 id 57 \u2192 one-hot vector x of 100 "
                 "entries \u2192 E\u1d40x = row 57 of the table E \u2192 2 numbers"_s);
        auto* strip = panel->findChild<ui::ValueStrip*>();
        QVERIFY((strip->values() == std::vector<float>{0.25F, 2.0F}));
        keyClick(strip, Qt::Key_End);
        QCOMPARE(labelText(view, "embeddingNumber"), u"number 2 of 2: 2"_s);
        auto* oneHot = panel->findChild<ui::OneHotStrip*>();
        QTest::qWait(1);
        const double share = double(oneHot->markRect().center().x()) / oneHot->width();
        QVERIFY2(std::abs(share - 0.575) < 0.02, qPrintable(QString::number(share)));
        keyClick(line, Qt::Key_Escape);
        QVERIFY(panel->isHidden());
    }

    void aReferenceIsComparedTokenByToken()
    {
        ui::TranslationView view(m_context);
        sample::open(view, sample::plainPair());
        auto* tabs = view.findChild<QTabWidget*>("pages");
        QVERIFY(!tabs->tabText(1).contains(u"differ"_s));
        view.setComparison(sample::comparison());
        QVERIFY(tabs->tabText(1).contains(u"differ at token 3"_s));
        tabs->setCurrentIndex(1);
        using Table = ui::ComparisonTable;
        auto* table = view.findChild<Table*>("comparisonTable");
        QCOMPARE(table->model()->rowCount(), 4);
        const auto at = [table](int row, int column) { return table->model()->index(row, column); };
        QCOMPARE(at(2, Table::Position).data().toString(), u"3 \u25b6 they differ"_s);
        QCOMPARE(at(1, Table::Position).data().toString(), u"2"_s);
        QCOMPARE(at(2, Table::Forced).data().toString(), u"sleeps"_s);
        QCOMPARE(at(2, Table::Free).data().toString(), u"runs"_s);
        QCOMPARE(at(2, Table::Likeliest).data().toString(), u"runs"_s);
        QCOMPARE(at(2, Table::ForcedLoss).data().toString(), u"1.50"_s);
        const int share = ui::RowModel::BarRole;
        QCOMPARE(at(2, Table::ForcedLoss).data(share).toDouble(), 1.0);
        QCOMPARE(at(1, Table::FreeLoss).data(share).toDouble(), 0.5 / 1.5);
        QVERIFY(labelText(view, "partingLabel").startsWith(u"They differ at token 3;"_s));
        const QStringList lines
            = exportedTable(view, "comparison", "forced.target_tokens").split('\n');
        QCOMPARE(lines[0], u"token,id,log_probability,likeliest,likeliest_log_probability"_s);
        QVERIFY(lines[3].startsWith(u"sleeps,"_s));
        QVERIFY(
            exportedTable(view, "comparison", "free_running.target_tokens").contains(u"\nruns,"_s));
    }

    void eitherSideOfAComparisonIsOpenedUp()
    {
        ui::TranslationView view(m_context);
        sample::open(view, sample::plainPair());
        auto* side = view.findChild<QComboBox*>("sideBox");
        QVERIFY(side->isHidden());
        view.setComparison(sample::comparison());
        auto* line = view.findChild<ui::TokenLine*>("targetLine");
        QCOMPARE(line->tokens()[2].text, u"runs"_s); // its own way at first
        side->setCurrentIndex(0);
        QCOMPARE(line->tokens()[2].text, u"sleeps"_s);
        view.setComparison(sample::comparison());
        QCOMPARE(side->currentIndex(), 0); // live values keep the choice
        view.setInspection(sample::plainPair());
        QVERIFY(side->isHidden());
    }
};

UNROLL_TEST(TranslationTokensTest, QApplication)
#include "translation_tokens_test.moc"
