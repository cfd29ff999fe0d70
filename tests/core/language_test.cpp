// Expressions that texts, docstrings and comments should not contain, counted in the sources.
#include "tests/support/sources.h"
#include "tests/support/test_case.h"

namespace {

enum class PassageKind { Text, Documentation, Comment };

/// A string literal or a comment, with adjacent ones of its kind joined.
struct Passage {
    PassageKind kind;
    QString text;
};

std::vector<Passage> passages(const QString& source)
{
    static const QRegularExpression pattern(support::kTextPattern);
    static const QRegularExpression marks(QStringLiteral("^/+<? *"));
    std::vector<Passage> found;
    qsizetype end = 0;
    for (auto matches = pattern.globalMatch(source); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const bool follows
            = QStringView(source).mid(end, match.capturedStart() - end).trimmed().isEmpty();
        end = match.capturedEnd();
        QString text = match.captured(u"raw") + match.captured(u"string");
        PassageKind kind = PassageKind::Text;
        bool begins = false;
        if (match.capturedStart(u"line") >= 0 || match.capturedStart(u"block") >= 0) {
            const QString line = match.captured(u"line");
            kind = line.startsWith(u"///") ? PassageKind::Documentation : PassageKind::Comment;
            begins = line.isEmpty() || line.startsWith(u"///<");
            text = u' ' + match.captured(u"block") + QString(line).remove(marks);
        } else if (match.captured().startsWith(u'\'')) {
            continue;
        }
        if (!found.empty() && found.back().kind == kind && follows && !begins)
            found.back().text += text;
        else
            found.push_back({kind, text});
    }
    for (Passage& passage : found)
        passage.text = passage.text.simplified();
    return found;
}

/// What a manual would not write; see the table of the style guide.
QStringList unwantedExpressions(const QString& source)
{
    static const QRegularExpression anywhere(
        QStringLiteral("\\b(?:networks?|models?|decoders?|encoders?|classifiers?|taggers?)"
                       "(?:'s| that| which)? "
                       "(?:says?|said|looks?|looked|knows?|knew|takes?|took|gives? up|gave up)\\b"
                       "|\\b(?:no|some)body\\b|\\bof which\\b|\\bwhose numbers\\b"
                       "|\\bhow[- ]man(?:ie|y)th\\b|\\bin vain\\b"
                       "|\\b(?:is|are|be|was|were) let go\\b|\\blet(?:s|ting)? go of\\b"
                       "|\\bin the place of\\b|\\bsomething else than\\b"
                       "|%n\\b"), // Plurals are written "%1 {text|texts}", see ui::filled().
        QRegularExpression::CaseInsensitiveOption);
    // Questions may begin with "What".
    static const QRegularExpression beginning(
        QStringLiteral("(?:^|[.!?:] )(?:(?:Of|Whose) \\w|What (?![^.?]*\\?))"));
    QStringList found;
    for (const Passage& passage : passages(source)) {
        const auto collect = [&](const QRegularExpression& expression) {
            for (auto matches = expression.globalMatch(passage.text); matches.hasNext();) {
                const auto start = matches.next().capturedStart();
                found << passage.text.mid(std::max<qsizetype>(start - 30, 0), 80);
            }
        };
        collect(anywhere);
        if (passage.kind != PassageKind::Comment)
            collect(beginning);
    }
    return found;
}

} // namespace

class LanguageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sourcesAreWrittenAsAManualIs()
    {
        const QDir top(QStringLiteral(UNROLL_SOURCE_DIR));
        QStringList found;
        for (const char* room : {"app", "core", "ui"}) {
            const auto all = support::sources(QString::fromUtf8(room));
            QVERIFY(!all.isEmpty());
            for (auto file = all.begin(); file != all.end(); ++file)
                for (const QString& expression : unwantedExpressions(file.value()))
                    found << top.relativeFilePath(file.key()) + u": "_s + expression;
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
    }

    void unwantedExpressionsAreFound()
    {
        for (const char* unwanted :
             {"const char* a = \"What is next is unknown.\";", "/// Of the text.\nint a;",
              "// the second of which\n", "/* asks in vain */",
              "f(\"in the \"\n  \"place of it\");", "/// It is something\n/// else than before.",
              "int a; ///< Whose value it is.", "f(R\"x(nobody)x\");",
              "// a decoder that knows it"})
            QVERIFY2(!unwantedExpressions(QString::fromUtf8(unwanted)).isEmpty(), unwanted);
        for (const char* innocent :
             {"int nobody = somebody(1);", "f(\"What is it?\");", "// Of blocks.",
              "/// The network.\nint takes;", "char c = '\"'; int nobody;", "f(\"Softmax\");"})
            QVERIFY2(unwantedExpressions(QString::fromUtf8(innocent)).isEmpty(), innocent);
    }
};
UNROLL_TEST(LanguageTest, QCoreApplication)
#include "language_test.moc"
