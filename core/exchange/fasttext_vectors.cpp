#include "core/base/error.h"
#include "core/exchange/fasttext_file.h"
#include "core/exchange/vector_reader.h"

namespace core {

namespace {

/// A .bin file of fastText: a word's vector is the mean of its own row and those of its n-grams.
class FastTextVectors : public VectorReader {
public:
    explicit FastTextVectors(const std::filesystem::path& path) : m_file(path) { }

    int64_t dimension() const override { return m_file.arguments().dimension; }
    bool isCertain() const override { return true; }
    std::string_view word() const override { return m_file.words()[m_nextWord - 1].text; }
    double fraction() const override
    {
        return static_cast<double>(m_nextWord) / static_cast<double>(m_file.words().size());
    }

    Next next() override
    {
        if (m_nextWord == m_file.words().size())
            return Next::End;
        ++m_nextWord;
        return word().empty() || word().size() > kLongestWord ? Next::Broken : Next::Word;
    }

    bool readVector(float* row) const override
    {
        std::vector<int64_t> rows{static_cast<int64_t>(m_nextWord) - 1};
        appendRows(word(), rows);
        return mean(rows, row);
    }

    bool composeVector(std::string_view word, float* row) const override
    {
        std::vector<int64_t> rows;
        if (word.size() <= kLongestWord)
            appendRows(word, rows);
        return !rows.empty() && mean(rows, row);
    }

    void finish() const override { MappedFile::throwIfCut(); }

private:
    void appendRows(std::string_view word, std::vector<int64_t>& rows) const
    {
        appendNgramRows(word, m_file.arguments(), static_cast<int64_t>(m_file.words().size()),
                        rows);
    }

    bool mean(const std::vector<int64_t>& rows, float* target) const
    {
        return meanOfRows(m_file.input().bytes, rows, {target, static_cast<size_t>(dimension())});
    }

    FastTextFile m_file;
    size_t m_nextWord = 0;
};

} // namespace

std::unique_ptr<VectorReader> openFastTextVectors(const std::filesystem::path& path)
{
    return std::make_unique<FastTextVectors>(path);
}

} // namespace core
