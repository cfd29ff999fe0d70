#include "core/data/cells/cell_text.h"
#include "core/data/sample.h"
#include "core/nn/tensors.h"
#include "core/probe/job_progress.h"
#include "core/probe/map/encoder_layers.h"
#include "core/probe/map/vector_map.h"
#include "core/probe/network_scope.h"
#include "core/probe/plain_values.h"
#include "core/probe/states/state_tools.h"
#include "core/projection/nearest.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <tuple>

namespace core {

namespace {

std::vector<std::string> splitAtBlanks(const std::string& text)
{
    std::vector<std::string> words;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find(' ', begin), text.size());
        if (end > begin)
            words.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

/// Reads texts in batches of equal length, so that no layer sees padding, and collects points.
class TextPoints {
public:
    /// @param first  a text that stands before those of the rows.
    TextPoints(const LiveCells& model, const AskMap& question,
               const std::optional<Example>& first = {})
        : m_model(model)
        , m_encoder(dynamic_cast<const LiveEncoder*>(&model))
        , m_question(question)
        , m_ofTokens(question.what == "tokens")
        , m_ambiguous(m_ofTokens ? ambiguousWords(question.sample) : std::vector<std::string>())
        , m_most(question.count > 0 ? static_cast<size_t>(question.count) : SIZE_MAX)
    {
        for (const std::string& sentence : question.sentences)
            if (trimmed(sentence).empty())
                throw Error(ErrorCode::BadSetting,
                            {"Sentence %1 is empty.",
                             {std::to_string(1 + (&sentence - question.sentences.data()))}},
                            {"Leave it out.", {}});
        const AskedTexts texts(model, question);
        size_t points = 0;
        const auto add = [&](Example example) {
            m_examples.push_back(std::move(example));
            m_read.push_back(firstWindow(model, model.readText(m_examples.back())));
            m_firsts.push_back(points);
            points += m_ofTokens ? m_read.back().tokens.size() : 1;
        };
        if (first)
            add(*first);
        for (size_t i = 0; i < texts.size() && points < m_most; ++i)
            add(texts[i]);
        m_map.what = question.what;
        m_count = std::min(points, m_most);
        if (!m_ofTokens)
            m_map.available = static_cast<int64_t>(texts.size());
        else if (m_read.size() == texts.size())
            m_map.available = static_cast<int64_t>(points);
    }

    const std::vector<Example>& examples() const { return m_examples; }
    /// Words that are not in the vocabulary, each once. @param texts  so many of the first.
    std::vector<std::string> unknownWordsOf(size_t texts) const
    {
        std::vector<std::string> unknown;
        for (size_t i = 0; i < std::min(texts, m_read.size()); ++i)
            for (std::string& word : unknownWordsIn(m_read[i]))
                if (std::find(unknown.begin(), unknown.end(), word) == unknown.end())
                    unknown.push_back(std::move(word));
        return unknown;
    }

    VectorMap collected(const Monitor& monitor)
    {
        JobProgress progress({"Reading texts", {}}, monitor);
        size_t done = 0;
        for (const std::vector<size_t>& batch : batchesOfOneLength(m_read)) {
            read(batch);
            done += batch.size();
            progress.at(static_cast<double>(done), static_cast<double>(m_read.size()));
        }
        addColumns();
        return std::move(m_map);
    }

private:
    void read(std::span<const size_t> chosen)
    {
        std::vector<const LiveCells::Text*> texts;
        for (const size_t each : chosen)
            texts.push_back(&m_read[each]);
        const EncoderLayers layers(m_model, batchOf(m_model, texts));
        const torch::Tensor vectors = m_ofTokens ? layers.states(m_question.layer) : layers.texts();
        if (m_map.layers.empty()) {
            m_map.layers = layers.tokenLayers();
            if (m_ofTokens)
                m_map.layer = m_question.layer.empty() ? m_map.layers.back() : m_question.layer;
            begin(vectors.size(1));
        }
        const std::vector<float> plain = plainFloats(vectors);
        const auto size = static_cast<size_t>(m_map.features);
        const size_t each = plain.size() / size / chosen.size(); // Points of a text.
        const std::vector<torch::Tensor> scores = m_encoder != nullptr && layers.scores.defined()
            ? byText(
                m_encoder->textNetwork(), layers.scores,
                torch::full({std::ssize(chosen)}, m_read[chosen[0]].ids.longest, torch::kInt64))
            : std::vector<torch::Tensor>();
        for (size_t i = 0; i < chosen.size(); ++i) {
            const size_t first = m_firsts[chosen[i]], count = std::min(each, m_count - first);
            std::copy_n(plain.begin() + std::ptrdiff_t(i * each * size), count * size,
                        m_map.vectors.begin() + std::ptrdiff_t(first * size));
            describe(chosen[i], first, count);
            if (!scores.empty() && m_ofTokens && !m_read[chosen[i]].next.empty())
                compareNext(chosen[i], m_encoder->verdict(scores[i], m_read[chosen[i]]), first,
                            count);
            else if (!scores.empty() && !m_examples[chosen[i]].reference.empty())
                compare(chosen[i], m_encoder->verdict(scores[i], m_read[chosen[i]]), first, count);
        }
    }

    void begin(int64_t features)
    {
        m_map.features = features;
        m_map.vectors.resize(m_count * static_cast<size_t>(features));
        m_map.labels.resize(m_count);
        if (m_ofTokens)
            m_map.contexts.resize(m_count);
        m_truth.resize(m_count);
        m_predicted.resize(m_count);
        m_places.resize(m_count);
    }

    void describe(size_t text, size_t first, size_t count)
    {
        for (size_t i = 0; i < count; ++i) {
            m_map.labels[first + i] = m_ofTokens ? m_read[text].tokens[i] : m_examples[text].text;
            if (m_ofTokens)
                m_map.contexts[first + i] = m_examples[text].text;
            m_places[first + i] = m_ofTokens ? static_cast<double>(i + 1)
                                             : static_cast<double>(m_read[text].tokens.size());
        }
        if (!m_ambiguous.empty())
            addSenses(text, first, count);
    }

    /// The meanings of ambiguous words, with the word: "tree" is one of "bark" and one of "palm".
    void addSenses(size_t text, size_t first, size_t count)
    {
        m_senses.resize(m_count);
        const std::vector<std::string>& tokens = m_read[text].tokens;
        const WordMarks marks = wordMarksIn(tokens);
        for (const TokenRange& range : bareWordsOf(marks, tokens)) {
            const std::string word = comparedWord(tokens, range, marks);
            if (std::find(m_ambiguous.begin(), m_ambiguous.end(), word) == m_ambiguous.end())
                continue;
            const std::string sense = senseOf(m_question.sample, word, m_examples[text].text);
            const auto end = static_cast<size_t>(range.first + range.count);
            for (auto i = static_cast<size_t>(range.first); i < std::min(end, count); ++i)
                if (!sense.empty())
                    m_senses[first + i] = word + " (" + sense + ")";
        }
    }

    /// The reference and the prediction of each point, where they are of the same kind.
    void compare(size_t text, const TextVerdict& verdict, size_t first, size_t count)
    {
        const std::vector<std::string>& said = verdict.said;
        const std::string& reference = m_examples[text].reference;
        const std::vector<std::string> tags = splitAtBlanks(reference);
        // The marks around the words of a tagger have no tags.
        const size_t begin = m_read[text].tokens.size() == tags.size() + 2 ? 1 : 0;
        const bool ofTokens
            = said.size() + 2 * begin == m_read[text].tokens.size() && said.size() == tags.size();
        for (size_t i = 0; i < count; ++i) {
            if (m_ofTokens && ofTokens) {
                if (i < begin || i - begin >= said.size())
                    continue;
                m_truth[first + i] = tags[i - begin];
                m_predicted[first + i] = said[i - begin];
            } else if (verdict.number) {
                m_errors.resize(m_count);
                m_numbers.resize(m_count);
                m_numbers[first + i] = std::strtod(reference.c_str(), nullptr);
                m_errors[first + i] = std::abs(*verdict.number - m_numbers[first + i]);
            } else if (said.size() == 1) {
                m_truth[first + i] = reference;
                m_predicted[first + i] = said[0];
            }
        }
    }

    /// The token that follows each token and its prediction, by a language model.
    void compareNext(size_t text, const TextVerdict& verdict, size_t first, size_t count)
    {
        const std::vector<int64_t>& next = m_read[text].next;
        for (size_t i = 0; i < std::min({count, next.size(), verdict.said.size()}); ++i) {
            m_truth[first + i] = m_encoder->outputName(next[i]);
            m_predicted[first + i] = verdict.said[i];
        }
        m_ofNext = true;
    }

    void addColumns()
    {
        const auto known = [](const std::vector<std::string>& names) {
            return std::any_of(names.begin(), names.end(),
                               [](const std::string& each) { return !each.empty(); });
        };
        if (known(m_truth) && known(m_predicted)) {
            MapColumn wrong{"wrong", "Prediction", {}, {}};
            for (size_t i = 0; i < m_count; ++i)
                wrong.names.emplace_back(m_truth[i].empty()                 ? ""
                                             : m_truth[i] == m_predicted[i] ? "right"
                                                                            : "wrong");
            m_map.columns.push_back({m_ofNext ? "next" : "class",
                                     m_ofNext ? "Next token" : "True class",
                                     std::move(m_truth),
                                     {}});
            m_map.columns.push_back({"predicted",
                                     m_ofNext ? "Predicted token" : "Predicted class",
                                     std::move(m_predicted),
                                     {}});
            m_map.columns.push_back(std::move(wrong));
        }
        if (known(m_senses))
            m_map.columns.push_back({"sense", "Meaning", std::move(m_senses), {}});
        if (!m_numbers.empty()) {
            m_map.columns.push_back({"number", "True number", {}, std::move(m_numbers)});
            m_map.columns.push_back({"error", "Error of the prediction", {}, std::move(m_errors)});
        }
        m_map.unknown = unknownWordsOf(m_question.sentences.size());
        m_map.columns.push_back({m_ofTokens ? "place" : "length",
                                 m_ofTokens ? "Place in the text" : "Tokens of the text",
                                 {},
                                 std::move(m_places)});
    }

    const LiveCells& m_model;
    const LiveEncoder* m_encoder; ///< Null: a translator.
    const AskMap& m_question;
    bool m_ofTokens, m_ofNext = false; ///< The latter: truths are the next tokens.
    std::vector<std::string> m_ambiguous; ///< Words whose meanings the sample tells.
    size_t m_most, m_count = 0;
    std::vector<Example> m_examples;
    std::vector<LiveCells::Text> m_read; ///< One of each example.
    std::vector<size_t> m_firsts; ///< First point of each.
    std::vector<std::string> m_truth, m_predicted, m_senses; ///< One a point; empty: not known.
    std::vector<double> m_places, m_numbers, m_errors; ///< One a point; the last may be empty.
    VectorMap m_map;
};

} // namespace

VectorMap mapOfTexts(const LiveCells& model, const AskMap& question, const Monitor& monitor)
{
    checkLayer(question);
    const InspectionScope scope(model.module(), model.torchDevice());
    return TextPoints(model, question).collected(monitor);
}

SimilarTexts similarTexts(const LiveCells& model, const AskSimilarTexts& question,
                          const Monitor& monitor)
{
    const InspectionScope scope(model.module(), model.torchDevice());
    AskMap all{.what = "texts", .count = question.texts > 0 ? question.texts + 1 : 0};
    all.rows = question.rows;
    all.sentences = question.sentences;
    TextPoints points(model, all, Example{.text = question.text});
    const VectorMap map = points.collected(monitor);
    const auto features = static_cast<size_t>(map.features);
    const std::vector<float> vectors = normalised(VectorsView(map.vectors, features));
    const size_t texts = map.labels.size();
    const NearestRows nearest
        = nearestTo(VectorsView(vectors, features), 0, texts - 1); // All: some are the same text.
    SimilarTexts found{.text = question.text,
                       .unknown = points.unknownWordsOf(1 + question.sentences.size()),
                       .nearest = {},
                       .compared = static_cast<int64_t>(texts) - 1,
                       .available = map.available,
                       .features = map.features};
    for (size_t i = 0; i < nearest.rows.size() && std::ssize(found.nearest) < question.count; ++i) {
        const Example& example = points.examples()[static_cast<size_t>(nearest.rows[i])];
        const bool known = example.text == question.text || trimmed(example.text).empty()
            || std::any_of(found.nearest.begin(), found.nearest.end(),
                           [&](const SimilarText& each) { return each.text == example.text; });
        if (!known)
            found.nearest.push_back(
                {example.text, example.label(), cosineAt(double(nearest.distances[i]))});
    }
    std::tie(found.step, found.epoch) = model.stepAndEpoch();
    return found;
}

} // namespace core
