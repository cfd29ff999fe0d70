#include "core/base/atomic_file.h"
#include "core/probe/translation/translation_questions.h"
#include "core/train/open_run.h"
#include "tests/parity/python.h"
#include "tests/support/stored_translator_files.h"
#include "tests/support/test_case.h"

using namespace core;

namespace {

const Strings kTexts
    = {"der Hund sieht  eine Katze", "ein völlig <eos> UNBEKANNTES Wort <pad>", "", "Katze",
       "liest der mann und die frau auch ein buch? der hund liest ein buch nicht"};
const Strings kReferences
    = {"The dog sees a cat.", "<bos> A wholly <pad> unknown <eos> word <unk>", "The", "a cat.",
       "Does the man and the woman read a book, too? The dog doesn't read a book."};

struct Beam {
    int64_t width;
    const char* normalisation;
    double lengthPenalty; ///< What the module is given for the same.
};
const std::vector<Beam> kBeams
    = {{3, "mean", 1.0}, {4, "length_power", 0.6}, {2, "length_power", 1.7}, {12, "none", 0.0}};

struct Variant {
    Json network;
    bool joint = false;
    const char* tokeniser = nullptr; ///< Of both sides; none: those of the small translator.
};

ExperimentSpec translatorSpec(const Variant& variant)
{
    ExperimentSpec spec = support::smallTranslationSpec(variant.network, variant.joint);
    if (variant.tokeniser == nullptr)
        return spec;
    TranslationOptions options = translationOptions(spec);
    for (TextSpec* side : {&spec.text, &options.targetText}) {
        side->tokeniser = {variant.tokeniser, Json::object()};
        side->vocabularySize = 34;
        side->maximumLength = 30;
    }
    setTranslationOptions(spec, options);
    return spec;
}

/// Options that are combined only here; every_kind_test has each choice of each option.
std::map<std::string, Variant> translatorVariants()
{
    std::map<std::string, Variant> all;
    const auto recurrent = [&](const std::string& name, const Json& options, bool joint = false) {
        Json network = {{"kind", "seq2seq"}, {"hidden_size", 4}, {"decoder_size", 8}};
        network.update(options);
        all[name] = {network, joint, nullptr};
    };
    recurrent("plain", Json::object());
    for (const KindDescription& kind : catalogue().at("attention")) {
        if (kind.id == "none")
            continue;
        recurrent(kind.id + "_previous",
                  {{"attention", kind.id}, {"query", "previous"}, {"readout", "concat"}});
        recurrent(kind.id + "_fed",
                  {{"attention", kind.id}, {"cell", "gru"}, {"input_feeding", true}});
    }
    recurrent("other_size", {{"decoder_size", 5}, {"cell", "rnn"}, {"layers", 2}});
    recurrent("one_way", {{"bidirectional", false}, {"decoder_size", 4}, {"bridge", "none"}});
    recurrent("maxout_without_attention", {{"attention", "none"}, {"readout", "maxout"}});
    recurrent("joint", Json::object(), true);
    recurrent("joint_tied", {{"tied_embeddings", true}, {"layers", 2}}, true);
    for (const char* subwords : {"sentencepiece_unigram", "sentencepiece_bpe"}) {
        recurrent(subwords, Json::object());
        all[subwords].tokeniser = subwords;
    }
    const auto transformer = [&](const std::string& name, const Json& options, bool joint) {
        Json network = {{"kind", "transformer_seq2seq"},
                        {"heads", 2},
                        {"feed_forward_size", 10},
                        {"encoder_layers", 2},
                        {"decoder_layers", 1}};
        network.update(options);
        all["transformer_" + name] = {network, joint, nullptr};
    };
    transformer("plain", Json::object(), false);
    transformer("rezero_tied", {{"norm", "rezero"}, {"tied_embeddings", "output"}}, false);
    transformer("joint_tied", {{"tied_embeddings", "all"}}, true);
    return all;
}

DecodingSpec decodingOf(const DecodingSpec& own, const Beam& beam)
{
    DecodingSpec decoding = own;
    decoding.search = defaultSelection(catalogue(), "search", "beam");
    decoding.search.options["width"] = beam.width;
    decoding.search.options["normalisation"] = beam.normalisation;
    decoding.search.options["length_penalty"] = beam.lengthPenalty;
    return decoding;
}

/// Our translations of the texts.
struct OurAnswers {
    Strings greedy;
    std::vector<std::vector<std::vector<Translation>>> beams; ///< [beam][text][n]
    std::vector<std::vector<double>> logProbabilities; ///< [text][token]
};

OurAnswers ourAnswers(LiveModel& model)
{
    OurAnswers ours;
    const DecodingSpec own = model.ask(AskDecodingSettings());
    DecodingSpec greedy = own;
    greedy.search = {"greedy", Json::object()};
    for (const auto& found : model.ask(AskTranslations{kTexts, greedy}))
        ours.greedy.push_back(found.best.empty() ? ""s : found.best.front().text);
    for (const Beam& beam : kBeams) {
        ours.beams.emplace_back();
        for (auto& found : model.ask(AskTranslations{kTexts, decodingOf(own, beam), 100}))
            ours.beams.back().push_back(std::move(found.best));
    }
    for (size_t i = 0; i < kTexts.size(); ++i) {
        ours.logProbabilities.emplace_back();
        for (const TargetToken& token :
             model.ask(AskTranslation{kTexts[i], kReferences[i]}).targetTokens)
            ours.logProbabilities.back().push_back(token.logProbability);
    }
    return ours;
}

Json questions()
{
    Json beams = Json::array();
    for (const Beam& beam : kBeams)
        beams.push_back({{"width", beam.width}, {"length_penalty", beam.lengthPenalty}});
    return {{"texts", kTexts}, {"references", kReferences}, {"beams", beams}};
}

} // namespace

/// Each translator is exported in all three formats; Python's PyTorch loads them, scores pairs and
/// translates.
class ExchangeTranslatorsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::string m_python;
    Json m_answers;
    std::map<std::string, OurAnswers> m_ours;

    std::filesystem::path folder() const { return m_folder.path().toStdString(); }

    void exportAll()
    {
        for (const auto& [name, variant] : translatorVariants()) {
            QTemporaryDir place;
            const std::filesystem::path run = (place.path() + "/run").toStdString();
            support::writeStoredTranslator(run, translatorSpec(variant));
            m_ours[name] = ourAnswers(*openRun(run, "last"));
            std::filesystem::create_directory(folder() / name);
            exportRun(run, "last", "safetensors", folder() / name / "w.safetensors");
            exportRun(run, "last", "pytorch", folder() / name / "w.pt");
            exportRun(run, "last", "python", folder() / name / "module");
        }
    }

    static void addRows()
    {
        addColumn<QString>("network");
        for (const auto& [name, variant] : translatorVariants())
            newRow(name.c_str(), QString::fromStdString(name));
    }

    const Json& answerTo(const QString& network) const
    {
        return m_answers.at(network.toStdString());
    }
    const OurAnswers& oursOn(const QString& network) const
    {
        return m_ours.at(network.toStdString());
    }

    static void compareBeam(const Json& theirs, const std::vector<Translation>& ours)
    {
        QCOMPARE(theirs.size(), ours.size());
        for (size_t n = 0; n < ours.size(); ++n) {
            QCOMPARE(theirs.at(n).at("text").get<std::string>(), ours[n].text);
            QCOMPARE(theirs.at(n).at("ended").get<bool>(), ours[n].ended);
            QVERIFY(std::abs(theirs.at(n).at("score").get<double>() - ours[n].score) < 1e-5);
            const double theirSum = theirs.at(n).at("log_probability").get<double>();
            QVERIFY(std::abs(theirSum - ours[n].logProbability) < 5e-5);
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_python = parity::pythonWith(u"torch"_s);
        if (m_python.empty())
            QSKIP("There is no Python with PyTorch here (python3-torch).");
        exportAll();
        writeFileAtomically(folder() / "questions.json", questions().dump());
        const auto result = parity::runPython(
            m_python,
            {QStringLiteral(UNROLL_PARITY_SCRIPTS "/exchange_translators.py"), m_folder.path()});
        QVERIFY2(result.succeeded, result.errors.c_str());
        m_answers = Json::parse(readFile(folder() / "answers.json"));
        QCOMPARE(m_answers.size(), m_ours.size());
    }

    void theModuleIsWhole_data() { addRows(); }
    void theModuleIsWhole()
    {
        QFETCH(QString, network);
        const Json& problems = answerTo(network).at("problems");
        QVERIFY2(problems.empty(), problems.dump().c_str());
    }

    void pythonScoresAsWeDo_data() { addRows(); }
    void pythonScoresAsWeDo()
    {
        QFETCH(QString, network);
        const auto theirs = answerTo(network).at("log_probabilities");
        const auto& ours = oursOn(network).logProbabilities;
        std::set<double> different;
        for (size_t text = 0; text < kTexts.size(); ++text) {
            QCOMPARE(theirs.at(text).size(), ours[text].size());
            for (size_t i = 0; i < ours[text].size(); ++i) {
                const double difference
                    = std::abs(theirs.at(text).at(i).get<double>() - ours[text][i]);
                QVERIFY2(difference < 1e-5,
                         (kTexts[text] + ": token " + std::to_string(i) + " by "
                          + std::to_string(difference))
                             .c_str());
                different.insert(ours[text][i]);
            }
        }
        // What differs must be told apart, or everything would agree with everything.
        QVERIFY(different.size() > 15);
    }

    void pythonTranslatesAsWeDo_data() { addRows(); }
    void pythonTranslatesAsWeDo()
    {
        QFETCH(QString, network);
        const Json& answer = answerTo(network);
        QCOMPARE(answer.at("greedy").get<Strings>(), oursOn(network).greedy);
        for (size_t beam = 0; beam < kBeams.size(); ++beam)
            for (size_t text = 0; text < kTexts.size(); ++text)
                compareBeam(answer.at("beams").at(beam).at(text),
                            oursOn(network).beams[beam][text]);
    }

    void theTextsTryEverything()
    {
        if (m_ours.empty())
            QSKIP("Nothing was exported.");
        size_t ended = 0, cutOff = 0, beyondGreedy = 0, distinct = 0;
        for (const auto& [name, ours] : m_ours) {
            for (const auto& beam : ours.beams)
                for (const auto& found : beam)
                    if (!found.empty()) // Of the empty text.
                        ++(found.front().ended ? ended : cutOff);
            for (size_t text = 0; text < kTexts.size(); ++text)
                beyondGreedy += size_t(!kTexts[text].empty()
                                       && ours.beams[0][text].front().text != ours.greedy[text]);
            distinct += std::set(ours.greedy.begin(), ours.greedy.end()).size();
        }
        QVERIFY(ended > 100);
        QVERIFY(cutOff > 5);
        QVERIFY(beyondGreedy > 10);
        QVERIFY(distinct > 2 * m_ours.size());
    }

    void theModuleIsAProgram()
    {
        if (m_python.empty())
            QSKIP("There is no Python with PyTorch here (python3-torch).");
        const QString module = m_folder.path() + "/plain/module/model.py";
        const OurAnswers& ours = m_ours.at("plain");
        const auto text = [](size_t i) { return QString::fromStdString(kTexts[i]); };
        const auto greedy = parity::runPython(m_python, {module, text(0), text(4)});
        QVERIFY2(greedy.succeeded, greedy.errors.c_str());
        QCOMPARE(greedy.output, ours.greedy[0] + "\n" + ours.greedy[4] + "\n");
        const auto beam = parity::runPython(
            m_python, {module, "--beam", "4", "--length-penalty", "0.6", text(0)});
        QVERIFY2(beam.succeeded, beam.errors.c_str());
        QCOMPARE(beam.output, ours.beams[1][0].front().text + "\n");
    }
};

UNROLL_TEST(ExchangeTranslatorsTest, QCoreApplication)
#include "exchange_translators_test.moc"
