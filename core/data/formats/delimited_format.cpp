#include "core/data/formats/table_format.h"

#include <utility>

namespace core {

namespace {

DialectTrial trialOf(const DelimitedOptions& options, const FormatSample& sample)
{
    return guessDialect(holdsTables(sample) ? tablesOf(sample) : sample,
                        fixedDelimiter(options.delimiter), fixedQuoting(options.quoting));
}

/// Rows of cells between delimiters.
class DelimitedFormat : public TableFormat {
public:
    DelimitedFormat(const DelimitedOptions& options, const FormatSample& sample)
        : TableFormat(options.table, sample, trialOf(options, sample))
    {
        m_tablesOnly = holdsTables(sample);
        const DelimiterKind& delimiter = delimiterKind(m_dialect.delimiter);
        m_title = delimiter.title;
        m_selection = {"delimited",
                       delimitedSchema().toJson({std::string(delimiter.id),
                                                 quotingId(m_dialect.quoting),
                                                 resolved(options.table)})};
    }

    std::shared_ptr<const Format> adaptedTo(const FormatSample& sample) const override
    {
        const FormatSample rows = m_tablesOnly ? tablesOf(sample) : sample;
        const DialectTrial own = guessDialect(rows, std::nullopt, std::nullopt);
        const DialectTrial known = tryDialect(rows, m_dialect);
        const auto value
            = [](const DialectTrial& trial) { return trial.columns < 2 ? 0.0 : trial.consistency; };
        if (own.dialect == m_dialect || value(known) >= value(own)
            || known.columns == m_layout.columns.size())
            return nullptr;
        auto adapted = std::make_shared<DelimitedFormat>(*this);
        adapted->m_dialect = own.dialect;
        return adapted;
    }
};

} // namespace

FormatRegistry::Entry delimitedFormat()
{
    return Format::entry<DelimitedFormat>(
        {.id = "delimited",
         .title = "Table (CSV, TSV)",
         .summary = "Rows of cells separated by commas, tabs, semicolons or bars, with or without "
                    "quotes and a first row of names."},
        delimitedSchema());
}

} // namespace core
