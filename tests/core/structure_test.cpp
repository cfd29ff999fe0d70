// The arrows between the rooms, and what compilers do not see, read from the sources themselves.
#include "tests/support/sources.h"
#include "tests/support/test_case.h"

namespace {

using support::sources;

/// A source without its comments, strings and preprocessor lines; the lines stay.
QString plainCode(QString source)
{
    static const QRegularExpression left(
        support::kTextPattern + QStringLiteral("|^[ \\t]*#(?:[^\\n\\\\]|\\\\\\n|\\\\.)*"),
        QRegularExpression::MultilineOption); // preprocessor
    QString code;
    qsizetype end = 0;
    for (auto matches = left.globalMatch(source); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        code += source.mid(end, match.capturedStart() - end);
        code += QString(match.captured().count(QLatin1Char('\n')), QLatin1Char('\n'));
        end = match.capturedEnd();
    }
    return code + source.mid(end);
}

/// The name of the type whose definition begins with `statement`, or nothing.
QString definedType(QString statement)
{
    static const QRegularExpression parameters(QStringLiteral("^template ?<.*?> (?=struct|class)"));
    static const QRegularExpression type(
        QStringLiteral("\\b(?:struct|class|union|enum)(?: class| struct)?(?: alignas\\([^)]*\\))?"
                       " (\\w+)(?: final)?(?: ?:(?!:).*)?$"));
    return type.match(statement.remove(parameters)).captured(1);
}

/// A statement, or the head of a block, that stands in no other block than namespaces.
struct Declaration {
    QStringList spaces; ///< Names of the namespaces around it; the unnamed one is empty.
    QString text;
    QString body; ///< Of an enumeration.
    int line = 0; ///< Of its end.
    bool isHead = false; ///< A block follows.
};

std::vector<Declaration> declarations(const QString& code)
{
    static const QRegularExpression space(QStringLiteral("^(?:inline )?namespace ?([\\w:]*)$"));
    std::vector<Declaration> found;
    QStringList spaces;
    int depth = 0; // Of blocks that are no namespaces.
    int line = 1;
    qsizetype begin = 0;
    for (qsizetype i = 0; i < code.size(); ++i) {
        const QChar sign = code[i];
        if (sign == QLatin1Char('\n'))
            ++line;
        if (sign != QLatin1Char('{') && sign != QLatin1Char('}') && sign != QLatin1Char(';'))
            continue;
        const QString text = code.mid(begin, i - begin).simplified();
        begin = i + 1;
        if (sign == QLatin1Char('}')) {
            if (depth == 1 && !found.empty()
                && found.back().text.startsWith(QStringLiteral("enum")))
                found.back().body = text;
            if (depth > 0)
                --depth;
            else if (!spaces.isEmpty())
                spaces.removeLast();
            continue;
        }
        const bool isHead = sign == QLatin1Char('{');
        const auto named = space.match(text);
        if (isHead && depth == 0 && named.hasMatch()) {
            spaces.append(named.captured(1));
            continue;
        }
        if (depth == 0 && !text.isEmpty())
            found.push_back({spaces, text, {}, line, isHead});
        depth += isHead ? 1 : 0;
    }
    return found;
}

/// Every type that `code` defines in a namespace that has a name, as "room::Type" -> lines.
QMap<QString, QList<int>> definedTypes(const QString& code)
{
    QMap<QString, QList<int>> found;
    for (const Declaration& declaration : declarations(code)) {
        const QString type = declaration.isHead && !declaration.spaces.contains(QString())
            ? definedType(declaration.text)
            : QString();
        if (!type.isEmpty())
            found[(declaration.spaces + QStringList{type}).join(QStringLiteral("::"))].append(
                declaration.line);
    }
    return found;
}

/// What `declaration` names for its file alone: nothing, unless it is in an unnamed namespace or
/// static. An enumeration without a scope of its own names its values as well.
QStringList localNames(const Declaration& declaration)
{
    static const QRegularExpression local(QStringLiteral("^(?:static|constexpr) |^const [^(]*$"));
    static const QRegularExpression none(
        QStringLiteral("^(?:using namespace|using [\\w:]+$|friend|static_assert|extern|Q_)"
                       "|\\boperator\\b|^[^(]*::\\w+ ?\\("));
    static const QRegularExpression parameters(QStringLiteral("^template ?<.*?> (?!>)"));
    static const QRegularExpression alias(QStringLiteral("^using (\\w+) ="));
    static const QRegularExpression function(QStringLiteral("^[^(=]*?(\\w+) ?\\("));
    static const QRegularExpression initialised(
        QStringLiteral("(\\w+)(?: ?\\[[^\\]]*\\])? =(?!=)"));
    static const QRegularExpression last(QStringLiteral("(\\w+)(?: ?\\[[^\\]]*\\])?$"));
    static const QRegularExpression scoped(QStringLiteral("^enum (?:class|struct) "));
    if (!declaration.spaces.contains(QString()) && !local.match(declaration.text).hasMatch())
        return {};
    QString text = declaration.text;
    text.remove(QRegularExpression(QStringLiteral("\\[\\[.*?\\]\\] ?"))).remove(parameters);
    if (none.match(text).hasMatch())
        return {};
    QStringList names;
    if (text.startsWith(QStringLiteral("enum")) && !scoped.match(text).hasMatch())
        for (const QString& value : declaration.body.split(u',', Qt::SkipEmptyParts))
            names << value.section(u'=', 0, 0).trimmed();
    if (const QString type = definedType(text); !type.isEmpty())
        names << type;
    if (!names.isEmpty())
        return names;
    for (const QRegularExpression& one : {alias, function})
        if (const auto match = one.match(text); match.hasMatch())
            return {match.captured(1)};
    for (auto matches = initialised.globalMatch(text); matches.hasNext();)
        names << matches.next().captured(1);
    return names.isEmpty() ? QStringList{last.match(text).captured(1)} : names;
}

/// "kGap: a.cpp, b.cpp" for each name that two of the files have for themselves alone. Files that
/// are compiled at once would have it twice, or the one would take the other's.
QStringList namesOfTwoFiles(const QMap<QString, QString>& files)
{
    QMap<QString, QStringList> places;
    for (auto file = files.begin(); file != files.end(); ++file) {
        if (!file.key().endsWith(QStringLiteral(".cpp")))
            continue;
        QStringList names;
        for (const Declaration& declaration : declarations(plainCode(file.value())))
            names += localNames(declaration);
        names.removeDuplicates();
        for (const QString& name : names)
            if (name.isEmpty() || !name.front().isDigit()) // 1 << 20
                places[name] << file.key();
    }
    QStringList found;
    for (auto place = places.begin(); place != places.end(); ++place)
        if (place.value().size() > 1)
            found << place.key() + QStringLiteral(": ") + place.value().join(QStringLiteral(", "));
    return found;
}

/// "core::Type: a.h:3, b.h:7" for each type that has two definitions. Linkers take either of them
/// for both, whatever they hold.
QStringList typesDefinedTwice(const QMap<QString, QString>& files)
{
    QMap<QString, QStringList> places;
    for (auto file = files.begin(); file != files.end(); ++file) {
        const auto types = definedTypes(plainCode(file.value()));
        for (auto type = types.begin(); type != types.end(); ++type)
            for (const int line : type.value())
                places[type.key()] << QStringLiteral("%1:%2").arg(file.key()).arg(line);
    }
    QStringList found;
    for (auto place = places.begin(); place != places.end(); ++place)
        if (place.value().size() > 1)
            found << place.key() + QStringLiteral(": ") + place.value().join(QStringLiteral(", "));
    return found;
}

/// "path:line" of every line in `room` that `pattern` matches.
QStringList linesWith(const QString& room, const QString& pattern)
{
    const QRegularExpression expression(pattern);
    QStringList found;
    const QMap<QString, QString> files = sources(room);
    for (auto file = files.begin(); file != files.end(); ++file) {
        const QStringList lines = file.value().split(QLatin1Char('\n'));
        for (qsizetype line = 0; line < lines.size(); ++line)
            if (expression.match(lines[line]).hasMatch())
                found << QStringLiteral("%1:%2").arg(file.key()).arg(line + 1);
    }
    if (files.isEmpty())
        found << QStringLiteral("no sources in ") + room;
    return found;
}

/// "path:line" of every include of `room` that `pattern` matches.
QStringList includes(const QString& room, const QString& pattern)
{
    return linesWith(room, QStringLiteral("^\\s*#\\s*include\\s*[<\"](%1)").arg(pattern));
}

/// The rooms of core: each uses only those before it.
const QStringList kRooms
    = QStringLiteral(
          "base nn distributed experiment text metric baseline projection data exchange model "
          "decode optimise task probe catalogue train lesson report bench")
          .split(QLatin1Char(' '));

QStringList foldersIn(const QString& room)
{
    QStringList folders = QDir(QStringLiteral(UNROLL_SOURCE_DIR "/") + room)
                              .entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    folders.sort();
    return folders;
}

/// The folders that the files of each folder include, both below `room`, its own as ".".
QMap<QString, QStringList> includedFolders(const QMap<QString, QString>& files, const QString& room)
{
    const QString top = room + QLatin1Char('/');
    const QRegularExpression include(QStringLiteral("^#include \"%1([^\"]+)\"").arg(top),
                                     QRegularExpression::MultilineOption);
    const auto folder = [](const QString& path) {
        return path.contains(u'/') ? path.section(u'/', 0, -2) : QStringLiteral(".");
    };
    QMap<QString, QStringList> found;
    for (auto file = files.begin(); file != files.end(); ++file) {
        QStringList& included = found[folder(file.key().section(top, -1))];
        for (auto matches = include.globalMatch(file.value()); matches.hasNext();)
            included << folder(matches.next().captured(1));
    }
    return found;
}

/// "a <-> b" for all folders that include each other, directly or through others.
QStringList circles(const QMap<QString, QStringList>& included)
{
    QMap<QString, QStringList> reached;
    for (auto folder = included.begin(); folder != included.end(); ++folder) {
        QStringList& all = reached[folder.key()];
        all = folder.value();
        for (qsizetype i = 0; i < all.size(); ++i)
            for (const QString& next : included.value(all[i]))
                if (!all.contains(next))
                    all << next;
    }
    QStringList found;
    for (auto folder = reached.begin(); folder != reached.end(); ++folder) {
        QStringList circle;
        for (auto other = reached.begin(); other != reached.end(); ++other)
            if (other.key() == folder.key()
                || (folder->contains(other.key()) && other->contains(folder.key())))
                circle << other.key();
        if (circle.size() > 1 && circle.first() == folder.key())
            found << circle.join(QStringLiteral(" <-> "));
    }
    return found;
}

/// Circles that still stand: a line goes when its circle goes.
const QMap<QString, QStringList> kCircles{
    {QStringLiteral("app"), {QStringLiteral(". <-> lab")}},
};

} // namespace

class StructureTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void arrowsPointOneWay_data()
    {
        QTest::addColumn<QString>("room");
        QTest::addColumn<QString>("forbidden");
        const QString qt = QStringLiteral("Q[A-Z]|qcustomplot|Qt");
        const QString torch = QStringLiteral("torch/|ATen/|c10/|caffe2/|core/nn/tensors");
        newRow("core knows no Qt", QStringLiteral("core"), qt);
        newRow("core knows no window", QStringLiteral("core"), QStringLiteral("ui/|app/"));
        newRow("ui knows no torch", QStringLiteral("ui"), torch);
        newRow(
            "ui knows no threads", QStringLiteral("ui"),
            QStringLiteral("QThread|QtConcurrent|QFuture|QMutex|thread>|mutex>|future>|atomic>"));
        newRow("ui knows no app", QStringLiteral("ui"), QStringLiteral("app/"));
        newRow("app knows no torch", QStringLiteral("app"), torch);
        for (const char* room : {"base", "experiment", "text", "metric", "baseline", "projection",
                                 "data", "catalogue"})
            QTest::addRow("core/%s knows no torch", room)
                << QStringLiteral("core/") + QString::fromUtf8(room) << torch;
        // Seconds of compiling in each file; core/nn/tensors.h has what is used.
        newRow("core takes parts of LibTorch", QStringLiteral("core"),
               QStringLiteral("torch/(all|torch|nn)\\.h"));
        newRow("tests take parts of LibTorch", QStringLiteral("tests"),
               QStringLiteral("torch/(all|torch|nn)\\.h"));
        newRow("kernels know no layers", QStringLiteral("core/nn/kernels"),
               QStringLiteral("core/nn/(layers|reference)/"));
        for (qsizetype i = 0; i < kRooms.size(); ++i)
            QTest::addRow("core/%s uses only rooms before it", qPrintable(kRooms[i]))
                << QStringLiteral("core/") + kRooms[i]
                << QStringLiteral("core/(?!(%1)/)").arg(kRooms.first(i + 1).join(QLatin1Char('|')));
        for (const QString& folder : foldersIn(QStringLiteral("ui")))
            if (folder != QStringLiteral("window"))
                QTest::addRow("ui/%s has no list of all views", qPrintable(folder))
                    << QStringLiteral("ui/") + folder << QStringLiteral("ui/views\\.h");
    }

    void arrowsPointOneWay()
    {
        QFETCH(QString, room);
        QFETCH(QString, forbidden);
        const QStringList found = includes(room, forbidden);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
    }

    void everyRoomOfCoreHasItsPlace()
    {
        QStringList known = kRooms;
        known.sort();
        QCOMPARE(foldersIn(QStringLiteral("core")), known);
    }

    void foldersFormNoCircle_data()
    {
        QTest::addColumn<QString>("room");
        for (const char* room : {"ui", "app"})
            newRow(room, QString::fromUtf8(room));
        for (const QString& room : kRooms)
            QTest::addRow("core/%s", qPrintable(room)) << QStringLiteral("core/") + room;
    }

    void foldersFormNoCircle()
    {
        QFETCH(QString, room);
        const QMap<QString, QString> files = sources(room);
        QVERIFY(!files.isEmpty());
        QCOMPARE(circles(includedFolders(files, room)), kCircles.value(room));
    }

    void circlesAreFound()
    {
        const auto found = [](const char* b, const char* c) {
            return circles(includedFolders(
                {{QStringLiteral("/x/core/r/a/1.h"), QStringLiteral("#include \"core/r/b/1.h\"\n")},
                 {QStringLiteral("/x/core/r/b/1.h"), QString::fromUtf8(b)},
                 {QStringLiteral("/x/core/r/1.h"), QString::fromUtf8(c)}},
                QStringLiteral("core/r")));
        };
        QCOMPARE(found("#include \"core/r/1.h\"", "\n#include \"core/r/a/1.h\"\n"),
                 QStringList{QStringLiteral(". <-> a <-> b")});
        QCOMPARE(found("#include \"core/r/a/1.h\"", "#include \"core/r/a/1.h\""),
                 QStringList{QStringLiteral("a <-> b")});
        QCOMPARE(found("#include \"core/r/b/2.h\"", "#include \"core/r/a/1.h\""), QStringList());
    }

    /// Several files of these are compiled at once, whichever come together.
    void filesOfOneRoomNameNothingAlike_data()
    {
        QTest::addColumn<QString>("room");
        for (const char* room : {"ui", "app/lab", "app/cli"})
            newRow(room, QString::fromUtf8(room));
        for (const QString& room : kRooms)
            QTest::addRow("core/%s", qPrintable(room)) << QStringLiteral("core/") + room;
    }

    void filesOfOneRoomNameNothingAlike()
    {
        QFETCH(QString, room);
        const QStringList found = namesOfTwoFiles(sources(room));
        for (const QString& f : found)
            fprintf(stderr, "CLASH %s\n", qPrintable(f));
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
    }

    void namesOfTwoFilesAreFound()
    {
        const auto alike = [](const char* one, const char* other) {
            return namesOfTwoFiles({{QStringLiteral("a.cpp"), QString::fromUtf8(one)},
                                    {QStringLiteral("b.cpp"), QString::fromUtf8(other)}});
        };
        for (const char* both :
             {"namespace ui { namespace { constexpr int kA = 1, kGap = 2; } }",
              "namespace ui { namespace { int kGap(int a) { return a; } } }",
              "namespace { template <class T> T kGap(const T& a = {}); }",
              "namespace { enum { kFirst, kGap = 2 }; }", "namespace { enum Page { kGap }; }",
              "namespace { struct kGap : Base { int a; }; }", "static int kGap = 3;",
              "namespace { const std::vector<int> kGap{1, 2}; const int kNext[] = {1}; }",
              "namespace { using kGap = int; }"})
            QCOMPARE(alike("namespace ui {\nnamespace {\nconstexpr int kGap = 4;\n}\n}", both),
                     QStringList{QStringLiteral("kGap: a.cpp, b.cpp")});
        for (const char* innocent :
             {"namespace ui { int kGap() { return 1; } }",
              "namespace { enum class Page { kGap }; }", "int f() { static int kGap = 1; }",
              "namespace { int f(int kGap) { const int kGap = 1; } }",
              "namespace { // constexpr int kGap = 4;\n }", "int A::kGap() { return 1; }"})
            QVERIFY2(alike("namespace { constexpr int kGap = 4; }", innocent).isEmpty(), innocent);
    }

    void sentencePieceStaysInItsHelper()
    {
        for (const char* room : {"core", "ui", "app"}) {
            QStringList found = includes(QString::fromUtf8(room), QStringLiteral("sentencepiece"));
            found.removeIf([](const QString& place) {
                return place.contains(QStringLiteral("/core/text/spm_helper/"));
            });
            QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
        }
    }

    void eachTypeIsDefinedOnce()
    {
        QMap<QString, QString> all;
        for (const char* room : {"core", "ui", "app"})
            all.insert(sources(QString::fromUtf8(room)));
        QVERIFY(all.size() > 300);
        const QStringList found = typesDefinedTwice(all);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
    }

    void typesThatAreDefinedTwiceAreFound()
    {
        const auto twice = [](const char* one, const char* other) {
            return typesDefinedTwice({{QStringLiteral("a.h"), QString::fromUtf8(one)},
                                      {QStringLiteral("b.cpp"), QString::fromUtf8(other)}});
        };
        const char* plain = "namespace core {\nstruct Text { int a; };\n}";
        QCOMPARE(twice(plain, "namespace core { class Text : public Base { }; }"),
                 QStringList{QStringLiteral("core::Text: a.h:2, b.cpp:1")});
        QCOMPARE(
            twice(plain, "namespace core { int f() { return 1; } enum class Text { A }; }").size(),
            1);
        QCOMPARE(
            twice(plain, "namespace core { template <class T> struct Text final { }; }").size(), 1);
        QCOMPARE(twice("namespace core::nn { struct A { }; }",
                       "namespace core { namespace nn { struct A { }; } }")
                     .size(),
                 1);
        for (const char* innocent :
             {"namespace ui { struct Text { }; }",
              "namespace core { namespace { struct Text { }; } }",
              "namespace core { struct Text; struct Other { struct Text { }; }; }",
              "namespace core { Text f(struct Text text) { struct Text { }; } }",
              "namespace core { // struct Text {\n const char* a = \"struct Text {\"; }",
              "namespace core { template <> struct Text<int> { }; }"})
            QVERIFY2(twice(plain, innocent).isEmpty(), innocent);
    }

    /// What computes with kernels of its own must refuse gradients of gradients; what computes with
    /// LibTorch's operations has them.
    void fusedLayersRefuseSecondDerivatives()
    {
        static const QRegularExpression function(QStringLiteral("autograd::Function<"));
        static const QRegularExpression refusal(QStringLiteral("\\brefuseSecondDerivative\\(\\);"));
        const QMap<QString, int> ofLibTorch{
            {QStringLiteral("core/nn/batch/token_layout.cpp"), 2},
            {QStringLiteral("core/nn/batch/packed_layout.cpp"), 2},
            {QStringLiteral("core/nn/layers/embedding.cpp"), 1},
            {QStringLiteral("core/model/translators/target_steps.cpp"), 1}};
        const QDir top(QStringLiteral(UNROLL_SOURCE_DIR));
        const auto all = sources(QStringLiteral("core"));
        qsizetype functions = 0;
        for (auto file = all.begin(); file != all.end(); ++file) {
            const qsizetype here = file.value().count(function);
            functions += here;
            QVERIFY2(here - ofLibTorch.value(top.relativeFilePath(file.key()))
                         == file.value().count(refusal),
                     qPrintable(file.key()));
        }
        QVERIFY(functions > 15);
    }

    /// What comes from files must not reach a terminal unescaped.
    void oneFileOfTheCommandLinePrints()
    {
        const QStringList found = linesWith(
            QStringLiteral("app/cli"),
            QStringLiteral(
                "\\b(v?f?printf|f?puts|f?putc|putchar|fwrite|perror|cout|cerr|clog)\\b"));
        QVERIFY(!found.isEmpty());
        for (const QString& place : found)
            QVERIFY2(place.contains(QStringLiteral("app/cli/output.")), qPrintable(place));
    }

    /// What files say must not cost the stack or the memory, and no pipe may hold the program up:
    /// one place for each knows how.
    void oneReaderOfJsonAndOneOpenerOfFiles_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QStringList>("allowed");
        newRow("JSON",
               QStringLiteral("[jJ]son::(parse|accept|sax_parse)\\(|QJson(Document|Object)"),
               QStringList{QStringLiteral("core/base/read_json.cpp")});
        // The last ones read files of the kernel.
        newRow("files",
               QStringLiteral("std::[io]?fstream|fopen\\(|(^|\\W)::open\\(|QFile "
                              "\\w+\\((?!QStringLiteral\\(\":/)"),
               QStringList{QStringLiteral("core/base/regular_file.cpp"),
                           QStringLiteral("core/base/atomic_file.cpp"),
                           QStringLiteral("core/text/spm_helper/confinement.cpp"),
                           QStringLiteral("core/base/main_memory.cpp"),
                           QStringLiteral("app/memory_limits.cpp"),
                           QStringLiteral("core/bench/benchmark_machine.cpp")});
    }

    void oneReaderOfJsonAndOneOpenerOfFiles()
    {
        QFETCH(QString, pattern);
        QFETCH(QStringList, allowed);
        const QString root = QStringLiteral(UNROLL_SOURCE_DIR "/");
        QVERIFY(!linesWith(QStringLiteral("core/base"), pattern).isEmpty());
        QStringList found;
        for (const char* room : {"core", "ui", "app"})
            found += linesWith(QString::fromUtf8(room), pattern);
        found.removeIf([&](const QString& place) {
            return allowed.contains(place.section(QLatin1Char(':'), 0, 0).mid(root.size()));
        });
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
    }

    void theSearchFindsWhatIsThere()
    {
        QVERIFY(!includes(QStringLiteral("core/nn"), QStringLiteral("torch/")).isEmpty());
        QVERIFY(!includes(QStringLiteral("ui"), QStringLiteral("Q[A-Z]")).isEmpty());
    }
};
UNROLL_TEST(StructureTest, QCoreApplication)
#include "structure_test.moc"
