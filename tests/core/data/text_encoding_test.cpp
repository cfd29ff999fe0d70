#include "core/data/cells/cell_text.h"
#include "core/data/source/text_encoding.h"
#include "tests/support/test_case.h"

using core::Encoding;

namespace {

Encoding verdictOf(const std::string& bytes)
{
    core::EncodingEvidence evidence;
    evidence.add(bytes);
    return evidence.verdict();
}

/// `bytes` decoded in blocks of `blockBytes`.
std::string decodedInBlocks(const std::string& bytes, Encoding encoding, size_t blockBytes)
{
    core::MemoryStream stream(bytes, blockBytes);
    core::TextDecoder decoder(stream, encoding);
    std::string text;
    for (auto block = decoder.next(); !block.empty(); block = decoder.next())
        text += block;
    return text;
}

} // namespace

class TextEncodingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void encodingsAreRecognised()
    {
        QCOMPARE(verdictOf(""), Encoding::Utf8);
        QCOMPARE(verdictOf("plain"), Encoding::Utf8);
        QCOMPARE(verdictOf("caf\xC3\xA9"), Encoding::Utf8);
        QCOMPARE(verdictOf("caf\xE9 cr\xE8me"), Encoding::Latin1);
        QCOMPARE(verdictOf("\xFF\xFE"
                           "a\0"s),
                 Encoding::Utf16LittleEndian);
        QCOMPARE(verdictOf("\xFE\xFF\0a"s), Encoding::Utf16BigEndian);
        QCOMPARE(verdictOf("t\0e\0x\0t\0,\0p\0o\0s\0"s), Encoding::Utf16LittleEndian);
        QCOMPARE(verdictOf("\0t\0e\0x\0t\0,\0p\0o\0s"s), Encoding::Utf16BigEndian);
    }

    void fewDamagedBytesDoNotMakeAFileLatin1()
    {
        QCOMPARE(verdictOf("\xC3\xA9 \xC3\xA8 \xC3\xA0 but \xE9"), Encoding::Utf8);
    }

    void aStrayNulIsNoUtf16() { QCOMPARE(verdictOf("some text\0with one"s), Encoding::Utf8); }

    void aCharacterCutByABlockIsNoDamage()
    {
        core::EncodingEvidence evidence;
        const std::string euro = "\xE2\x82\xAC";
        evidence.add("abc" + euro.substr(0, 1));
        evidence.add(euro.substr(1) + "def");
        QCOMPARE(evidence.verdict(), Encoding::Utf8);
    }

    void decodingDoesNotDependOnBlocks_data()
    {
        addColumn<int>("blockBytes");
        for (const int blockBytes : {1, 2, 3, 5, 1000})
            addRow("%d", blockBytes) << blockBytes;
    }
    void decodingDoesNotDependOnBlocks()
    {
        QFETCH(int, blockBytes);
        const auto blocks = static_cast<size_t>(blockBytes);
        // U+1F600 is a surrogate pair: D83D DE00.
        const std::string wide = "\xFF\xFE"
                                 "a\0\xE9\0\x3D\xD8\x00\xDE\n\0"s;
        QCOMPARE(decodedInBlocks(wide, Encoding::Utf8, blocks), "a\u00E9\U0001F600\n"s);
        const std::string bigWide = "\xFE\xFF\0a\0\xE9\xD8\x3D\xDE\x00"s;
        QCOMPARE(decodedInBlocks(bigWide, Encoding::Utf8, blocks), "a\u00E9\U0001F600"s);
        QCOMPARE(decodedInBlocks("caf\xE9 \x93quoted\x94 \x80", Encoding::Latin1, blocks),
                 "caf\u00E9 \u201Cquoted\u201D \u20AC"s);
        QCOMPARE(decodedInBlocks("\xEF\xBB\xBFmarked", Encoding::Utf8, blocks), "marked"s);
        QCOMPARE(decodedInBlocks("\xEF\xBB\xBF", Encoding::Utf8, blocks), ""s);
        QCOMPARE(decodedInBlocks("ab", Encoding::Utf8, blocks), "ab"s);
        QCOMPARE(decodedInBlocks("", Encoding::Latin1, blocks), ""s);
    }

    void damagedUtf8StaysForTheRowsToReport()
    {
        QCOMPARE(core::decodedText("a\xE9z", Encoding::Utf8), "a\xE9z"s);
    }

    void longLatin1TextsConvertWhole()
    {
        const std::string bytes(300'001, '\xE4');
        const std::string text = core::decodedText(bytes, Encoding::Latin1);
        QCOMPARE(text.size(), size_t{600'002});
        QVERIFY(core::isValidUtf8(text));
    }

    void validityIsThatOfUnicode()
    {
        QVERIFY(core::isValidUtf8("0123456789 \u00E9\u20AC\U0001F600"));
        QVERIFY(!core::isValidUtf8("0123456\xFF"));
        QVERIFY(!core::isValidUtf8("\xC0\x80")); // An overlong NUL.
        QVERIFY(!core::isValidUtf8("\xED\xA0\x80")); // Half a surrogate pair.
        QVERIFY(!core::isValidUtf8("12345678\xE2\x82")); // Cut off.
    }

    void cutsFallBetweenCharacters()
    {
        QCOMPARE(core::cutText("ab\u20AC", 4), std::string_view("ab"));
        QCOMPARE(core::cutText("ab\u20AC", 5), std::string_view("ab\u20AC"));
        QCOMPARE(core::trimmed(" \t x y \r\n"), std::string_view("x y"));
        QCOMPARE(core::trimmed(" \n"), std::string_view());
    }
};

UNROLL_TEST(TextEncodingTest, QCoreApplication)
#include "text_encoding_test.moc"
