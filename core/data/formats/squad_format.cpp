#include "core/base/json.h"
#include "core/data/cells/cell_text.h"
#include "core/data/cells/spans.h"
#include "core/data/formats/format.h"
#include "core/data/formats/json_rows.h"
#include "core/data/source/json_stream.h"

#include <algorithm>
#include <array>
#include <string>

namespace core {

namespace {

constexpr const char* kArticles = "data";

const Json* member(const Json& object, const char* name)
{
    const bool there = object.is_object() && object.contains(name);
    return there ? &object.at(name) : nullptr;
}

const std::string* textMember(const Json& object, const char* name)
{
    const Json* value = member(object, name);
    return value != nullptr && value->is_string() ? value->get_ptr<const std::string*>() : nullptr;
}

std::string place(const std::string& parent, const char* list, size_t index)
{
    return parent + (parent.empty() ? "" : ".") + list + "[" + std::to_string(index) + "]";
}

/// One article, whose questions become rows.
class ArticleReader {
public:
    /// @param index  of the article. @param line  on which it begins.
    ArticleReader(size_t index, int64_t line, RecordSink& sink)
        : m_place(place({}, kArticles, index)), m_line(line), m_sink(sink)
    {
    }

    void read(const Json& article)
    {
        forEach(article, "paragraphs", m_place, [this](const Json& paragraph, const auto& where) {
            const std::string* context = textMember(paragraph, "context");
            if (context == nullptr)
                return reject({"%1 has no text named \"context\".", {where}});
            forEach(paragraph, "qas", where, [&](const Json& question, const auto& at) {
                addQuestion(question, *context, at);
            });
        });
    }
    int64_t unanswered() const { return m_unanswered; }

private:
    template <class Each>
    void forEach(const Json& parent, const char* name, const std::string& where, const Each& each)
    {
        const Json* list = member(parent, name);
        if (list == nullptr || !list->is_array())
            return reject({"%1 has no list named \"%2\".", {where, name}});
        for (size_t i = 0; i < list->size(); ++i)
            each((*list)[i], place(where, name, i));
    }
    void reject(Message reason) { m_sink.reject(m_line, std::move(reason)); }

    void addQuestion(const Json& json, const std::string& context, const std::string& where)
    {
        const Json* impossible = member(json, "is_impossible");
        if (impossible != nullptr && impossible->is_boolean() && impossible->get<bool>()) {
            ++m_unanswered;
            return;
        }
        const std::string* question = textMember(json, "question");
        if (question == nullptr)
            return reject({"%1 has no text named \"question\".", {where}});
        std::string answers;
        if (!addAnswers(json, context, where, answers))
            return;
        std::string line = joinedQuestion(*question, {});
        line.pop_back(); // Its line end.
        Record record{m_line, {line, context, answers}};
        m_sink.add(record);
    }

    bool addAnswers(const Json& question, const std::string& context, const std::string& where,
                    std::string& cell)
    {
        const Json* list = member(question, "answers");
        if (list == nullptr || !list->is_array()) {
            reject({"%1 has no list of \"answers\".", {where}});
            return false;
        }
        if (list->empty()) {
            reject({"%1: the list of \"answers\" is empty. Name an answer, or mark the question by "
                    "\"is_impossible\": true.",
                    {where}});
            return false;
        }
        for (size_t i = 0; i < list->size(); ++i) {
            const std::string at = place(where, "answers", i);
            const std::string* text = textMember((*list)[i], "text");
            const Json* start = member((*list)[i], "answer_start");
            if (text == nullptr || start == nullptr || !start->is_number_unsigned()
                || start->get<uint64_t>() > kLongestText) {
                reject(
                    {"%1 needs a \"text\" and an \"answer_start\", a count of characters.", {at}});
                return false;
            }
            const ReferenceSpan span{*text, start->get<int64_t>()};
            if (trimmed(span.text).empty() || !standsAt(context, span)) {
                reject({"%1: the answer \"%2\" is not at character %3 of the context.",
                        {at, shown(span.text), std::to_string(span.start)}});
                return false;
            }
            appendReference(cell, span.text, span.start);
        }
        return true;
    }

    std::string m_place;
    int64_t m_line;
    RecordSink& m_sink;
    int64_t m_unanswered = 0;
};

/// SQuAD 1.1 (Rajpurkar et al., 2016, arXiv:1606.05250) and what 2.0 has in common with it.
class SquadFormat : public Format {
public:
    explicit SquadFormat(const FormatSample& sample)
    {
        m_tablesOnly = holdsTables(sample);
        m_selection = {"squad", Json::object()};
        m_layout = {{"question", "context", "answers"}, {0, 1}, 2, true};
        const auto isSquad = [this](const SampleFile& entry) {
            return reads(entry.file) && entry.headKnown && holdsArticles(entry.head);
        };
        if (std::any_of(sample.files.begin(), sample.files.end(), isSquad))
            m_fit = 1.0;
    }

    void read(const SourceFile& file, ByteStream& text, RecordSink& sink) const override
    {
        JsonElements articles(text, {kArticles});
        JsonElements::Element element;
        int64_t unanswered = 0;
        for (size_t index = 0; articles.next(element); ++index) {
            const std::string where = place({}, kArticles, index);
            if (element.tooLong) {
                sink.reject(element.line, tooLongReason());
                continue;
            }
            if (Message fault = textFault(element.text); !fault.empty()) {
                sink.reject(element.line, std::move(fault));
                continue;
            }
            ArticleReader reader(index, element.line, sink);
            reader.read(parsedJson(element.text));
            unanswered += reader.unanswered();
        }
        if (!articles.isWhole())
            sink.refuseFile(
                {"%1 is not JSON in the form of SQuAD: reading of the articles in "
                 "\"data\" stopped in line %2.",
                 {file.shownName, std::to_string(articles.line())}},
                {"It may be truncated: check that line, or download the file again.", {}});
        if (unanswered > 0)
            sink.note({"%1: %2 {question|questions} without an answer in the passage "
                       "(is_impossible, SQuAD 2.0) were left out.",
                       {file.shownName, std::to_string(unanswered)}});
    }

private:
    /// Whether a document that begins so lists articles with paragraphs.
    static bool holdsArticles(const std::string& head)
    {
        const size_t first = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
        if (first == std::string::npos || head[first] != '{')
            return false;
        constexpr std::array kMembers{"\"data\"", "\"paragraphs\"", "\"context\""};
        return std::all_of(kMembers.begin(), kMembers.end(),
                           [&](const char* name) { return head.find(name) != std::string::npos; });
    }
};

} // namespace

FormatRegistry::Entry squadFormat()
{
    return Format::entry<SquadFormat>(
        {.id = "squad",
         .title = "Questions about passages (SQuAD)",
         .summary = "JSON in the form of SQuAD: articles with paragraphs, each with a passage "
                    "(context) and questions, whose answers are spans of it. Several answers of a "
                    "question are references of equal rank. Questions that the passage does not "
                    "answer (SQuAD 2.0) are left out."});
}

} // namespace core
