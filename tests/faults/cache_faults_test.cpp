#include "tests/core/train/run_comparison.h"
#include "tests/faults/faults.h"
#include "tests/support/test_case.h"

namespace fs = std::filesystem;

/// A cache of read data that cannot be written or read costs time and nothing else: the training is
/// the same, and so is the next one, which finds what the faulty one left.
class CacheFaultsTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    fs::path m_filled; ///< A cache that holds the data.
    std::map<QString, long> m_callsOfWriting, m_callsOfReading;

    fs::path root() const { return m_folder.path().toStdString(); }
    fs::path cache() const { return root() / "cache"; }
    fs::path run() const { return root() / "run"; }
    static QString text(const fs::path& path) { return QString::fromStdString(path.string()); }

    faults::Program training(const fs::path& to) const
    {
        faults::Program program;
        program.arguments
            = QStringList{u"train"_s, text(root() / "spec.unroll"), u"--out"_s, text(to)};
        program.under = text(cache());
        program.environment.insert(u"XDG_CACHE_HOME"_s, text(cache()));
        return program;
    }

    /// A table so long that it is worth keeping, of few texts: most of it is in a column that is
    /// not read.
    void writeTable() const
    {
        constexpr size_t kBeside = 72000;
        std::ifstream few((root() / "train.csv").string());
        std::ofstream file(root() / "long.csv");
        bool first = true;
        for (std::string line; std::getline(few, line); first = false)
            file << line << ',' << (first ? "beside" : std::string(kBeside, 'x')) << '\n';
    }

    /// The difference from the run without a fault; empty if there is none.
    std::string difference() const
    {
        return small::checkpointDifference(root() / "whole", run(), "last");
    }

    std::string wrong(const faults::Outcome& outcome, const faults::Fault& fault) const
    {
        if (std::string why = faults::fault(outcome, fault); !why.empty())
            return why;
        const bool memory = fault.call == "malloc"_L1 || fault.call == "thread"_L1;
        if (outcome.exited && outcome.code != 0)
            return memory ? "" : "the training fails";
        return outcome.exited ? difference() : "";
    }

    /// The next training uses the present content of the cache, or does not.
    std::string wrongWithTheNext() const
    {
        fs::remove_all(run());
        const core::EndReport next = small::train(core::readSpec(root() / "spec.unroll"), run());
        return next.state == core::RunState::Completed
            ? difference()
            : "the next training fails: "s + small::sentence(next);
    }

    void tryAll(const std::map<QString, long>& calls, bool filled)
    {
        faults::tryRow(calls, [&](const auto& fault, long number, faults::Outcome& outcome) {
            fs::remove_all(cache());
            fs::remove_all(run());
            if (filled)
                faults::copyOver(m_filled, cache());
            outcome = training(run()).run(fault, number);
            const std::string found = wrong(outcome, fault);
            const std::string foundNext = wrongWithTheNext();
            return found.empty() ? foundNext : found;
        });
    }

private Q_SLOTS:
    void initTestCase()
    {
        core::ExperimentSpec spec = small::spec(root());
        writeTable();
        spec.data.train = {(root() / "long.csv").string()};
        spec.data.format
            = {"delimited",
               {{"text_columns", core::Json::array({"text"})}, {"label_column", "label"}}};
        spec.training.maximumUpdates = 3;
        core::writeSpec(core::completedSpec(spec), root() / "spec.unroll");
        qputenv("XDG_CACHE_HOME", QFile::encodeName(text(cache())));
        const faults::Outcome written = training(root() / "whole").run();
        QVERIFY2(written.exited && written.code == 0, written.err.constData());
        m_callsOfWriting = written.calls;
        QVERIFY(m_callsOfWriting.at(u"write"_s) > 0); // It is worth keeping.
        m_filled = root() / "filled";
        faults::copyOver(cache(), m_filled);
        const faults::Outcome read = training(root() / "again").run();
        QVERIFY2(read.exited && read.code == 0, read.err.constData());
        m_callsOfReading = read.calls;
        QCOMPARE(m_callsOfReading.at(u"write"_s), 0L);
        QVERIFY(m_callsOfReading.at(u"mmap"_s) + m_callsOfReading.at(u"read"_s) > 0);
    }

    void whatCannotBeKeptIsReadAgain_data() { faults::addAllRows(2); }
    void whatCannotBeKeptIsReadAgain() { tryAll(m_callsOfWriting, false); }

    void whatCannotBeFoundIsReadAgain_data() { faults::addAllRows(2); }
    void whatCannotBeFoundIsReadAgain() { tryAll(m_callsOfReading, true); }
};
UNROLL_TEST(CacheFaultsTest, QCoreApplication)
#include "cache_faults_test.moc"
