#include "data_files.h"
#include "labelled_texts.h"
#include "task_columns.h"
#include "tests/support/failure.h"
#include "tests/support/texts.h"
#include "workbooks.h"

using core::DataPreview;
using core::DataSpec;
using labelled::classesOf;
using labelled::previewOf;
using support::contains;
using workbooks::inlined;
using workbooks::odsRow;
using workbooks::odsTable;
using workbooks::odsText;
using workbooks::reviews;
using workbooks::row;

namespace {

core::Selection sheetNamed(const std::string& sheet)
{
    return {"spreadsheet", {{"sheet", sheet}}};
}

void visit(const std::string& path, const core::FileVisitor& visitor)
{
    static const core::Monitor nobody;
    core::ReadProgress progress(nobody, "Reading %1", 0);
    core::LeftOut leftOut;
    core::visitFiles(path, progress, leftOut, visitor);
}

std::string namesOf(const std::string& path)
{
    std::string names;
    visit(path, [&](const core::SourceFile& file, core::ByteStream&) {
        names += (names.empty() ? "" : ",") + file.sheet->name;
        return core::Visit::Continue;
    });
    return names;
}

/// The text of the first sheet as the format reads it: one line for each row.
std::string textOf(const std::string& path)
{
    std::string text;
    visit(path, [&](const core::SourceFile&, core::ByteStream& rows) {
        for (std::string_view block = rows.next(); !block.empty(); block = rows.next())
            text += block;
        return core::Visit::Stop;
    });
    return text;
}

std::string faultOf(const std::string& path)
{
    try {
        textOf(path);
    } catch (const core::Error& error) {
        return error.failure().sentence();
    }
    return {};
}

std::string xlsxCells(const std::string& rows, const std::string& strings = {},
                      const std::string& styles = {},
                      const std::string& properties = "<workbookPr/>")
{
    const DataFiles files;
    return textOf(
        files.zip("a.xlsx", workbooks::xlsx({{"Sheet1", rows}}, strings, styles, properties)));
}

std::string odsCells(const std::string& rows)
{
    const DataFiles files;
    return textOf(files.zip("a.ods", workbooks::ods(odsTable("Sheet1", rows))));
}

} // namespace

/// Workbooks are data: a sheet is a table like any other.
class SpreadsheetTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aWorkbookOfEitherKindIsRecognisedAndReadWhole()
    {
        const DataFiles files;
        std::string rows = odsRow(odsText("label") + odsText("text"));
        for (int i = 0; i < 20; ++i)
            rows += odsRow(odsText(i % 2 ? "ham" : "spam")
                           + odsText("a text with words " + std::to_string(i)));
        for (const std::string& path :
             {files.zip("a.xlsx", workbooks::xlsx({{"Sheet1", reviews(20)}})),
              files.zip("a.ods", workbooks::ods(odsTable("Sheet1", rows)))}) {
            const DataPreview preview = previewOf({path});
            QCOMPARE(support::plain(preview.problems), ""s);
            QCOMPARE(preview.spec.format.kind, "spreadsheet"s);
            QCOMPARE(preview.sheet, "Sheet1"s);
            QCOMPARE(preview.spec.format.options.at("sheet"), ""); // It was left open.
            QCOMPARE(classesOf(preview), "ham,spam"s);
            QCOMPARE(preview.trainRows, 20);
        }
    }

    void theFirstSheetThatIsNotEmptyIsReadAndOthersCanBeChosen()
    {
        const DataFiles files;
        const auto path = files.zip("book.xlsx",
                                    workbooks::xlsx({{"Empty", ""},
                                                     {"Old", reviews(4), {}, "hidden"},
                                                     {"New", reviews(8)},
                                                     {"Last", reviews(12)}}));
        const DataPreview first = previewOf({path});
        QCOMPARE(first.trainRows, 8);
        const std::string notes = support::plain(first.notes);
        QVERIFY2(contains(notes,
                          "The sheet \"New\" of book.xlsx is read. Its sheets: Empty, Old "
                          "(hidden), New, Last."),
                 notes.c_str());
        QVERIFY2(!contains(notes, "Left out"), notes.c_str());
        QCOMPARE(previewOf({path}, sheetNamed("Last")).trainRows, 12);
        QCOMPARE(previewOf({path}, sheetNamed("2")).trainRows, 4);
        const DataPreview none = previewOf({path}, sheetNamed("none"));
        const auto problems = support::plain(none.problems);
        QVERIFY2(contains(problems,
                          "book.xlsx has no sheet \"none\"; there are: Empty, Old (hidden), New"),
                 problems.c_str());
        QCOMPARE(none.rows.size(), size_t{0}); // Those of another sheet would mislead.
        QCOMPARE(none.sheet, ""s);
        QCOMPARE(none.sheets.size(), size_t{4});
        const auto empty = support::plain(previewOf({path}, sheetNamed("Empty")).problems);
        QVERIFY2(contains(empty, "The sheet \"Empty\" of book.xlsx is empty"), empty.c_str());
    }

    void sheetsAreNamedInAnyCase()
    {
        const DataFiles files;
        const auto path = files.zip("book.xlsx",
                                    workbooks::xlsx({{"Erste", reviews(4)},
                                                     {"\u00DCbung", reviews(8)},
                                                     {"\u00FCbung 2", reviews(12)},
                                                     {"erste", reviews(16)}}));
        const DataPreview preview = previewOf({path}, sheetNamed("\u00FCBUNG"));
        QCOMPARE(support::plain(preview.problems), ""s);
        QCOMPARE(preview.trainRows, 8);
        QCOMPARE(preview.sheet, "\u00DCbung"s);
        QCOMPARE(preview.spec.format.options.at("sheet"), "\u00DCbung");
        QCOMPARE(previewOf({path}, sheetNamed("erste")).trainRows, 16); // Written like that.
    }

    void aLookTellsRowsAndColumnsOfEachSheet()
    {
        const DataFiles files;
        const std::string title = row({}) + row(inlined("Text") + inlined("Text") + inlined("Age"));
        const auto path = files.zip("book.xlsx",
                                    workbooks::xlsx({{"Empty", ""},
                                                     {"Old", title, {}, "hidden"},
                                                     {"New", reviews(8)},
                                                     {"Long", reviews(40'000)}}));
        const std::vector<core::SheetSummary> sheets = previewOf({path}).sheets;
        QCOMPARE(sheets.size(), size_t{4});
        QCOMPARE(sheets[0].rows, 0);
        QVERIFY(!sheets[0].hasMoreRows && sheets[0].columns.empty() && !sheets[0].hidden);
        QVERIFY(sheets[1].hidden);
        QCOMPARE(sheets[1].rows, 1);
        QCOMPARE(sheets[1].columns, (Strings{"Text", "Text 2", "Age"}));
        QCOMPARE(sheets[2].rows, 9); // With that of names.
        QVERIFY(!sheets[2].hasMoreRows);
        QVERIFY(sheets[3].rows > 100 && sheets[3].rows < 40'000 && sheets[3].hasMoreRows);
    }

    /// Remarks are no rows: which sheets there are belongs to what is wrong.
    void aSheetOfRemarksIsBlamedWithTheOthers()
    {
        const DataFiles files;
        const auto path = files.zip(
            "book.xlsx",
            workbooks::xlsx({{"Remarks", row(inlined("Collected by hand in 2024, see the notes."))},
                             {"Rows", reviews(8)}}));
        const DataPreview preview = previewOf({path});
        const auto problems = support::plain(preview.problems);
        QVERIFY2(contains(problems,
                          "The sheet \"Remarks\" of book.xlsx was read. If the rows are in another "
                          "one, choose the sheet; there are: Remarks, Rows."),
                 problems.c_str());
        DataSpec data;
        data.train = {path};
        const auto failure = support::failureOf([&] { tasks::loadData(data, {}); });
        QVERIFY2(contains(failure.sentence(), "there are: Remarks, Rows."),
                 failure.sentence().c_str());
        QCOMPARE(support::plain(previewOf({path}, sheetNamed("Rows")).problems), ""s);
    }

    /// The columns of a table are chosen without saying which kind of file it stands in.
    void theChoicesOfATableAreThoseOfASheet()
    {
        const DataFiles files;
        const auto path = files.zip("a.xlsx", workbooks::xlsx({{"S", reviews(8)}}));
        const DataPreview preview
            = previewOf({path}, {"delimited", {{"text_columns", {"label"}}, {"header", "no"}}});
        QCOMPARE(preview.spec.format.kind, "spreadsheet"s);
        QCOMPARE(preview.spec.format.options.at("header"), "no");
        QVERIFY(contains(support::plain(preview.problems), "There is no column \"label\""));
    }

    void otherWorkbooksAreReadByTheirOwnSheets()
    {
        const DataFiles files;
        DataSpec data;
        data.train = {
            files.zip("a.xlsx", workbooks::xlsx({{"Reviews", reviews(8)}})),
            files.zip("b.xlsx",
                      workbooks::xlsx({{"Notes", reviews(2)}, {"Reviews", reviews(6, "other ")}}))};
        data.test = {files.zip("c.xlsx", workbooks::xlsx({{"Held out", reviews(4, "new ")}}))};
        data.validFraction = 0.0;
        const auto loaded = tasks::loadData(data, {});
        QCOMPARE(loaded.train.size(), size_t{14});
        QCOMPARE(loaded.test.size(), size_t{4});
        // As recognised, they are read again in the same way.
        const DataPreview preview = core::previewData(tasks::kLabelled, data, {});
        const auto notes = support::plain(preview.notes);
        QVERIFY2(
            contains(notes, "c.xlsx has no sheet \"Reviews\": its sheet \"Held out\" is read."),
            notes.c_str());
        QCOMPARE(core::previewData(tasks::kLabelled, preview.spec, {}).testRows, 4);
    }

    /// Another sheet in its place would be other data.
    void aNamedSheetIsInAllWorkbooks_data()
    {
        addColumn<bool>("heldOut");
        newRow("trained on", false);
        newRow("held out", true);
    }

    void aNamedSheetIsInAllWorkbooks()
    {
        QFETCH(bool, heldOut);
        const DataFiles files;
        DataSpec data;
        data.train = {
            files.zip("a.xlsx", workbooks::xlsx({{"Notes", reviews(2)}, {"Reviews", reviews(8)}}))};
        const auto second = files.zip("b.xlsx", workbooks::xlsx({{"Only", reviews(6, "other ")}}));
        (heldOut ? data.test : data.train).push_back(second);
        data.format = sheetNamed("reviews");
        const DataPreview preview = core::previewData(tasks::kLabelled, data, {});
        QCOMPARE(support::plain(preview.problems),
                 "b.xlsx has no sheet \""s + (heldOut ? "Reviews" : "reviews")
                     + "\"; there are: Only.\n");
        QVERIFY(support::failureOf([&] { tasks::loadData(data, {}); }).code
                == core::ErrorCode::BadData);
        files.zip("b.xlsx",
                  workbooks::xlsx({{"Only", reviews(6)}, {"REVIEWS", reviews(6, "other ")}}));
        data.validFraction = 0.0;
        QCOMPARE(tasks::loadData(data, {}).train.size(), size_t(heldOut ? 8 : 14));
    }

    void aCellIsReadAsItsProgramShowsIt_data()
    {
        addColumns<QString, QString>("cell", "expected");
        newRow("number", u"<c><v>0.1</v></c>"_s, u"0.1"_s);
        newRow("as stored by Excel", u"<c><v>0.10000000000000001</v></c>"_s, u"0.1"_s);
        newRow("whole", u"<c><v>100000</v></c>"_s, u"100000"_s);
        newRow("power", u"<c t=\"n\"><v>1E-10</v></c>"_s, u"1e-10"_s);
        newRow("shared", u"<c t=\"s\"><v>0</v></c>"_s, u"plain"_s);
        newRow("rich", u"<c t=\"s\"><v>1</v></c>"_s, u"bold and not"_s);
        newRow("inline rich", u"<c t=\"inlineStr\"><is><r><t>a</t></r><r><t> b</t></r></is></c>"_s,
               u"a b"_s);
        newRow("two lines", u"<c t=\"inlineStr\"><is><t>a\nb\tc\\</t></is></c>"_s,
               u"a\\nb\\tc\\\\"_s);
        newRow("escape", u"<c t=\"str\"><v>a_x000D_b_x005F_x</v></c>"_s, u"a\\rb_x"_s);
        newRow("entities", u"<c t=\"inlineStr\"><is><t>&lt;b&gt; &amp; &#233;</t></is></c>"_s,
               u"<b> & \u00E9"_s);
        newRow("true", u"<c t=\"b\"><v>1</v></c>"_s, u"TRUE"_s);
        newRow("false", u"<c t=\"b\"><v>0</v></c>"_s, u"FALSE"_s);
        newRow("error", u"<c t=\"e\"><v>#N/A</v></c>"_s, u"#N/A"_s);
        newRow("formula", u"<c><f>1+1</f><v>2</v></c>"_s, u"2"_s);
        newRow("formula of a text", u"<c t=\"str\"><f>A1</f><v>words</v></c>"_s, u"words"_s);
        newRow("date", u"<c s=\"1\"><v>45351</v></c>"_s, u"2024-02-29"_s);
        newRow("first days", u"<c s=\"1\"><v>1</v></c>"_s, u"1900-01-01"_s);
        newRow("no day", u"<c s=\"1\"><v>60</v></c>"_s, u"1900-02-29"_s);
        newRow("after it", u"<c s=\"1\"><v>61</v></c>"_s, u"1900-03-01"_s);
        newRow("moment", u"<c s=\"2\"><v>45351.4375</v></c>"_s, u"2024-02-29T10:30:00"_s);
        newRow("time", u"<c s=\"3\"><v>0.4375</v></c>"_s, u"10:30:00"_s);
        newRow("own date", u"<c s=\"4\"><v>45351</v></c>"_s, u"2024-02-29"_s);
        newRow("elapsed", u"<c s=\"5\"><v>1.5</v></c>"_s, u"36:00:00"_s);
        newRow("own number", u"<c s=\"6\"><v>45351</v></c>"_s, u"45351"_s);
        newRow("no date", u"<c s=\"1\"><v>-3</v></c>"_s, u"-3"_s);
        newRow("ISO", u"<c t=\"d\"><v>2024-02-29</v></c>"_s, u"2024-02-29"_s);
        newRow("prefix", u"<x:c t=\"n\"><x:v>7</x:v></x:c>"_s, u"7"_s);
    }
    void aCellIsReadAsItsProgramShowsIt()
    {
        QFETCH(QString, cell);
        QFETCH(QString, expected);
        const std::string strings
            = "<si><t>plain</t></si><si><r><rPr><b/></rPr><t>bold</t></r><r><t "
              "xml:space=\"preserve\"> and not</t></r><rPh><t>no</t></rPh></si>";
        const std::string styles
            = "<numFmts><numFmt numFmtId=\"164\" formatCode=\"[$-409]d\\ mmm\\ yyyy;@\"/><numFmt "
              "numFmtId=\"165\" formatCode=\"[h]:mm:ss\"/><numFmt numFmtId=\"166\" "
              "formatCode=\"0.00&quot; days&quot;\"/></numFmts><cellXfs><xf numFmtId=\"0\"/><xf "
              "numFmtId=\"14\"/><xf numFmtId=\"22\"/><xf numFmtId=\"20\"/><xf "
              "numFmtId=\"164\"/><xf numFmtId=\"165\"/><xf numFmtId=\"166\"/></cellXfs>";
        QCOMPARE(xlsxCells(row(cell.toStdString()), strings, styles),
                 expected.toStdString() + "\n");
    }

    void daysMayCountFrom1904()
    {
        QCOMPARE(xlsxCells(row("<c s=\"0\"><v>43889</v></c>"), {},
                           "<cellXfs><xf numFmtId=\"14\"/></cellXfs>",
                           "<workbookPr date1904=\"1\"/>"),
                 "2024-02-29\n"s);
    }

    void cellsAndRowsStandWhereTheySay()
    {
        QCOMPARE(
            xlsxCells("<row r=\"2\"><c r=\"B2\"><v>1</v></c><c r=\"D2\"><v>2</v></c><c "
                      "r=\"F2\"/></row><row r=\"4\" spans=\"1:1\"><c r=\"A4\"><v>3</v></c></row>"
                      "<row><c><v>4</v></c><c><v>5</v></c></row>"),
            "\n\t1\t\t2\n\n3\n4\t5\n"s);
    }

    void aBadRowIsNamedAsTheProgramCountsIt()
    {
        const DataFiles files;
        const std::string twoLines = row(inlined("spam") + inlined("two\nlines"));
        const DataPreview preview
            = previewOf({files.zip("a.xlsx",
                                   workbooks::xlsx({{"S",
                                                     reviews(40) + twoLines
                                                         + "<row r=\"60\"><c r=\"B60\" "
                                                           "t=\"inlineStr\"><is><t>no "
                                                           "label</t></is></c></row>"}}))});
        QCOMPARE(preview.badRowCount, 1);
        QCOMPARE(preview.badRows.front().file, "a.xlsx: S"s);
        QCOMPARE(preview.badRows.front().line, 60);
    }

    void cellsOfOpenDocumentAreReadByTheirValues()
    {
        const std::string cells
            = "<table:table-cell office:value-type=\"float\" "
              "office:value=\"0.1\"><text:p>0,10</text:p>"
              "</table:table-cell><table:table-cell office:value-type=\"date\" "
              "office:date-value=\"2024-02-29\"><text:p>29.2.</text:p></table:table-cell>"
              "<table:table-cell office:value-type=\"time\" office:time-value=\"PT10H30M00S\"/>"
              "<table:table-cell office:value-type=\"boolean\" office:boolean-value=\"true\"/>"
              "<table:table-cell table:number-columns-repeated=\"2\"/>"
              "<table:table-cell table:number-columns-spanned=\"2\" office:value-type=\"string\">"
              "<office:annotation><text:p>a comment</text:p></office:annotation><text:p>one<text:s "
              "text:c=\"2\"/><text:span>two</text:span> <text:a>three</text:a></text:p><text:p>four"
              "</text:p></table:table-cell><table:covered-table-cell><text:p>under</text:p>"
              "</table:covered-table-cell><table:table-cell table:number-columns-repeated=\"2\" "
              "office:value-type=\"float\" office:value=\"7\"/>";
        QCOMPARE(odsCells(odsRow(cells)),
                 "0.1\t2024-02-29\t10:30:00\tTRUE\t\t\tone  two three\\nfour\t\t7\t7\n"s);
    }

    /// LibreOffice fills sheets to their edges.
    void emptyCellsAndRowsThatAreRepeatedTakeNoRoom()
    {
        const std::string edge = "<table:table-cell table:number-columns-repeated=\"16777216\"/>";
        QCOMPARE(odsCells(odsRow(odsText("a") + edge)
                          + odsRow(edge, " table:number-rows-repeated=\"2\"")
                          + odsRow(odsText("b"), " table:number-rows-repeated=\"3\"")
                          + odsRow(edge, " table:number-rows-repeated=\"2000000000\"")),
                 "a\n\n\nb\nb\nb\n"s);
    }

    void mergedCellsAndFormulasWithoutValuesAreSaid()
    {
        const DataFiles files;
        const auto notes = support::plain(
            previewOf(
                {files.zip("a.xlsx",
                           workbooks::xlsx({{"S",
                                             reviews(6)
                                                 + row(inlined("ham") + inlined("last text")
                                                       + "<c><f>SUM(1)</f></c>"),
                                             "<mergeCells count=\"2\"><mergeCell ref=\"A1:B1\"/>"
                                             "<mergeCell ref=\"A2:B2\"/></mergeCells>"}}))})
                .notes);
        QVERIFY2(contains(notes, "a.xlsx: S has merged cells (2 areas)"), notes.c_str());
        QVERIFY2(contains(notes, "a.xlsx: S has 1 formula without a stored value"), notes.c_str());
    }

    /// Programs leave values below merged cells, where nobody sees them.
    void cellsCoveredByMergedOnesAreEmpty()
    {
        const auto cell = [](const std::string& place) {
            return "<c r=\"" + place + "\" t=\"str\"><v>" + place + "</v></c>";
        };
        const DataFiles files;
        const auto path = files.zip(
            "a.xlsx",
            workbooks::xlsx(
                {{"S",
                  row(cell("A1") + cell("B1") + cell("C1") + inlined("mergeCells"))
                      + row(cell("A2") + cell("B2") + cell("C2"))
                      + row(cell("A3") + cell("B3") + cell("C3"))
                      + row(cell("A4") + cell("B4") + cell("C4")),
                  "<x:mergeCells count=\"3\"><x:mergeCell ref=\"B3:C4\"/><x:mergeCell "
                  "ref=\"A1:B1\"/><x:mergeCell ref=\"A2:A3\"/></x:mergeCells><pageMargins/>"}}));
        QCOMPARE(textOf(path), "A1\t\tC1\tmergeCells\nA2\tB2\tC2\n\tB3\nA4\n"s);
    }

    /// Its parts are not passed over again as long as it stays the same.
    void aFileThatChangedIsReadAnew()
    {
        const DataFiles files;
        const auto table = [](const std::string& name) {
            return odsTable(name, odsRow(odsText("text of " + name)));
        };
        files.zip("a.ods", workbooks::ods(table("One") + table("Two")));
        const auto path = files.path("a.ods");
        QCOMPARE(namesOf(path), "One,Two"s);
        QCOMPARE(namesOf(path), "One,Two"s);
        files.zip("a.ods", workbooks::ods(table("Two") + table("Three") + table("Four")));
        QCOMPARE(namesOf(path), "Two,Three,Four"s);
        QCOMPARE(textOf(path), "text of Two\n"s);
        const auto sheet = [&](const std::string& areas) {
            return files.zip(
                "a.xlsx", workbooks::xlsx({{"S", row("<c><v>1</v></c><c><v>2</v></c>"), areas}}));
        };
        QCOMPARE(textOf(sheet("")), "1\t2\n"s);
        QCOMPARE(textOf(sheet("<mergeCells><mergeCell ref=\"A1:B1\"/></mergeCells>")), "1\n"s);
    }

    /// Sheets stand one behind the other in one part, and a look reads no more than their
    /// beginnings.
    void sheetsOfOpenDocumentEndWhereTheyEnd()
    {
        std::string rows, row;
        for (int i = 0; i < 30'000; ++i)
            rows += odsRow(odsText("first " + std::to_string(i) + " &lt;table:table&gt;"));
        rows += odsRow("<table:table-cell><table:table><table:table-row/></table:table>"
                       "<table:table table:name=\"inner\"/></table:table-cell>");
        const DataFiles files;
        const auto path = files.zip(
            "a.ods",
            workbooks::ods(
                odsTable("One", "<table:table-row-group>" + rows + "</table:table-row-group>")
                + "<table:table table:name=\"None\"/>"
                + odsTable("Last", odsRow(odsText("last")))));
        QCOMPARE(namesOf(path), "One,None,Last"s);
        std::string beginnings;
        visit(path, [&](const core::SourceFile&, core::ByteStream& text) {
            beginnings += std::string(text.next().substr(0, 6)) + "|";
            return core::Visit::Continue;
        });
        QCOMPARE(beginnings, "first ||last\n|"s);
    }

    void hiddenSheetsOfOpenDocumentAreSaid()
    {
        const DataFiles files;
        const std::string rows = odsRow(odsText("label") + odsText("text"))
            + odsRow(odsText("x") + odsText("some words")) + odsRow(odsText("y") + odsText("more"));
        const auto path = files.zip(
            "a.ods",
            workbooks::ods(odsTable("Old", rows, "ta2") + odsTable("New", rows, "ta1"),
                           "<style:style style:name=\"ta1\"><style:table-properties "
                           "table:display=\"true\"/></style:style><style:style "
                           "style:name=\"ta2\"><style:table-properties table:display=\"false\"/>"
                           "</style:style>"));
        const DataPreview preview = previewOf({path});
        QCOMPARE(preview.sheet, "New"s);
        QVERIFY(contains(support::plain(preview.notes), "Its sheets: Old (hidden), New."));
    }

    void whatIsDamagedOrHostileIsRefusedWithItsPlace_data()
    {
        addColumns<QString, QString>("rows", "expected");
        newRow("missing text", row("<c t=\"s\"><v>5</v></c>").c_str(),
               u"a.xlsx: S, row 1: a cell names the text 5"_s);
        newRow("order", u"<row r=\"3\"><c><v>1</v></c></row><row r=\"2\"><c><v>1</v></c></row>"_s,
               u"a.xlsx: S, row 2: it stands behind row 3."_s);
        newRow("beyond the rows", u"<row r=\"99999999\"><c><v>1</v></c></row>"_s,
               u"a.xlsx: S, row 99999999: a sheet has no more than 1048576 rows."_s);
        newRow("beyond the columns", u"<row><c r=\"ZZZZ1\"><v>1</v></c></row>"_s,
               u"a.xlsx: S, row 1: a cell is beyond column 16384."_s);
        newRow("cut", u"<row><c><v>1"_s, u"a.xlsx: S cannot be read as XML"_s);
        newRow("entity", u"<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]>"_s,
               u"a.xlsx: S cannot be read as XML: it has a document type"_s);
    }
    void whatIsDamagedOrHostileIsRefusedWithItsPlace()
    {
        QFETCH(QString, rows);
        QFETCH(QString, expected);
        const DataFiles files;
        const std::string fault
            = faultOf(files.zip("a.xlsx", workbooks::xlsx({{"S", rows.toStdString()}})));
        QVERIFY2(contains(fault, expected.toStdString()), fault.c_str());
    }

    /// A text of a megabyte in each of 100,000 cells would be 100 GB.
    void aTextThatIsSharedTooOftenIsRefused()
    {
        const DataFiles files;
        std::string rows;
        for (int i = 0; i < 2000; ++i)
            rows += row("<c t=\"s\"><v>0</v></c>");
        const std::string text = "<si><t>" + std::string(100'000, 'a') + "</t></si>";
        const std::string fault
            = faultOf(files.zip("a.xlsx", workbooks::xlsx({{"S", rows}}, text)));
        QVERIFY2(contains(fault, "as in files made to exhaust memory"), fault.c_str());
        const std::string repeated = faultOf(
            files.zip("a.ods",
                      workbooks::ods(odsTable("S",
                                              odsRow(odsText(std::string(1000, 'a')),
                                                     " table:number-rows-repeated=\"1000000\"")))));
        QVERIFY2(contains(repeated, "as in files made to exhaust memory"), repeated.c_str());
    }

    void filesByLibreOfficeAreRead()
    {
        for (const auto* name : {"book1904.xlsx", "book.ods"}) {
            const std::string path = UNROLL_SOURCE_DIR "/tests/data/libreoffice/"s + name;
            const DataPreview preview = previewOf({path});
            QCOMPARE(support::plain(preview.problems), ""s);
            std::string names;
            for (const core::SheetSummary& sheet : preview.sheets)
                names += sheet.name + (sheet.hidden ? " (hidden)," : ",");
            QCOMPARE(names, "Leer,Versteckt (hidden),S\u00E4tze & mehr,Verbunden,"s);
            QCOMPARE(preview.sheet, "S\u00E4tze & mehr"s);
            QCOMPARE(classesOf(preview), "gut,schlecht"s);
            QCOMPARE(preview.trainRows + preview.validRows, 12);
            QCOMPARE(preview.rows.at(0),
                     (std::vector{"schlecht"s,
                                  "Gr\u00F6\u00DFe und \u00DCbermut tun selten gut Nummer 0"s,
                                  "2024-02-18"s, "2024-02-18T10:30:00"s, "2024-02-18"s, "0.5"s,
                                  "1"s, "schlecht-x"s, "10:30:00"s}));
            const DataPreview merged = previewOf({path}, sheetNamed("Verbunden"));
            QCOMPARE(merged.rows.at(1), (std::vector{""s, "unten"s}));
            QVERIFY(contains(support::plain(merged.notes), "has merged cells (1 area)"));
        }
    }

    void sheetsHoldPairsAndTextsToo()
    {
        const DataFiles files;
        std::string rows = row(inlined("en") + inlined("de"));
        for (int i = 0; i < 10; ++i)
            rows += row(inlined("a dog runs " + std::to_string(i))
                        + inlined("ein Hund rennt " + std::to_string(i)));
        const auto path = files.zip("a.xlsx", workbooks::xlsx({{"S", rows}}));
        const auto found = tasks::recognised({path}, "classification", {});
        QCOMPARE(found.task, "translation"s);
        DataSpec data;
        data.train = {files.zip(
            "b.xlsx",
            workbooks::xlsx(
                {{"S", row(inlined("one text only")) + row(inlined("and another one"))}}))};
        const DataPreview texts = core::previewData(tasks::kTexts, data, {});
        QCOMPARE(support::plain(texts.problems), ""s);
        QCOMPARE(texts.trainRows + texts.validRows, 2);
    }
};

UNROLL_TEST(SpreadsheetTest, QCoreApplication)
#include "spreadsheet_test.moc"
