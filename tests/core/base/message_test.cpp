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
        QCOMPARE(message.plain(), std::string("line 7 of file, 100 %, "));
    }

    void countsTakeTheFormThatFits()
    {
        const auto said = [](const std::string& text, const std::string& number) {
            return core::Message{text, {number, "7"}}.plain();
        };
        QCOMPARE(said("%1 {epoch is|epochs are} done.", "1"), std::string("1 epoch is done."));
        QCOMPARE(said("%1 {epoch is|epochs are} done.", "0"), std::string("0 epochs are done."));
        QCOMPARE(said("%1 {epoch|epochs}", "11"), std::string("11 epochs"));
        QCOMPARE(said("%1 {minute|minutes}", "1.5"), std::string("1.5 minutes"));
        // Each goes by the mark before it, wherever that stands.
        QCOMPARE(said("%2 {text|texts}, %1 {class|classes}", "1"), std::string("7 texts, 1 class"));
        // What the user wrote stays, and so do braces around one thing.
        QCOMPARE(said("%1 {file|files}", "{a|b}"), std::string("{a|b} files"));
        QCOMPARE(said("a {%1} | b }", "1"), std::string("a {1} | b }"));
        QCOMPARE(said("%1 {open", "1"), std::string("1 {open"));
    }

    void numbersKeepAPointAndStayShort()
    {
        QCOMPARE(core::numberText(0.001), std::string("0.001"));
        QCOMPARE(core::numberText(1e-05), std::string("1e-05"));
        QCOMPARE(core::numberText(12.0), std::string("12"));
        QCOMPARE(core::numberText(1000000.0), std::string("1000000"));
        QCOMPARE(core::numberText(-20000001.0), std::string("-20000001"));
        QCOMPARE(core::numberText(1234567.5), std::string("1.23457e+06"));
        QCOMPARE(core::numberText(1e300), std::string("1e+300"));
        QCOMPARE(core::numberText(-0.5), std::string("-0.5"));
    }

    void shownTextIsSafeAndShort()
    {
        QCOMPARE(core::shown("tab\there"), std::string("tab\u00B7here"));
        // What turns the direction of writing around, is never seen, or ends a line.
        for (const char* mark : {"\u202E", "\u2066", "\u200B", "\uFEFF", "\u2028"})
            QCOMPARE(core::shown(std::string("a") + mark + "z"), std::string("a\u00B7z"));
        QCOMPARE(core::shown("\u200C\u200D"), std::string("\u200C\u200D")); // Of Persian, of emoji.
        QCOMPARE(core::shown("abcdef", 3), std::string("abc\u2026"));
        // A broken byte becomes the replacement character; a whole one is not cut in the middle.
        QCOMPARE(core::shown("a\xFFz"), std::string("a\uFFFDz"));
        QCOMPARE(core::shown("\u00E9\u00E9\u00E9", 2), std::string("\u00E9\u00E9\u2026"));
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
        QCOMPARE(failureOf(own).sentence(), std::string("One class only. Add rows."));
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
