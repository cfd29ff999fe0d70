#include "tests/core/train/small_run.h"
#include "tests/faults/faults.h"
#include "tests/support/test_case.h"

namespace fs = std::filesystem;

/// An export that takes the place of an earlier one leaves the earlier one or the new one, whole,
/// and nothing beside it.
class ExportFaultsTest : public QObject {
    Q_OBJECT
private:
    using Files = std::map<std::string, QByteArray>;

    QTemporaryDir m_folder;
    fs::path root() const { return m_folder.path().toStdString(); }
    fs::path place() const { return root() / "faulty"; }
    static QString text(const fs::path& path) { return QString::fromStdString(path.string()); }

    faults::Program exporting(const QString& format, const char* checkpoint, const fs::path& out,
                              const QStringList& more = {}) const
    {
        faults::Program program;
        program.arguments = QStringList{u"export"_s,       text(root() / "run"),
                                        u"--format"_s,     format,
                                        u"--checkpoint"_s, QString::fromLatin1(checkpoint),
                                        u"--out"_s,        text(out)}
            + more;
        program.under = text(out.parent_path());
        return program;
    }

    static Files withoutHidden(Files files)
    {
        std::erase_if(files, [](const auto& file) { return file.first.starts_with("."); });
        return files;
    }

    /// Whether nothing that was begun may be left: the process lived, and could remove it.
    static bool cleansUp(const faults::Fault& fault)
    {
        return !fault.ends() && !fault.lasting
            && (fault.call == "write"_L1 || fault.call == "fsync"_L1 || fault.call == "rename"_L1
                || fault.call == "mkdir"_L1);
    }

    void prepare(const fs::path& earlier) const
    {
        fs::remove_all(place());
        fs::create_directories(place());
        fs::copy(earlier, place() / "out", fs::copy_options::recursive);
    }

    std::string wrong(const faults::Outcome& outcome, const faults::Fault& fault,
                      const Files& before, const Files& after) const
    {
        if (std::string why = faults::fault(outcome, fault); !why.empty())
            return why;
        const Files now = faults::contents(place());
        const Files shown = withoutHidden(now);
        if (shown != before && shown != after)
            return "neither the earlier export nor the new one";
        if (outcome.exited && outcome.code == 0 && shown != after)
            return "said to be done, but is not";
        if (cleansUp(fault) && now.size() != shown.size())
            return "a leftover: " + now.begin()->first;
        return {};
    }

    void tryAll(const QString& format, const fs::path& earlier)
    {
        prepare(earlier);
        const Files before = faults::contents(place());
        const faults::Program program = exporting(format, "last", place() / "out", {u"--force"_s});
        const faults::Outcome whole = program.run();
        QVERIFY2(whole.exited && whole.code == 0, whole.err.constData());
        const Files after = faults::contents(place());
        QVERIFY(before != after);
        faults::tryRow(whole.calls, [&](const auto& fault, long number, faults::Outcome& outcome) {
            prepare(earlier);
            outcome = program.run(fault, number);
            const std::string found = wrong(outcome, fault, before, after);
            return found.empty() && fault.ends() && program.run().code != 0
                ? "the next export fails"
                : found;
        });
    }

private Q_SLOTS:
    void initTestCase()
    {
        core::ExperimentSpec spec = small::spec(root());
        spec.training.epochs = 2;
        QCOMPARE(small::train(spec, root() / "run").state, core::RunState::Completed);
        fs::create_directories(root() / "earlier");
        for (const char* format : {"python", "pytorch"}) {
            const auto outcome
                = exporting(QString::fromLatin1(format), "epoch-1", root() / "earlier" / format)
                      .run();
            QVERIFY2(outcome.code == 0, outcome.err.constData());
        }
    }

    void anExportedFolderIsTheEarlierOneOrTheNewOne_data() { faults::addAllRows(2); }
    void anExportedFolderIsTheEarlierOneOrTheNewOne()
    {
        tryAll(u"python"_s, root() / "earlier" / "python");
    }

    void anExportedFileIsTheEarlierOneOrTheNewOne_data() { faults::addAllRows(1); }
    void anExportedFileIsTheEarlierOneOrTheNewOne()
    {
        tryAll(u"pytorch"_s, root() / "earlier" / "pytorch");
    }

    /// With a file of the user's beside it the export is replaced file by file. Where the system
    /// refuses even to put the earlier files back, they are somewhere, and the error says where.
    void theEarlierFilesAreNeverDeleted()
    {
        const auto prepareBesideMine = [this] {
            prepare(root() / "earlier" / "python");
            std::ofstream(place() / "out" / "notes.txt") << "mine";
        };
        prepareBesideMine();
        const faults::Program program
            = exporting(u"python"_s, "last", place() / "out", {u"--force"_s});
        const faults::Outcome whole = program.run();
        QVERIFY2(whole.code == 0, whole.err.constData());
        const QByteArray earlier
            = faults::content(root() / "earlier" / "python" / "weights.safetensors");
        QVERIFY(!earlier.isEmpty());
        const auto numbers = faults::tried(whole.calls.at(u"rename"_s), 6);
        for (const long number : numbers) {
            prepareBesideMine();
            const auto outcome = program.run({u"rename"_s, QString::number(ENOSPC), true}, number);
            const Files now = faults::contents(place());
            const bool isThere = std::any_of(
                now.begin(), now.end(), [&](const auto& file) { return file.second == earlier; });
            QVERIFY2(outcome.code == 0 || isThere, outcome.err.constData());
            QCOMPARE(faults::content(place() / "out" / "notes.txt"), "mine"_ba);
        }
    }

    /// Without --force what is there stays, also where the system cannot tell that it is there.
    void nothingIsReplacedUnasked()
    {
        fs::remove_all(place());
        fs::create_directories(place());
        std::ofstream(place() / "out") << "mine";
        const faults::Program program = exporting(u"pytorch"_s, "last", place() / "out");
        const faults::Outcome refused = program.run();
        QCOMPARE(refused.code, 1);
        for (long number = 1; number <= refused.calls.at(u"stat"_s); ++number) {
            const auto outcome = program.run({u"stat"_s, QString::number(EIO), false}, number);
            QVERIFY2(outcome.code == 1, outcome.out.constData());
            QCOMPARE(faults::content(place() / "out"), "mine"_ba);
        }
    }
};
UNROLL_TEST(ExportFaultsTest, QCoreApplication)
#include "export_faults_test.moc"
