#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/views_pictures.h"
#include "ui/counterfactuals/counterfactuals_view.h"
#include "ui/table/row_view.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

class CounterfactualsViewTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

    /// Predicts "positive" of texts that begin with "he" or "not", else "negative".
    static core::Counterfactuals answered(const core::AskCounterfactuals& question)
    {
        const auto brief = [](const std::string& text) {
            const bool positive = text.starts_with("he") || text.starts_with("not");
            return core::BriefAnswer{positive ? "positive" : "negative", 0.75, 1240, 3};
        };
        core::Counterfactuals answer{
            .text = question.text, .before = brief(question.text), .rows = {}};
        for (const std::string& text : question.variants)
            answer.rows.push_back(
                {text, "typed", brief(text), brief(text).text == answer.before.text});
        answer.shuffled = question.shuffles;
        answer.shuffledSame = 7;
        return answer;
    }

private Q_SLOTS:
    void changesAreListedWithTheirAnswers()
    {
        FakeContext context;
        core::AskCounterfactuals asked;
        context.answerWith<core::AskCounterfactuals>([&](const core::AskCounterfactuals& question) {
            asked = question;
            return answered(question);
        });
        ui::CounterfactualsView view(context);
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
        QCOMPARE(typed->text(), u"he is not good"_s);
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
        FakeContext context;
        core::AskCounterfactuals asked;
        context.answerWith<core::AskCounterfactuals>([&](const core::AskCounterfactuals& question) {
            asked = question;
            return answered(question);
        });
        ui::CounterfactualsView view(context);
        view.show();
        context.lead(view);
        context.look(u"a good film"_s);
        view.findChild<QPushButton*>(u"counterfactualsShuffleButton"_s)->click();
        QCOMPARE(asked.variants.size(), size_t{1});
        QVERIFY(!view.findChild<QPushButton*>(u"counterfactualsGenderButton"_s)->isEnabled());
        context.look(u"good"_s);
        QVERIFY(asked.variants.empty());
        QCOMPARE(asked.shuffles, int64_t{0}); // A single word has no other order.
        QVERIFY(!view.findChild<QPushButton*>(u"counterfactualsShuffleButton"_s)->isEnabled());
    }
};

UNROLL_TEST(CounterfactualsViewTest, QApplication)
#include "counterfactuals_view_test.moc"
