#include "core/probe/counterfactuals/changed_texts.h"
#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/views_pictures.h"
#include "ui/counterfactuals/counterfactuals_view.h"
#include "ui/table/row_view.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>
#include <set>

class CounterfactualsViewTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

    /// Predicts "positive" of texts that begin with "he" or "not", else "negative".
    static core::Outcome outcomeOf(const std::string& text)
    {
        const bool positive = text.starts_with("he") || text.starts_with("not");
        return {{positive ? "positive" : "negative", 0.75, 1240, 3}};
    }

    static core::Counterfactuals answered(const core::AskCounterfactuals& question)
    {
        core::Counterfactuals answer{.text = question.text, .before = outcomeOf(question.text)};
        const auto add = [&](const std::string& text, const std::string& change) {
            const core::Outcome outcome = outcomeOf(text);
            answer.rows.push_back({text, change, outcome, outcome.text == answer.before.text});
        };
        const std::string exchanged = core::exchangedGender(question.text);
        for (const std::string& text : question.variants)
            add(text,
                text == exchanged                             ? "gender"
                    : core::isOtherOrder(question.text, text) ? "shuffled"
                                                              : "typed");
        add(exchanged, "gender");
        for (const std::string& text :
             core::shuffledOrders(question.text, size_t(question.shuffles), 1))
            add(text, "shuffled");
        answer.orders = core::otherOrders(question.text);
        answer.shuffled = std::ssize(answer.rows) - std::ssize(question.variants) - 1;
        answer.shuffledSame = std::min<int64_t>(7, answer.shuffled);
        return answer;
    }

    /// The view with its last question, answered by answered().
    struct Opened {
        Opened()
        {
            context.answerWith<core::AskCounterfactuals>(
                [this](const core::AskCounterfactuals& question) {
                    asked = question;
                    return answered(question);
                });
        }
        FakeContext context;
        core::AskCounterfactuals asked;
        ui::CounterfactualsView view{context};
    };

private Q_SLOTS:
    void changesAreListedWithTheirAnswers()
    {
        Opened opened;
        auto& [context, asked, view] = opened;
        view.resize(1100, 640);
        view.show();
        context.lead(view);
        context.look(u"he is not good"_s);
        QCOMPARE(asked.shuffles, int64_t{20});
        QVERIFY(asked.variants.empty());
        auto* table = view.findChild<ui::RowView*>(u"counterfactualsChangesTable"_s);
        auto* networks = view.findChild<ui::RowView*>(u"counterfactualsNetworksTable"_s);
        QCOMPARE(table->model()->rowCount(), 0);
        QCOMPARE(networks->model()->index(0, 3).data().toString(), u"7 of 20"_s);

        view.findChild<QPushButton*>(u"counterfactualsGenderButton"_s)->click();
        QCOMPARE(asked.variants, std::vector{"she is not good"s});
        QCOMPARE(table->model()->index(0, 0).data().toString(), u"gender"_s);
        QVERIFY(table->model()->index(0, 3).data().toString().contains(u"another"_s));
        QVERIFY(networks->model()->index(0, 2).data().toString().startsWith(u"negative"_s));

        auto* shuffle = view.findChild<QPushButton*>(u"counterfactualsShuffleButton"_s);
        shuffle->click();
        shuffle->click();
        QCOMPARE(asked.variants.size(), size_t{3});
        QVERIFY(asked.variants[1] != asked.variants[2]); // Another order each time.
        QCOMPARE(table->model()->index(1, 0).data().toString(), u"order"_s);

        auto* typed = view.findChild<ui::SentenceInput*>(u"counterfactualsTypedBox"_s);
        QCOMPARE(typed->text().toStdString(), asked.variants.back()); // To be changed further.
        typed->setText(u"he is not bad"_s);
        QTest::keyClick(typed->lineEdit(), Qt::Key_Return);
        QCOMPARE(asked.variants.back(), "he is not bad"s);
        QCOMPARE(table->currentRow(), 3);
        QCOMPARE(table->model()->index(3, 0).data().toString(), u"words"_s);
        QVERIFY(table->model()->index(3, 3).data().toString().contains(u"same"_s));
        takePictures(view, u"counterfactuals"_s);

        const QSignalSpy looked(&context, &ui::ViewContext::looked);
        Q_EMIT table->rowActivated(3); // A click opens nothing.
        QCOMPARE(looked.count(), 0);
        Q_EMIT table->returnPressed(3);
        QCOMPARE(looked.front().front().toString(), u"he is not bad"_s);
        view.findChild<QPushButton*>(u"counterfactualsClearButton"_s)->click();
        QVERIFY(asked.variants.empty());
        QCOMPARE(table->model()->rowCount(), 0);
    }

    void anotherTextHasNoChangesYet()
    {
        Opened opened;
        auto& [context, asked, view] = opened;
        view.show();
        context.lead(view);
        context.look(u"a good film"_s);
        view.findChild<QPushButton*>(u"counterfactualsShuffleButton"_s)->click();
        QCOMPARE(asked.variants.size(), size_t{1});
        QVERIFY(!view.findChild<QPushButton*>(u"counterfactualsGenderButton"_s)->isEnabled());
        context.look(u"good"_s);
        QVERIFY(asked.variants.empty());
        // A single word has no other order.
        QVERIFY(!view.findChild<QPushButton*>(u"counterfactualsShuffleButton"_s)->isEnabled());
    }

    void ordersEndWhenAllAreListed()
    {
        Opened opened;
        auto& [context, asked, view] = opened;
        view.show();
        context.lead(view);
        context.look(u"a good film"_s);
        auto* shuffle = view.findChild<QPushButton*>(u"counterfactualsShuffleButton"_s);
        for (int i = 0; i < 5; ++i) {
            QVERIFY(shuffle->isEnabled());
            shuffle->click();
        }
        QVERIFY(!shuffle->isEnabled());
        QCOMPARE(std::set(asked.variants.begin(), asked.variants.end()).size(), size_t{5});
        QVERIFY(!view.findChild<ui::TokenLine*>(u"outcomeBeforeLine"_s)->isVisible());
    }

    /// Values of each token, as a masked language model or an answerer has them.
    void tokensAreShownBeforeAndAfter()
    {
        FakeContext context;
        context.answerWith<core::AskCounterfactuals>([](const core::AskCounterfactuals& question) {
            core::Counterfactuals answer = answered(question);
            const auto fill = [](core::Outcome& outcome, const std::string& text, double nats) {
                outcome.probability = -1.0;
                outcome.text = text;
                for (const QString& token : QString::fromStdString(text).split(u' ')) {
                    outcome.tokens.push_back(token.toStdString());
                    outcome.predicted.push_back(token == u"bad"_s ? "good" : token.toStdString());
                }
                outcome.series = {{"nats", "-ln p", core::OutcomeSeries::Unit::Nats,
                                   std::vector<double>(outcome.tokens.size(), nats)}};
                outcome.divideByTokens();
            };
            fill(answer.before, question.text, 1.5);
            for (core::Counterfactual& row : answer.rows)
                fill(row.answer, row.text, 2.25);
            return answer;
        });
        ui::CounterfactualsView view(context);
        view.resize(1100, 700);
        view.show();
        context.lead(view);
        context.look(u"he is not good"_s);
        auto* before = view.findChild<ui::TokenLine*>(u"outcomeBeforeLine"_s);
        auto* after = view.findChild<ui::TokenLine*>(u"outcomeAfterLine"_s);
        QVERIFY(before->isVisible());
        QCOMPARE(before->tokens().size(), size_t{4});
        QVERIFY(after->tokens().empty());
        auto* typed = view.findChild<ui::SentenceInput*>(u"counterfactualsTypedBox"_s);
        typed->setText(u"he is bad"_s);
        QTest::keyClick(typed->lineEdit(), Qt::Key_Return);
        QCOMPARE(after->tokens().size(), size_t{3});
        QCOMPARE(after->tokens()[2].lines, (QStringList{u"good"_s, u"2.25"_s}));
        QVERIFY(after->tokens()[2].marked && !after->tokens()[0].marked);
        const auto* networks = view.findChild<ui::RowView*>(u"counterfactualsNetworksTable"_s);
        QCOMPARE(networks->model()->index(0, 1).data().toString(),
                 u"-ln p 1.5 \u00b7 he is not good"_s);
        QCOMPARE(networks->model()->index(0, 2).data().toString(),
                 u"-ln p 2.25 \u00b7 he is bad"_s);
        takePictures(view, u"counterfactual_tokens"_s);
        QCOMPARE(view.figures().size(), size_t{2});
        QVERIFY(view.figures()[1].words().contains(u"predicted good, -ln p 2.25"_s));
    }

    void tickedRunsOfOtherTasksAreNamed()
    {
        FakeContext context;
        context.answerWith<core::AskCounterfactuals>(&answered);
        context.shown.spec.task.kind = "classification";
        for (const char* name : {"one", "two", "tagger"}) {
            ui::RunRow row;
            row.id = u"/runs/"_s + QString::fromLatin1(name);
            row.summary.name = name;
            row.summary.spec.task.kind = name == "tagger"s ? "tagging" : "classification";
            context.rows.push_back(row);
        }
        ui::CounterfactualsView view(context);
        view.resize(1100, 640);
        view.show();
        context.lead(view);
        context.look(u"he is not good"_s);
        const auto* leftOut = view.findChild<QLabel*>(u"counterfactualsLeftOutLabel"_s);
        QVERIFY(leftOut->isVisible());
        QCOMPARE(leftOut->text(), u"Ticked runs that are left out: tagger (another task)."_s);
        context.rows[2].shown = false;
        Q_EMIT context.runsChanged();
        QTRY_VERIFY(!leftOut->isVisible());
    }
};

UNROLL_TEST(CounterfactualsViewTest, QApplication)
#include "counterfactuals_view_test.moc"
