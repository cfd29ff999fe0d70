#pragma once

#include "data_files.h"

/// Workbooks as Excel, LibreOffice and openpyxl write them, from their parts.
namespace workbooks {

struct XlsxSheet {
    std::string name;
    std::string rows; ///< In <sheetData>.
    std::string after{}; ///< Behind it: merged cells.
    std::string state{}; ///< "hidden".
};

inline const char* const kXml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
inline const char* const kMain
    = " xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";

/// @param strings  <si> elements. @param styles  what is in <styleSheet>.
inline std::vector<DataFiles::Member> xlsx(const std::vector<XlsxSheet>& sheets,
                                           const std::string& strings = {},
                                           const std::string& styles = {},
                                           const std::string& properties = "<workbookPr/>")
{
    const std::string office
        = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    std::string list, relations;
    std::vector<DataFiles::Member> members{
        {"[Content_Types].xml", kXml + "<Types/>"s},
        {"_rels/.rels",
         kXml + "<Relationships><Relationship Id=\"rId1\" Type=\""s + office
             + "/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"}};
    for (size_t i = 0; i < sheets.size(); ++i) {
        const std::string number = std::to_string(i + 1), part = "sheet" + number + ".xml";
        list += "<sheet name=\"" + sheets[i].name + "\" sheetId=\"" + number + "\" "
            + (sheets[i].state.empty() ? "" : "state=\"" + sheets[i].state + "\" ") + "r:id=\"rId"
            + number + "\"/>";
        relations += "<Relationship Id=\"rId" + number + "\" Type=\"" + office
            + "/worksheet\" Target=\"worksheets/" + part + "\"/>";
        members.push_back({"xl/worksheets/" + part,
                           kXml + "<worksheet"s + kMain + "><sheetData>" + sheets[i].rows
                               + "</sheetData>" + sheets[i].after + "</worksheet>"});
    }
    relations += "<Relationship Id=\"rIdS\" Type=\"" + office
        + "/sharedStrings\" Target=\"/xl/sharedStrings.xml\"/><Relationship Id=\"rIdT\" Type=\""
        + office + "/styles\" Target=\"styles.xml\"/>";
    members.push_back({"xl/workbook.xml",
                       kXml + "<workbook"s + kMain + ">" + properties + "<sheets>" + list
                           + "</sheets></workbook>"});
    members.push_back(
        {"xl/_rels/workbook.xml.rels", kXml + "<Relationships>"s + relations + "</Relationships>"});
    if (!strings.empty())
        members.push_back(
            {"xl/sharedStrings.xml", kXml + "<sst"s + kMain + ">" + strings + "</sst>"});
    if (!styles.empty())
        members.push_back(
            {"xl/styles.xml", kXml + "<styleSheet"s + kMain + ">" + styles + "</styleSheet>"});
    return members;
}

/// @param tables  <table:table> elements. @param styles  in <office:automatic-styles>.
inline std::vector<DataFiles::Member> ods(const std::string& tables, const std::string& styles = {})
{
    return {{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"},
            {"content.xml",
             kXml + "<office:document-content><office:automatic-styles>"s + styles
                 + "</office:automatic-styles><office:body><office:spreadsheet>" + tables
                 + "</office:spreadsheet></office:body></office:document-content>"},
            {"META-INF/manifest.xml", kXml + "<manifest:manifest/>"s}};
}

/// A cell with its text in it, as openpyxl and other libraries write it.
inline std::string inlined(const std::string& text)
{
    return "<c t=\"inlineStr\"><is><t>" + text + "</t></is></c>";
}
inline std::string row(const std::string& cells)
{
    return "<row>" + cells + "</row>";
}
inline std::string odsText(const std::string& text)
{
    return "<table:table-cell office:value-type=\"string\"><text:p>" + text
        + "</text:p></table:table-cell>";
}
inline std::string odsRow(const std::string& cells, const std::string& attributes = {})
{
    return "<table:table-row" + attributes + ">" + cells + "</table:table-row>";
}
inline std::string odsTable(const std::string& name, const std::string& rows,
                            const std::string& style = {})
{
    return "<table:table table:name=\"" + name + "\" table:style-name=\"" + style + "\">" + rows
        + "</table:table>";
}

/// Rows of a label and a text under their names.
inline std::string reviews(int count, const std::string& prefix = {})
{
    std::string rows = row(inlined("label") + inlined("text"));
    for (int i = 0; i < count; ++i)
        rows += row(inlined(i % 2 ? "ham" : "spam")
                    + inlined(prefix + "a text with words " + std::to_string(i)));
    return rows;
}

} // namespace workbooks
