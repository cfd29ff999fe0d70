// Texts of files and people are shown as they are, in every view: nothing of them is taken for HTML
// or, in exported tables, for a formula.
#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "tests/ui/decoding_sample.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/tagging_sample.h"
#include "tests/ui/translation_sample.h"
#include "tests/ui/views_sample.h"
#include "ui/crf/crf_view.h"
#include "ui/curves/curves_view.h"
#include "ui/decoding/decoding_view.h"
#include "ui/figure/figure.h"
#include "ui/positions/positions_view.h"
#include "ui/results/results_view.h"
#include "ui/results/translation_results_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/sentence/sentence_view.h"
#include "ui/sentence/translation_view.h"
#include "ui/tagging/tag_results_view.h"
#include "ui/tagging/tags_view.h"
#include "ui/views.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"

#include <random>

namespace {

const std::string kHostile = "<img src=\"none.png\" width=9> & <b>bold</b>";

/// Whether Qt, given this text to show, would draw a picture rather than the words.
bool isInterpreted(const QString& text)
{
    if (!Qt::mightBeRichText(text))
        return false;
    QTextDocument document;
    document.setHtml(text);
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            if (part.fragment().charFormat().isImageFormat())
                return true;
        }
    }
    return false;
}

/// The words that Qt would show for `text`.
QString shown(const QString& text)
{
    if (!Qt::mightBeRichText(text))
        return text;
    QTextDocument document;
    document.setHtml(text);
    return document.toPlainText();
}

/// The texts of the window by their places.
class Texts {
public:
    void add(const QString& text, const QString& where)
    {
        if (isInterpreted(text))
            interpreted << u"%1: %2"_s.arg(where, text);
        if (shown(text).contains(QString::fromStdString(kHostile)))
            found.insert(where);
    }
    /// Only what Qt itself would read as HTML there.
    void addLabel(const QLabel& label)
    {
        const QString where = u"text of label "_s + label.objectName();
        if (label.textFormat() == Qt::PlainText)
            add(label.text().toHtmlEscaped(), where);
        else
            add(label.text(), where);
        const bool tip = label.objectName() == u"qtooltip_label"; // Qt's own
        if (label.textFormat() == Qt::AutoText && !label.text().isEmpty() && !tip)
            guessed << where + u": "_s + label.text();
    }
    void addModel(const QAbstractItemModel& model, const QString& where)
    {
        for (const int role : {int(Qt::ToolTipRole), int(Qt::WhatsThisRole)}) {
            for (int row = 0; row < std::min(model.rowCount(), 50); ++row) {
                for (int column = 0; column < model.columnCount(); ++column)
                    add(model.index(row, column).data(role).toString(), where);
            }
            for (int column = 0; column < model.columnCount(); ++column)
                add(model.headerData(column, Qt::Horizontal, role).toString(), where);
        }
    }

    QStringList interpreted;
    QStringList guessed; ///< Labels for which Qt guesses the format of the text.
    std::set<QString> found; ///< Where the hostile text stands, as it is.
};

QString nameOf(const QObject& object)
{
    return u"%1 %2"_s.arg(QLatin1String(object.metaObject()->className()), object.objectName());
}

/// Points at places all over the widget and reads the tool tips that appear.
void point(QWidget& widget, Texts& texts)
{
    constexpr int kPlaces = 6;
    for (int i = 0; i < kPlaces * kPlaces; ++i) {
        const QPoint place(widget.width() * (i % kPlaces) / kPlaces,
                           widget.height() * (i / kPlaces) / kPlaces);
        QHelpEvent help(QEvent::ToolTip, place, widget.mapToGlobal(place));
        QCoreApplication::sendEvent(&widget, &help);
        texts.add(QToolTip::text(), u"tool tip over "_s + nameOf(widget));
    }
}

Texts textsOf(QWidget& window)
{
    Texts texts;
    for (QWidget* widget : window.findChildren<QWidget*>()) {
        const QString name = nameOf(*widget);
        texts.add(widget->toolTip(), u"tool tip of "_s + name);
        texts.add(widget->whatsThis(), u"what's this of "_s + name);
        if (const auto* label = qobject_cast<QLabel*>(widget))
            texts.addLabel(*label);
        if (const auto* edit = qobject_cast<QTextEdit*>(widget))
            texts.add(edit->toHtml(), u"text of "_s + name);
        if (const auto* view = qobject_cast<QAbstractItemView*>(widget); view && view->model())
            texts.addModel(*view->model(), u"cells of "_s + name);
        if (const auto* bar = qobject_cast<QTabBar*>(widget)) {
            for (int tab = 0; tab < bar->count(); ++tab)
                texts.add(bar->tabToolTip(tab), u"tab of "_s + name);
        }
        // Only our own make up tool tips where they are pointed at.
        if (widget->isVisible()
            && QByteArrayView(widget->metaObject()->className()).startsWith("ui::")) {
            const auto* area = qobject_cast<QAbstractScrollArea*>(widget);
            point(area ? *area->viewport() : *widget, texts);
        }
    }
    for (const QAction* action : window.findChildren<QAction*>()) {
        texts.add(action->toolTip(), u"tool tip of "_s + nameOf(*action));
        texts.add(action->whatsThis(), u"what's this of "_s + nameOf(*action));
    }
    return texts;
}

core::Failure failure()
{
    return {core::ErrorCode::FileMalformed, {"%1 is broken.", {kHostile}}, {}, {}};
}

void fillSetup(ui::SetupPanel& setup)
{
    core::DataPreview data = fixture::dataPreview();
    data.columns = {kHostile, kHostile + "2", "label", kHostile + "4"};
    data.rows = {{kHostile, kHostile, kHostile, kHostile}};
    data.classes = {{kHostile, 10, 2, 0}, {"other", 10, 2, 0}};
    data.badRows = {{kHostile, 17, {"It has the label %1.", {kHostile}}}};
    data.notes = {{"%1 was left out.", {kHostile}}};
    data.problems = {{"%1 is empty.", {kHostile}}};
    setup.setDataPreview(data);
    core::TextPreview text = fixture::textPreview();
    text.samples = {{kHostile, kHostile, {kHostile, "b"}, {4, 5}}};
    text.comparison = {{kHostile, {kHostile}, kHostile}};
    text.mostFrequent = {{kHostile, 4, 17}};
    setup.setTextPreview(text);
    core::ModelSummary model = fixture::modelSummary();
    model.layers.front().name = model.layers.front().type = kHostile;
    setup.pages().setModelSummary(model);
    core::Json spec = fixture::spec();
    spec["name"] = kHostile;
    setup.setSpec(spec);
    setup.setProblems({{"training.epochs", {"%1 is no number.", {kHostile}}},
                       {"data.none", {"%1 is not known.", {kHostile}}}});
    setup.setRecent({QString::fromStdString("/data/" + kHostile)});
}

void fillRuns(ui::MainWindow& window)
{
    ui::RunRow good = sample::row("good", 0), bad = sample::row("bad", 1);
    for (ui::RunRow* row : {&good, &bad}) {
        row->summary.name = kHostile;
        row->id = QString::fromStdString("/runs/" + row->summary.path.string() + kHostile);
    }
    bad.summary.problem = {"%1 cannot be read.", {kHostile}};
    window.runs().setSettings(
        {[](const auto&) {
             return std::vector<core::SettingValue>{{kHostile, kHostile}};
         },
         [](const auto&, const auto&) {
             return std::vector<core::SettingDifference>{{kHostile, kHostile, kHostile}};
         }});
    good.task = bad.task = QString::fromStdString(kHostile);
    good.summary.marks.note = "#" + kHostile;
    window.runs().setDeleted({QString::fromStdString(kHostile)});
    window.runs().setRuns({good, bad});
    auto& curves = viewIn<ui::CurvesView>(window, "curves");
    curves.setRuns({good, bad});
    curves.store().setHistory(good.id, sample::smallHistory());
    window.runs().setCurrent(good.id);
}

core::Inspection inspection()
{
    core::Inspection answer;
    answer.text = answer.cleaned = kHostile;
    answer.tokens = {kHostile, "b", kHostile};
    answer.ids = {4, 5, 4};
    answer.classes = {kHostile, "other"};
    answer.probabilities = {0.75F, 0.25F};
    answer.tokenWeights = {0.5F, 0.25F, 0.25F};
    std::mt19937 random(1);
    answer.attention = {sample::map("encoder", 0, 0, 3, 3, random)};
    return answer;
}

core::TranslationInspection pairInspection()
{
    core::TranslationInspection pair = sample::attendedPair(2, 2);
    for (std::string* text : {&pair.source, &pair.cleanedSource, &pair.target})
        *text = kHostile;
    pair.sourceTokens.assign(pair.sourceTokens.size(), kHostile);
    for (core::TargetToken& token : pair.targetTokens)
        token.text = token.likeliest = kHostile;
    return pair;
}

core::Decoding decoding()
{
    core::Decoding answer
        = decoding_sample::decode(decoding_sample::request(decoding_sample::beam(3)));
    answer.source = kHostile;
    answer.sourceTokens.assign(answer.sourceTokens.size(), kHostile);
    answer.vocabulary.assign(answer.vocabulary.size(), kHostile);
    for (core::TraceNode& node : answer.trace.nodes)
        node.text = kHostile;
    for (core::Translation& made : answer.best) {
        made.text = kHostile;
        made.tokens.assign(made.tokens.size(), kHostile);
    }
    return answer;
}

core::ScoredTexts results()
{
    core::ScoredTexts content;
    content.rows = {{kHostile, 0, 0, 0.75, {0.75F, 0.25F}}, {kHostile, 1, 0, 0.6, {}}};
    content.scores.classes = {{kHostile, 0.5, 0.5, 0.5, 1}, {"other", 0.5, 0.5, 0.5, 1}};
    content.scores.confusion = {1, 0, 1, 0};
    content.scores.count = 2;
    return content;
}

core::ScoredPairs translationResults()
{
    core::ScoredPairs content;
    content.rows = {{kHostile, kHostile, kHostile + " x", 50.0, 60.0, -1.0}};
    content.scores.count = 1;
    return content;
}

/// The views of a tagger whose every token, tag and type is hostile.
void fillTagging(ui::MainWindow& window)
{
    core::Trellis network = tagging_sample::namesNetwork();
    network.text = kHostile;
    network.tokens.assign(4, kHostile);
    network.tagNames.assign(5, kHostile);
    const core::Trellis trellis = tagging_sample::solved(network, {{kHostile}, {{1, 2, -3.0}}});
    core::TaggedText tagged = tagging_sample::tagged(trellis);
    tagged.spans = {{kHostile, 0, 2}};
    viewIn<ui::TagsView>(window, "sentence").setTags(tagged);
    viewIn<ui::CrfView>(window, "crf").setTrellis(trellis);
    core::ScoredTags scored = tagging_sample::scored();
    scored.scores.tags = network.tagNames;
    scored.scores.spansByType[0].type = kHostile;
    scored.rows[1].tokens.assign(4, kHostile);
    const QString hostile = QString::fromStdString(kHostile);
    viewIn<ui::TagResultsView>(window, "results").setResults(hostile, hostile, scored);
}

/// Every path of `folder` with what stands behind `call` in it where that does not begin rightly.
QStringList callsWithout(const QString& folder, const QString& call, const QString& beginning)
{
    const QRegularExpression expression(call + u"\\(\\s*+(?!%1)"_s.arg(beginning));
    QStringList found;
    QDirIterator files(QStringLiteral(UNROLL_SOURCE_DIR "/") + folder, {u"*.cpp"_s}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QString text = QString::fromUtf8(file.readAll());
        for (auto match = expression.globalMatch(text); match.hasNext();) {
            const qsizetype at = match.next().capturedStart();
            found << file.fileName() + u": "_s + text.mid(at, 60).simplified();
        }
    }
    return found;
}

} // namespace

class PlainTextTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void theTestSeesWhatQtInterprets()
    {
        QVERIFY(isInterpreted(QString::fromStdString(kHostile)));
        QVERIFY(!isInterpreted(QString::fromStdString(kHostile).toHtmlEscaped()));
        QLabel label(QString::fromStdString(kHostile));
        Texts texts;
        texts.addLabel(label);
        QCOMPARE(texts.interpreted.size(), 1);
        label.setTextFormat(Qt::PlainText);
        Texts plain;
        plain.addLabel(label);
        QVERIFY(plain.interpreted.isEmpty());
        QCOMPARE(plain.found.size(), size_t{1});
    }

    void noTextOfAFileIsInterpretedInAnyView()
    {
        ui::MainWindow window(fixture::knowledge());
        FakeContext context(window);
        context.kinds = decoding_sample::catalogue();
        const auto showRunOf = [&](const char* task) {
            context.shown.spec.task.kind = task;
            context.shown.spec.model.network.options["positions"] = "learned";
            window.follow(context.shown);
        };
        window.resize(1280, 800);
        window.show();
        fillSetup(window.setup());
        fillRuns(window);
        const QString hostile = QString::fromStdString(kHostile);
        context.shown.text = context.shown.reference = context.shown.name = hostile;
        showRunOf("classification");
        viewIn<ui::SentenceView>(window, "sentence").setInspection(inspection());
        viewIn<ui::ResultsView>(window, "results").setResults(hostile, hostile, results());
        viewIn<ui::PositionsView>(window, "positions")
            .setPositions({{kHostile, 4, 2, {0, 1, 0, 1, 0, 1, 0, 1}}});
        showRunOf("translation");
        viewIn<ui::TranslationView>(window, "sentence").setInspection(pairInspection());
        auto& decoded = viewIn<ui::DecodingView>(window, "decoding");
        decoded.setDecoding(0, decoding());
        decoded.setGains({{kHostile, kHostile, kHostile, kHostile + "y", -3, -2}});
        auto& translated = viewIn<ui::TranslationResultsView>(window, "results");
        translated.setResults(hostile, hostile, translationResults());
        translated.setGains({{kHostile, kHostile, kHostile, kHostile + "y", -3, -2}});
        showRunOf("tagging");
        fillTagging(window);
        window.pinned().setTexts({hostile});
        window.setStartable(false, hostile);
        window.setProgress({{"Reading %1", {kHostile}}, 0.5, 3.0});
        window.showFailure(failure());
        std::set<QString> found;
        for (const char* task : {"classification", "translation", "tagging"}) {
            showRunOf(task);
            for (size_t i = 0; i < ui::views().size(); ++i) {
                window.showView(QString::fromLatin1(ui::views()[i].placeId()));
                for (const ui::SetupStep step : {ui::SetupStep::Data, ui::SetupStep::Text,
                                                 ui::SetupStep::Model, ui::SetupStep::Training}) {
                    if (i == 0)
                        window.setup().setStep(step);
                    QTest::qWait(20);
                    const Texts texts = textsOf(window);
                    QVERIFY2(texts.interpreted.isEmpty(),
                             qPrintable(texts.interpreted.join(u'\n')));
                    QVERIFY2(texts.guessed.isEmpty(), qPrintable(texts.guessed.join(u'\n')));
                    found.insert(texts.found.begin(), texts.found.end());
                    if (i != 0)
                        break;
                }
            }
        }
        // Had the walk missed the places, it could not have found anything wrong there.
        for (const char* place :
             {"text of label messageText", "cells of ui::RowView badRowsTable",
              "cells of ui::ClassScoresTable", "cells of ui::RowView", "cells of QTableView",
              "cells of QListView", "tool tip over QWidget qt_scrollarea_viewport",
              "tool tip of ui::ElidedLabel", "tool tip of QAction startAction"}) {
            QVERIFY2(
                std::any_of(
                    found.begin(), found.end(),
                    [&](const QString& where) { return where.startsWith(QLatin1String(place)); }),
                qPrintable(u"nothing in %1 among\n%2"_s.arg(
                    QLatin1String(place), QStringList(found.begin(), found.end()).join(u'\n'))));
        }
    }

    void allHelpIsEscaped()
    {
        const QString escaped = u"toolTipText\\("_s;
        QStringList wrong = callsWithout(u"ui"_s, u"setToolTip"_s, escaped)
            + callsWithout(u"ui"_s, u"setTabToolTip"_s, u"[A-Za-z]+, "_s + escaped)
            + callsWithout(u"ui"_s, u"setWhatsThis"_s, escaped)
            + callsWithout(u"ui"_s, u"QLabel"_s,
                           u"\\)|this\\)|note\\)|header\\)|parent|text, parent"_s);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void exportedTextsAreNoFormulas_data()
    {
        addColumns<QByteArray, QByteArray>("text", "field");
        const auto row = [](const char* text, const char* field) {
            newRow(text, QByteArray(text), QByteArray(field));
        };
        row("=1+1", "'=1+1");
        row("=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"");
        row("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0");
        row("-1+1", "'-1+1");
        row("@SUM(A1)", "'@SUM(A1)");
        row("\t=1", "'\t=1");
        row("\r=1", "\"'\r=1\"");
        row("-", "'-");
        row("-0.5", "-0.5"); // a number stays one
        row("+3e-05", "+3e-05");
        row("a=b", "a=b");
        row("a, \"b\"", "\"a, \"\"b\"\"\"");
    }

    void exportedTextsAreNoFormulas()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, field);
        ui::TableText table;
        table.row(text.toStdString());
        QCOMPARE(QByteArray::fromStdString(table.text()), field + '\n');
    }
};
UNROLL_TEST(PlainTextTest, QApplication)
#include "plain_text_test.moc"
