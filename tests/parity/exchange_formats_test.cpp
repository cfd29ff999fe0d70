#include "core/exchange/export.h"
#include "core/probe/live_classifier.h"
#include "tests/parity/network_variants.h"
#include "tests/parity/python.h"
#include "tests/support/stored_run_files.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <map>

using namespace core;

namespace {

const std::vector<std::string> kTexts
    = {"the film was not good",
       "Completely UNHEARD words",
       "",
       "good",
       "a bad film not a good one the film was not good, a good one; was it bad?",
       "A  Good <br /> film"};

std::map<std::string, Json> networks()
{
    return parity::networkVariants("classification",
                                   {{"hidden_size", 6},
                                    {"filters", 6},
                                    {"feed_forward_size", 10},
                                    {"heads", 2},
                                    {"buckets", 500}});
}

} // namespace

/// Each network is exported in all three formats; Python's PyTorch loads them and predicts.
class ExchangeFormatsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    Json m_answers;
    std::map<std::string, std::vector<Prediction>> m_ours;

    void exportAll(const std::filesystem::path& folder)
    {
        for (const auto& [name, network] : networks()) {
            QTemporaryDir place;
            const std::filesystem::path run = (place.path() + "/run").toStdString();
            support::writeStoredRun(run, support::smallSpec(network));
            m_ours[name] = liveAs<LiveClassifier>(*openRun(run, "last")).predict(kTexts, Monitor());
            std::filesystem::create_directory(folder / name);
            exportRun(run, "last", "safetensors", folder / name / "w.safetensors");
            exportRun(run, "last", "pytorch", folder / name / "w.pt");
            exportRun(run, "last", "python", folder / name / "module");
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        const std::string python = parity::pythonWith(QStringLiteral("torch"));
        if (python.empty())
            QSKIP("There is no Python with PyTorch here (python3-torch).");
        const std::filesystem::path folder = m_folder.path().toStdString();
        exportAll(folder);
        writeFileAtomically(folder / "texts.json", Json(kTexts).dump());
        const auto result = parity::runPython(
            python,
            {QStringLiteral(UNROLL_PARITY_SCRIPTS "/exchange_formats.py"), m_folder.path()});
        QVERIFY2(result.succeeded, result.errors.c_str());
        m_answers = Json::parse(readFile(folder / "answers.json"));
        QCOMPARE(m_answers.size(), m_ours.size());
        QVERIFY(m_ours.size() > 40); // not only the defaults
    }

    void pythonPredictsWhatWeDo_data()
    {
        QTest::addColumn<QString>("network");
        for (const auto& [name, network] : networks())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void pythonPredictsWhatWeDo()
    {
        QFETCH(QString, network);
        const Json& answer = m_answers.at(network.toStdString());
        const std::string problems = answer.at("problems").dump();
        QVERIFY2(answer.at("problems").empty(), problems.c_str());
        const auto& ours = m_ours.at(network.toStdString());
        for (size_t text = 0; text < kTexts.size(); ++text) {
            for (size_t i = 0; i < support::kClasses.size(); ++i) {
                const double theirs = answer.at("probabilities").at(text).at(i).get<double>();
                const double difference = std::abs(theirs - ours[text].probabilities[i]);
                QVERIFY2(difference < 1e-5,
                         (kTexts[text] + ": " + std::to_string(theirs) + " and "
                          + std::to_string(ours[text].probabilities[i]))
                             .c_str());
            }
        }
        // Texts that differ must be told apart, or everything would agree with everything.
        QVERIFY(ours[0].probabilities != ours[3].probabilities);
    }
};

QTEST_GUILESS_MAIN(ExchangeFormatsTest)
#include "exchange_formats_test.moc"
