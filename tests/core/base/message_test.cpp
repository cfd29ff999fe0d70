#include "core/base/error.h"
#include "core/base/message.h"
#include "tests/support/test_case.h"

#include <new>

class MessageTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void marksAreFilledInAnyOrder()
    {
        const core::Message message{"%2 of %1, 100 %, %3", {"file", "line 7"}};
        QCOMPARE(message.plain(), "line 7 of file, 100 %, "s);
    }

    void countsTakeTheFormThatFits()
    {
        const auto said = [](const std::string& text, const std::string& number) {
            return core::Message{text, {number, "7"}}.plain();
        };
        QCOMPARE(said("%1 {epoch is|epochs are} done.", "1"), "1 epoch is done."s);
        QCOMPARE(said("%1 {epoch is|epochs are} done.", "0"), "0 epochs are done."s);
        QCOMPARE(said("%1 {epoch|epochs}", "11"), "11 epochs"s);
        QCOMPARE(said("%1 {minute|minutes}", "1.5"), "1.5 minutes"s);
        // Each goes by the mark before it, wherever that stands.
        QCOMPARE(said("%2 {text|texts}, %1 {class|classes}", "1"), "7 texts, 1 class"s);
        // What the user wrote stays, and so do braces around one thing.
        QCOMPARE(said("%1 {file|files}", "{a|b}"), "{a|b} files"s);
        QCOMPARE(said("a {%1} | b }", "1"), "a {1} | b }"s);
        QCOMPARE(said("%1 {open", "1"), "1 {open"s);
    }

    void numbersKeepAPointAndStayShort()
    {
        QCOMPARE(core::numberText(0.001), "0.001"s);
        QCOMPARE(core::numberText(1e-05), "1e-05"s);
        QCOMPARE(core::numberText(12.0), "12"s);
        QCOMPARE(core::numberText(1000000.0), "1000000"s);
        QCOMPARE(core::numberText(-20000001.0), "-20000001"s);
        QCOMPARE(core::numberText(1234567.5), "1.23457e+06"s);
        QCOMPARE(core::numberText(1e300), "1e+300"s);
        QCOMPARE(core::numberText(-0.5), "-0.5"s);
    }

    void shownTextIsSafeAndShort()
    {
        QCOMPARE(core::shown("tab\there"), "tab\u00B7here"s);
        // What turns the direction of writing around, is never seen, or ends a line.
        for (const char* mark : {"\u202E", "\u2066", "\u200B", "\uFEFF", "\u2028"})
            QCOMPARE(core::shown("a"s + mark + "z"), "a\u00B7z"s);
        QCOMPARE(core::shown("\u200C\u200D"), "\u200C\u200D"s); // Of Persian, of emoji.
        QCOMPARE(core::shown("abcdef", 3), "abc\u2026"s);
        // A broken byte becomes the replacement character; a whole one is not cut in the middle.
        QCOMPARE(core::shown("a\xFFz"), "a\uFFFDz"s);
        QCOMPARE(core::shown("\u00E9\u00E9\u00E9", 2), "\u00E9\u00E9\u2026"s);
    }

    void exceptionsBecomeFailures()
    {
        const auto failureOf = [](auto&& thrown) {
            try {
                throw thrown;
            } catch (...) {
                return core::currentFailure();
            }
        };
        const core::Error own(core::ErrorCode::BadData, {"One class only.", {}}, {"Add rows.", {}});
        QVERIFY(failureOf(own).code == core::ErrorCode::BadData);
        QCOMPARE(failureOf(own).sentence(), "One class only. Add rows."s);
        QVERIFY(failureOf(std::bad_alloc()).code == core::ErrorCode::OutOfMemory);
        const std::runtime_error torchMemory("DefaultCPUAllocator: can't allocate memory: 1 TB");
        QVERIFY(failureOf(torchMemory).code == core::ErrorCode::OutOfMemory);
        const core::Failure other = failureOf(std::runtime_error("first line\nbacktrace"));
        QVERIFY(other.code == core::ErrorCode::Internal);
        QVERIFY(other.what.plain().find("first line") != std::string::npos);
        QVERIFY(other.what.plain().find("backtrace") == std::string::npos);
    }
};
UNROLL_TEST(MessageTest, QCoreApplication)
#include "message_test.moc"
