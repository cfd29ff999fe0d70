#include "core/base/atomic_file.h"
#include "core/data/corpus.h"
#include "core/data/sample.h"
#include "core/probe/both_sides/both_sides_question.h"
#include "core/probe/classification/classification_questions.h"
#include "core/probe/fill_in/fill_in_question.h"
#include "core/probe/language_model/language_questions.h"
#include "core/probe/question_answering/answer_questions.h"
#include "core/probe/regression/regression_questions.h"
#include "core/probe/tagging/tagging_questions.h"
#include "core/probe/texts/neighbours.h"
#include "core/probe/translation/translation_questions.h"
#include "core/task/question_answering/answerer_parts.h"
#include "core/task/task_kinds.h"
#include "core/text/text_pipeline.h"
#include "core/train/open_run.h"
#include "tests/core/train/run_comparison.h"
#include "tests/parity/every_kind.h"
#include "tests/parity/python.h"
#include "tests/support/rows.h"
#include "tests/support/test_case.h"

#include <fstream>

using namespace core;
using every_kind::Kind;

namespace {

namespace fs = std::filesystem;

/// Our answers to a run's questions.
struct Answers {
    std::vector<std::vector<float>> probabilities; ///< [text][class]
    Strings greedy, beams; ///< Of translators.
    Strings spans; ///< Answers to questions.
    std::vector<std::vector<double>> logProbabilities; ///< [pair][token]
    std::vector<std::vector<double>> numbers; ///< [text][1]
    std::vector<Strings> tokens, tags; ///< [text][token]
    std::vector<std::vector<float>> emissions; ///< [text][token * tags]
};

/// Data in one of the shapes in which people keep them.
struct Shape {
    std::string name;
    Json data; ///< As in a spec.
};

void writeFile(const fs::path& path, const std::string& content)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path) << content;
}

/// The same texts, or pairs, in files of each shape below `folder`.
std::vector<Shape> writtenShapes(const fs::path& folder)
{
    Selection sample = defaultSelection(catalogue(), "sample", "reverse");
    sample.options["pairs"] = 60;
    const SentencePairs pairs = generatePairs(sample).train;
    std::string table = "text,label\n", lines, labelled, source, target, running, classes[2];
    std::string conll, conllu, wordTag;
    Json document = Json::array(), paragraphs = Json::array();
    for (size_t i = 0; i < 60; ++i) {
        const std::string label = i % 2 == 0 ? "pos" : "neg";
        const std::string text = std::string(i % 2 == 0 ? "a fine" : "no good") + " film, number "
            + std::to_string(i) + ", with a long story";
        table += "\"" + text + "\"," + label + "\n";
        document.push_back({{"text", text}, {"label", label}});
        lines += document.back().dump() + "\n";
        labelled += "__label__" + label + " " + text + "\n";
        classes[i % 2] += text + "\n";
        writeFile(folder / "folders" / label / (std::to_string(i) + ".txt"), text);
        const std::string number = std::to_string(i);
        const Json answer{{"text", number}, {"answer_start", text.find(number)}};
        const Json asked{{"question", "Which number?"}, {"answers", Json::array({answer})}};
        paragraphs.push_back({{"context", text}, {"qas", Json::array({asked})}});
        conll += "film B-X\nnumber I-X\n" + number + " O\n\n";
        conllu += "1\tfilm\t_\tNOUN\t_\t_\t0\troot\t_\t_\n2\t" + number
            + "\t_\tNUM\t_\t_\t1\tdep\t_\t_\n\n";
        wordTag += "film/NN number/NN " + number + "/CD\n";
        source += pairs.source[i] + "\n";
        running += text + (i % 9 == 8 ? "\n\n" : "\n");
        target += pairs.target[i] + "\n";
    }
    writeFile(folder / "running.txt", running);
    writeFile(folder / "table.csv", table);
    writeFile(folder / "lines.jsonl", lines);
    writeFile(folder / "document.json", document.dump(1));
    writeFile(folder / "labelled.txt", labelled);
    writeFile(folder / "classes/pos.txt", classes[0]);
    writeFile(folder / "classes/neg.txt", classes[1]);
    const Json article{{"title", "films"}, {"paragraphs", paragraphs}};
    writeFile(folder / "asked.json", Json{{"data", Json::array({article})}}.dump());
    writeFile(folder / "tagged/words.conll", conll);
    writeFile(folder / "tagged/words.conllu", conllu);
    writeFile(folder / "tagged/words.txt", wordTag);
    writeFile(folder / "pairs.source", source);
    writeFile(folder / "pairs.target", target);
    const auto at = [&](const char* name) { return Json::array({(folder / name).string()}); };
    std::vector<Shape> shapes;
    for (const char* name : {"running.txt", "table.csv", "lines.jsonl", "document.json",
                             "labelled.txt", "folders", "classes", "asked.json"})
        shapes.push_back({name, {{"train", at(name)}}});
    for (const char* name : {"tagged/words.conll", "tagged/words.conllu", "tagged/words.txt"})
        shapes.push_back({name, {{"train", at(name)}}});
    shapes.push_back(
        {"parallel files", {{"train", at("pairs.source")}, {"train_target", at("pairs.target")}}});
    return shapes;
}

/// Parts that every text may contain beside words that were learnt.
const Strings kOddTexts = {"", "entirely UNHEARD of", "<pad> <unk> a <bos> film <eos> 1 <pad>",
                           "It isn't (see www.a.org/x). U.S.A.-wide: 3.5% of 'em, the--dog's ..."};

Json questionsOf(const ExperimentSpec& spec)
{
    Strings texts = kOddTexts, references = {"1", "nor 2 this", "<eos> 3 <pad>", "1 2"};
    if (spec.task.kind == kQuestionAnsweringTask) { // Without a question or a passage it refuses.
        std::erase(texts, "");
        for (std::string& text : texts)
            text = "Who is UNHEARD of?\n" + text;
    }
    const CorpusPart known = loadCorpus(spec.data, columnsOfTask(spec.task.kind), {}).valid;
    texts.insert(texts.end(), known.texts().begin(), known.texts().begin() + 3);
    if (spec.task.kind == kTranslationTask)
        references.insert(references.end(), known.texts(1).begin(), known.texts(1).begin() + 3);
    return {{"task", spec.task.kind},
            {"texts", texts},
            {"references", references},
            {"beams", Json::array({{{"width", 3}, {"length_penalty", 1.0}}})}};
}

DecodingSpec decodingWith(DecodingSpec decoding, const std::string& search, const Json& options)
{
    decoding.search = defaultSelection(catalogue(), "search", search);
    decoding.search.options.update(options);
    return decoding;
}

Answers translatorAnswers(LiveModel& model, const Json& questions)
{
    const Strings texts = questions.at("texts");
    const Strings references = questions.at("references");
    Answers found;
    const DecodingSpec own = model.ask(AskDecodingSettings());
    const DecodingSpec greedy = decodingWith(own, "greedy", Json::object());
    const DecodingSpec beam = decodingWith(
        own, "beam", {{"width", 3}, {"normalisation", "mean"}, {"length_penalty", 1.0}});
    const auto translated = [&](const DecodingSpec& decoding) {
        Strings first; // of an empty text there is none
        for (const auto& each : model.ask(AskTranslations{texts, decoding}))
            first.push_back(each.best.empty() ? ""s : each.best.front().text);
        return first;
    };
    found.greedy = translated(greedy);
    found.beams = translated(beam);
    for (size_t i = 0; i < texts.size(); ++i) {
        found.logProbabilities.emplace_back();
        for (const TargetToken& token :
             model.ask(AskTranslation{texts[i], references[i]}).targetTokens)
            found.logProbabilities.back().push_back(token.logProbability);
    }
    model.ask(AskTranslationScores{{.rows = support::pairRows(texts, references)}});
    DecodingRequest request;
    request.source = texts.back();
    request.search = own.search;
    model.ask(AskDecoding{request});
    return found;
}

Answers classifierAnswers(LiveModel& model, const Json& questions)
{
    const Strings texts = questions.at("texts");
    Answers found;
    for (const Prediction& each : model.ask(AskPredictions{texts}).texts)
        found.probabilities.push_back(each.probabilities);
    model.ask(
        AskScores{{.rows = support::labelledRows(texts, std::vector<int32_t>(texts.size(), 0))}});
    for (const std::string& text : texts)
        model.ask(AskInspection{text});
    return found;
}

Answers regressorAnswers(LiveModel& model, const Json& questions)
{
    const Strings texts = questions.at("texts");
    Answers found;
    for (const auto& [text, truth, number] : model.ask(AskNumbers{texts}))
        found.numbers.push_back({number});
    model.ask(AskNumberScores{
        {.rows = support::numberRows(texts, std::vector<double>(texts.size(), 1.0))}});
    for (const std::string& text : texts)
        model.ask(AskInspection{text});
    return found;
}

/// A stream is read on behind a line's end; a line that was learnt by itself has one anyway.
std::string whole(const std::string& text, const LiveModel& model)
{
    return model.task() == "language_model" ? text + "\n" : text;
}

Answers languageAnswers(LiveModel& model, const Json& questions)
{
    Answers found;
    const Strings classes = model.ask(AskWrittenClasses()).choices;
    const bool numbers = model.task() == "numbers_to_text";
    const std::string last = numbers ? "number 10" : classes.empty() ? ""s : classes.back();
    for (const std::string& text : questions.at("texts").get<Strings>()) {
        found.logProbabilities.emplace_back();
        for (const ReadToken& token : model.ask(AskReading{whole(text, model), last}).tokens)
            found.logProbabilities.back().push_back(-token.nats);
        AskDecoding question;
        question.className = last;
        question.request.source = text;
        question.request.search = {"greedy", Json::object()};
        question.request.longest = 8;
        found.greedy.push_back(model.ask(question).best.front().text);
        model.ask(AskSuggestions{text});
    }
    AskDecoding question; // For the first class.
    question.request.source = "a";
    question.request.search = model.ask(AskDecodingSettings()).search;
    question.request.longest = 2;
    model.ask(question);
    return found;
}

Answers taggerAnswers(LiveModel& model, const Json& questions)
{
    Answers found;
    const auto joined = [](const Strings& words) {
        std::string text;
        for (const std::string& word : words)
            text += (text.empty() ? "" : " ") + word;
        return text;
    };
    Strings words, tags;
    for (const std::string& text : questions.at("texts").get<Strings>()) {
        const TaggedText tagged = model.ask(AskTags{text});
        const Trellis trellis = model.ask(AskTrellis{.example = {.text = text}});
        found.emissions.push_back(trellis.emissions);
        found.tags.emplace_back();
        for (const int32_t tag : tagged.tags)
            found.tags.back().push_back(tagged.tagNames[static_cast<size_t>(tag)]);
        model.ask(AskInspection{text});
        found.tokens.push_back(tagged.tokens);
        words.push_back(joined(tagged.tokens));
        tags.push_back(joined(found.tags.back()));
    }
    const ScoredTags scored
        = model.ask(AskTagScores{{.rows = support::taggedRows(std::move(words), std::move(tags))}});
    if (scored.scores.accuracy != 1.0) // They are what it says itself.
        throw Error(ErrorCode::Internal, {"A tagger differs from itself.", {}});
    return found;
}

Answers answererAnswers(LiveModel& model, const Json& questions)
{
    const Strings texts = questions.at("texts");
    Answers found;
    for (const AnsweredText& each : model.ask(AskAnswers{texts})) {
        found.spans.push_back(each.answer);
        found.numbers.push_back({each.probability});
    }
    for (const std::string& text : texts) {
        const ReadPassage read = model.ask(AskAnswer{.example = {.text = text}});
        if (read.spans.front().text != found.spans[size_t(&text - texts.data())])
            throw Error(ErrorCode::Internal, {"An answer depends on how it is asked for.", {}});
        model.ask(AskInspection{text});
    }
    const std::string text = "Who?\nAnna works in Oslo";
    model.ask(AskAnswerScores{{.rows = support::askedRows({text}, {"Anna\t0"})}});
    return found;
}

/// Cosines of the nearest words to each token that has a vector.
Answers wordVectorAnswers(LiveModel& model, const Json& questions)
{
    Answers found;
    for (const std::string& text : questions.at("texts").get<Strings>()) {
        const Neighbours near = model.ask(AskNeighbours{text, 5});
        found.tokens.push_back(near.tokens);
        found.numbers.emplace_back();
        for (const auto& nearest : near.nearest)
            for (const Neighbour& each : nearest)
                found.numbers.back().push_back(each.cosine);
    }
    return found;
}

/// -ln p of each token that is hidden by itself.
Answers maskedAnswers(LiveModel& model, const Json& questions)
{
    Answers found;
    for (const std::string& text : questions.at("texts").get<Strings>()) {
        found.numbers.emplace_back();
        for (const FilledPlace& place : model.ask(AskFillIn{text}).places)
            found.numbers.back().push_back(place.nats());
        model.ask(AskInspection{text});
        model.ask(AskFillIn{.text = text, .words = {0}, .count = 2});
    }
    return found;
}

/// -ln p of each token from the left, then from the right.
Answers answersOfBothSides(LiveModel& model, const Json& questions)
{
    Answers found;
    for (const std::string& text : questions.at("texts").get<Strings>()) {
        found.numbers.emplace_back();
        const BothSides sides = model.ask(AskBothSides{text});
        for (const auto* side : {&sides.left, &sides.right})
            for (const FilledPlace& place : *side)
                found.numbers.back().push_back(place.nats());
        model.ask(AskInspection{text});
    }
    return found;
}

Answers answersOf(LiveModel& model, const Json& questions)
{
    model.summary();
    if (!model.answers().has(AskPositions::kName))
        return wordVectorAnswers(model, questions);
    model.ask(AskPositions());
    if (model.answers().has(AskTranslation::kName))
        return translatorAnswers(model, questions);
    if (model.answers().has(AskReading::kName))
        return languageAnswers(model, questions);
    if (model.answers().has(AskFillIn::kName))
        return maskedAnswers(model, questions);
    if (model.answers().has(AskBothSides::kName))
        return answersOfBothSides(model, questions);
    if (model.answers().has(AskTags::kName))
        return taggerAnswers(model, questions);
    if (model.answers().has(AskAnswers::kName))
        return answererAnswers(model, questions);
    return model.answers().has(AskNumbers::kName) ? regressorAnswers(model, questions)
                                                  : classifierAnswers(model, questions);
}

/// The first of these numbers that Python disagrees with; nothing when it agrees.
template <class Number>
std::string difference(const Json& theirs, const std::vector<std::vector<Number>>& ours)
{
    if (theirs.size() != ours.size())
        return "another number of answers";
    for (size_t i = 0; i < ours.size(); ++i) {
        if (theirs[i].size() != ours[i].size())
            return "answer " + std::to_string(i) + " has another length";
        for (size_t k = 0; k < ours[i].size(); ++k)
            if (!(std::abs(theirs[i][k].get<double>() - double{ours[i][k]}) < 1e-5))
                return "answer " + std::to_string(i) + ": " + theirs[i][k].dump() + " and "
                    + std::to_string(ours[i][k]);
    }
    return {};
}

} // namespace

/// Trains every kind that users can choose as the command line does, stops and resumes it, asks the
/// network what the window asks it, and lets Python's PyTorch load what is exported. All are found
/// in the registries: a new kind is tried without a word here.
class EveryKindTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::string m_python;
    const std::map<std::string, Json> m_experiments = every_kind::experiments();
    std::map<std::string, Answers> m_answers; ///< By the experiment's name.
    std::map<std::string, std::string> m_folders; ///< Likewise, of its exports.
    std::set<Kind> m_tried;
    int m_begun = 0; ///< Experiments; each has a folder of its own.
    Json m_theirs; ///< By the number of the export; an error's text.

    fs::path folder() const { return m_folder.path().toStdString(); }

    void addExperiments() const
    {
        addColumn<QString>("name");
        for (const auto& [name, json] : m_experiments)
            newRow(name.c_str(), QString::fromStdString(name));
    }

    void trainAndResume(const ExperimentSpec& spec, const fs::path& place)
    {
        const EndReport whole = small::train(spec, place / "whole");
        QVERIFY2(whole.state == RunState::Completed, small::sentence(whole));
        QVERIFY(whole.step >= 6);
        QVERIFY(whole.tested && std::isfinite(whole.testLoss));
        const EndReport stopped = small::trainUntil(spec, place / "run", whole.step / 2 + 1);
        QVERIFY2(stopped.state == RunState::Stopped, small::sentence(stopped));
        const EndReport resumed = small::resume(place / "run");
        QVERIFY2(resumed.state == RunState::Completed, small::sentence(resumed));
        QCOMPARE(small::difference(place / "whole", place / "run", {"last", "best"}), ""s);
    }

    void exportAll(const fs::path& run, const fs::path& target)
    {
        const std::map<std::string, std::string> names = {{"safetensors", "w.safetensors"},
                                                          {"pytorch", "w.pt"},
                                                          {"python", "module"},
                                                          {"torchscript", "torchscript"},
                                                          {"onnx", "onnx"},
                                                          {"vectors_word2vec_text", "v.vec"},
                                                          {"vectors_word2vec_binary", "v.bin"},
                                                          {"vectors_glove", "v.txt"},
                                                          {"vectors_fasttext", "v.model"}};
        fs::create_directories(target);
        for (const KindDescription& format : catalogue().at("export")) {
            QVERIFY2(names.contains(format.id),
                     (format.id + ": exchange_formats.py does not read this export").c_str());
            exportRun(run, "last", format.id, target / names.at(format.id));
            m_tried.insert({"export", format.id});
        }
    }

    /// One run of Python answers for all.
    Json theirAnswer(const std::string& name)
    {
        if (m_theirs.is_null()) {
            const auto result
                = parity::runPython(m_python,
                                    {QStringLiteral(UNROLL_PARITY_SCRIPTS "/every_kind.py"),
                                     m_folder.path() + "/exports"});
            m_theirs = result.succeeded ? Json::parse(readFile(folder() / "exports/answers.json"))
                                        : Json(result.errors);
        }
        return m_theirs.is_object() ? m_theirs.at(m_folders.at(name))
                                    : Json{{"problems", m_theirs}};
    }

private Q_SLOTS:
    void initTestCase() { m_python = parity::pythonWith(u"torch"_s); }

    void everyKindTrains_data() { addExperiments(); }
    void everyKindTrains()
    {
        QFETCH(QString, name);
        const ExperimentSpec spec = specFromJson(m_experiments.at(name.toStdString()));
        const std::string number = std::to_string(m_begun++);
        const fs::path place = folder() / "runs" / number;
        fs::create_directories(place);
        trainAndResume(spec, place);
        if (QTest::currentTestFailed())
            return;
        Json questions = questionsOf(spec);
        const Answers answers = answersOf(*openRun(place / "run", "last"), questions);
        questions["tokens"] = answers.tokens;
        exportAll(place / "run", folder() / "exports" / number);
        writeFileAtomically(folder() / "exports" / number / "questions.json", questions.dump());
        m_tried.merge(every_kind::kindsOf(spec));
        if (spec.task.kind == "tagging") // It takes the tokens that the data have, whatever is set.
            m_tried.insert({"tokeniser", TextPipeline::load(place / "run").spec().tokeniser.kind});
        m_answers[name.toStdString()] = answers;
        m_folders[name.toStdString()] = number;
        fs::remove_all(place);
    }

    void everyFormatTrains_data()
    {
        addColumn<QString>("format");
        for (const KindDescription& kind : catalogue().at("format"))
            newRow(kind.id.c_str(), QString::fromStdString(kind.id));
    }
    /// At least one of the shapes in which the data are written is the format's.
    void everyFormatTrains()
    {
        QFETCH(QString, format);
        const QTemporaryDir place;
        const fs::path here = place.path().toStdString();
        std::string reasons;
        for (const Shape& shape : writtenShapes(here)) {
            Json json = every_kind::smallExperiment(
                shape.data.contains("train_target")     ? "translation"
                    : shape.name.starts_with("tagged/") ? "tagging"
                    : shape.name == "asked.json"        ? "question_answering"
                    : shape.name == "running.txt"       ? "language_model"
                                                        : "classification");
            json["data"] = shape.data;
            json["data"]["format"] = {{"kind", format.toStdString()}};
            json["data"]["valid_fraction"] = json["data"]["test_fraction"] = 0.2;
            std::vector<Problem> problems;
            const ExperimentSpec spec = specFromJson(json, problems);
            if (!problems.empty()) { // a format of the other task
                reasons += "\n" + shape.name + ": " + inSentences(problems);
                continue;
            }
            const EndReport end = small::train(spec, here / ("run of " + shape.name));
            if (end.state == RunState::Completed && end.tested)
                m_tried.merge(every_kind::kindsOf(spec));
            else
                reasons += "\n" + shape.name + ": " + small::sentence(end);
        }
        QVERIFY2(m_tried.contains({"format", format.toStdString()}), reasons.c_str());
    }

    void pythonAnswersAsWeDo_data() { addExperiments(); }
    void pythonAnswersAsWeDo()
    {
        QFETCH(QString, name);
        if (m_python.empty())
            QSKIP("There is no Python with PyTorch here (python3-torch).");
        QVERIFY2(m_answers.contains(name.toStdString()), "It was not trained.");
        const Answers& ours = m_answers.at(name.toStdString());
        const Json theirs = theirAnswer(name.toStdString());
        if (theirs.contains("missing"))
            QSKIP(("There is no Python with " + theirs.at("missing").get<std::string>()).c_str());
        QVERIFY2(theirs.at("problems").empty(), theirs.at("problems").dump().c_str());
        std::string found;
        if (theirs.contains("probabilities")) {
            found = difference(theirs.at("probabilities"), ours.probabilities);
        } else if (theirs.contains("emissions")) {
            found = difference(theirs.at("emissions"), ours.emissions);
            QCOMPARE(theirs.at("tokens").get<std::vector<Strings>>(), ours.tokens);
            QCOMPARE(theirs.at("tags").get<std::vector<Strings>>(), ours.tags);
        } else if (theirs.contains("numbers")) {
            found = difference(theirs.at("numbers"), ours.numbers);
            QCOMPARE(theirs.value("spans", Strings()), ours.spans);
        } else {
            found = difference(theirs.at("log_probabilities"), ours.logProbabilities);
            QCOMPARE(theirs.at("greedy").get<Strings>(), ours.greedy);
            for (size_t i = 0; i < ours.beams.size(); ++i) {
                const Json& beam = theirs.at("beams")[0][i];
                QCOMPARE(beam.empty() ? ""s : beam[0].at("text").get<std::string>(), ours.beams[i]);
            }
        }
        QVERIFY2(found.empty(), found.c_str());
    }

    void nothingIsLeftOut()
    {
        std::string missing;
        size_t kinds = 0;
        for (const auto& [family, all] : catalogue()) {
            kinds += all.size();
            for (const KindDescription& kind : all)
                if (!m_tried.contains({family, kind.id}))
                    missing += "\n" + family + " " + kind.id;
        }
        QVERIFY2(missing.empty(), ("No training was made with:" + missing).c_str());
        qInfo("%zu kinds of %zu families in %zu experiments", kinds, catalogue().size(),
              m_answers.size());
    }
};

UNROLL_TEST(EveryKindTest, QCoreApplication)
#include "every_kind_test.moc"
