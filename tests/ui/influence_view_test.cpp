#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/views_pictures.h"
#include "ui/influence/influence_view.h"
#include "ui/table/row_view.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>

#include <algorithm>

class InfluenceViewTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    core::AskInfluence m_ranked;
    core::AskTextInfluences m_texts;

    /// Update 16 lowered the loss, update 3 raised it.
    static core::Influence ranking(const core::AskInfluence& question)
    {
        core::Influence answer;
        answer.text = question.example.text;
        answer.loss = {"red", !question.example.reference.empty()};
        answer.updates
            = {{16, 1, 32, 1.08, -0.103, -0.101, 1.156}, {3, 1, 32, 1.32, 0.02, 0.021, 1.3}};
        answer.firstLoss = 1.3;
        answer.lastLoss = 1.2;
        answer.measuredSum = -0.08;
        answer.estimatedSum = -0.083;
        answer.notRanked = 11;
        answer.between = 12;
        return answer;
    }
    static core::TextInfluences textsOf(const core::AskTextInfluences& question)
    {
        core::TextInfluences answer;
        answer.place = question.place;
        answer.allUpdates = question.allUpdates;
        answer.beforeUpdate = true;
        const auto text = [](const char* words, const char* target, int64_t row, double product) {
            core::TextInfluence one;
            one.item.text = words;
            one.item.reference = target;
            one.item.row = row;
            one.product = product;
            return one;
        };
        answer.texts
            = {text("red c e", "red", 85, -0.002), text("red k yellow", "red", 203, -0.001),
               text("several rows", "red", -1, -0.0005), text("blue red p", "blue", 503, 0.0005)};
        return answer;
    }
    void answer(FakeContext& context)
    {
        context.answerWith<core::AskInfluence>([this](const core::AskInfluence& question) {
            m_ranked = question;
            return ranking(question);
        });
        context.answerWith<core::AskTextInfluences>(
            [this](const core::AskTextInfluences& question) {
                m_texts = question;
                return textsOf(question);
            });
        context.answerWith<core::AskExampleLoss>([](const core::AskExampleLoss& question) {
            core::ExampleLoss answer;
            answer.prediction = {"red", 0.9, 200, 8};
            answer.target = {"red", !question.example.reference.empty()};
            answer.loss = 0.1;
            return answer;
        });
    }
    static QString cell(const QTableView& table, int row, int column)
    {
        return table.model()->index(row, column).data().toString();
    }

private Q_SLOTS:
    void updatesAreRankedAndTheirTextsShown()
    {
        FakeContext context;
        answer(context);
        ui::InfluenceView view(context);
        view.resize(1100, 640);
        view.show();
        context.lead(view);
        context.look(u"red b c"_s, u"red"_s);
        QCOMPARE(m_ranked.example.reference, "red"s);
        QCOMPARE(m_ranked.run, "/runs/one"s);
        auto* updates = view.findChild<ui::RowView*>(u"influenceUpdatesTable"_s);
        QCOMPARE(updates->model()->rowCount(), 2);
        QCOMPARE(cell(*updates, 0, 0), u"16"_s);
        const QString sums = view.findChild<QLabel*>(u"influenceSumsLabel"_s)->text();
        QVERIFY2(sums.contains(u"1.3"_s) && sums.contains(u"before update 3"_s)
                     && sums.contains(u"after update 16"_s),
                 qPrintable(sums));
        const QString gaps = view.findChild<QLabel*>(u"influenceGapsLabel"_s)->text();
        QVERIFY2(gaps.contains(u"11 recorded updates cannot be ranked"_s), qPrintable(gaps));

        auto* texts = view.findChild<ui::RowView*>(u"influentialTextsTable"_s);
        QCOMPARE(texts->model()->rowCount(), 0);
        Q_EMIT updates->rowChosen(1);
        QCOMPARE(m_texts.place.step, int64_t{3});
        QCOMPARE(texts->model()->rowCount(), 4);
        view.findChild<QPushButton*>(u"influenceAllButton"_s)->click();
        QVERIFY(m_texts.allUpdates);
        QVERIFY(view.findChild<QLabel*>(u"influentialTextsLabel"_s)
                    ->text()
                    .contains(u"all ranked updates"_s));
        auto* networks = view.findChild<ui::RowView*>(u"influenceNetworksTable"_s);
        QCOMPARE(cell(*networks, 0, 0), u"one"_s);
        QVERIFY(cell(*networks, 0, 2).startsWith(u"red"_s));
        view.findChild<QPushButton*>(u"influenceLeaveOutButton"_s)->click();
        takePictures(view, u"influence"_s);
        QCOMPARE(view.figures().size(), size_t{2});
        QVERIFY(exportedTable(view, "influence", "updates").contains(u"estimated"_s));
        QVERIFY(exportedTable(view, "influential_texts", "texts").contains(u"red k yellow"_s));

        auto* at = view.findChild<ui::QuietComboBox*>(u"influenceAtBox"_s);
        at->setCurrentIndex(1);
        Q_EMIT at->activated(1);
        QVERIFY(m_ranked.at == core::InfluenceAt::Middle);
    }

    void chosenTextsAreLeftOutOfANewTraining()
    {
        FakeContext context;
        answer(context);
        context.shown.spec.name = "without-1-colours";
        context.shown.spec.training.leaveOut = {7};
        ui::InfluenceView view(context);
        view.show();
        context.lead(view);
        context.look(u"red b c"_s, u"red"_s);
        auto* train = view.findChild<QPushButton*>(u"influenceTrainButton"_s);
        auto* texts = view.findChild<ui::RowView*>(u"influentialTextsTable"_s);
        QVERIFY(!train->isEnabled());
        view.findChild<QPushButton*>(u"influenceAllButton"_s)->click();
        view.findChild<QSpinBox*>(u"influenceStrongestBox"_s)->setValue(3);
        view.findChild<QPushButton*>(u"influenceLeaveOutButton"_s)->click();
        QVERIFY(!cell(*texts, 0, 0).isEmpty() && !cell(*texts, 1, 0).isEmpty());
        QVERIFY(cell(*texts, 2, 0).isEmpty()); // It is a part of several rows.
        QVERIFY(cell(*texts, 3, 0).isEmpty()); // It raised the loss.
        QVERIFY2(train->text().contains(u"2 texts"_s), qPrintable(train->text()));
        const auto* few = view.findChild<QLabel*>(u"influenceFewLabel"_s);
        QVERIFY2(few->text().startsWith(u"2 of 3:"_s), qPrintable(few->text()));
        view.findChild<QSpinBox*>(u"influenceStrongestBox"_s)->setValue(2);
        view.findChild<QPushButton*>(u"influenceLeaveOutButton"_s)->click();
        QVERIFY(few->text().isEmpty());
        Q_EMIT texts->returnPressed(1);
        Q_EMIT texts->returnPressed(3);
        Q_EMIT texts->returnPressed(2);
        const QSignalSpy asked(&context, &ui::ViewContext::trainRequested);
        train->click();
        QCOMPARE(asked.count(), 1);
        const auto spec = asked.front().front().value<core::ExperimentSpec>();
        QCOMPARE(spec.training.leaveOut, (std::vector<int64_t>{7, 85, 503}));
        QCOMPARE(spec.name, "without-3-colours"s);
        view.findChild<QPushButton*>(u"influenceClearButton"_s)->click();
        QVERIFY(!train->isEnabled());
    }

    void bothRunsStandSideBySide()
    {
        FakeContext context;
        answer(context);
        ui::RunRow other;
        other.id = u"/runs/two"_s;
        other.summary.name = "without";
        other.summary.spec = context.shown.spec;
        other.summary.spec.training.leaveOut = {1, 2, 3};
        ui::RunRow unlike = other; // Its settings differ: it is no such pair.
        unlike.id = u"/runs/three"_s;
        unlike.summary.name = "a-name-that-is-much-too-long-for-its-column";
        unlike.summary.spec.training.epochs += 1;
        context.rows = {unlike, other};
        ui::InfluenceView view(context);
        view.show();
        context.lead(view);
        context.look(u"red b c"_s);
        auto* networks = view.findChild<ui::RowView*>(u"influenceNetworksTable"_s);
        QCOMPARE(networks->model()->rowCount(), 2);
        QCOMPARE(cell(*networks, 1, 0), u"without"_s);
        QCOMPARE(cell(*networks, 1, 1), u"3"_s);
        QVERIFY(!cell(*networks, 1, 3).isEmpty());
        QVERIFY(view.findChild<QLabel*>(u"influenceLeftOutLabel"_s)
                    ->text()
                    .contains(u"much-too-long-for-its-column (other settings)"_s));
        // Both losses are of one target, that of the shown network.
        QCOMPARE(context.last<core::AskExampleLoss>().example.reference, "red"s);
    }

    void whileItIsTrainedOnlyTheButtonRanks()
    {
        FakeContext context;
        answer(context);
        context.shown.live = true;
        ui::InfluenceView view(context);
        view.show();
        context.lead(view);
        context.look(u"red b c"_s);
        QCOMPARE(context.count<core::AskInfluence>(), size_t{0});
        view.findChild<QPushButton*>(u"influenceRankButton"_s)->click();
        QCOMPARE(context.count<core::AskInfluence>(), size_t{1});
    }

    void withoutWeightsTheReasonStandsInTheView()
    {
        FakeContext context;
        answer(context);
        context.forget<core::AskInfluence>();
        ui::InfluenceView view(context);
        view.show();
        context.lead(view);
        context.look(u"red b c"_s);
        for (const auto& entry : context.asked)
            if (entry->question.as<core::AskInfluence>() != nullptr)
                entry->hearer.failed({core::ErrorCode::BadSetting,
                                      {"No update can be ranked.", {}},
                                      {"Record the training.", {}},
                                      {}});
        // One sentence, and no tables without rows.
        const auto* empty = view.findChild<ui::EmptyState*>();
        const auto labels = view.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* each) {
            return each->isVisible() && each->text() == u"No update can be ranked."_s;
        }));
        QVERIFY(empty != nullptr);
        QVERIFY(!view.findChild<ui::RowView*>(u"influenceUpdatesTable"_s)->isVisible());
        QVERIFY(!view.findChild<ui::RowView*>(u"influentialTextsTable"_s)->isVisible());
        QVERIFY(view.figures().empty());
        QCOMPARE(view.findChild<ui::RowView*>(u"influenceNetworksTable"_s)->model()->rowCount(), 1);
    }
};

UNROLL_TEST(InfluenceViewTest, QApplication)
#include "influence_view_test.moc"
