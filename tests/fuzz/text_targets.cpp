#include "core/base/error.h"
#include "core/data/cells/cell_text.h"
#include "core/text/pieces/piece_model.h"
#include "core/text/subword/subword_protocol.h"
#include "core/text/text_files.h"
#include "core/text/tokenisers/piece_tokeniser.h"
#include "core/text/tokenisers/tokeniser.h"
#include "core/text/tokens/byte_characters.h"
#include "tests/fuzz/target.h"

#include <optional>

namespace fuzz {

namespace {

/// The lines of vocabulary.txt, as readTextFiles() takes them once the checksum is right.
void readVocabulary(std::string_view input)
{
    std::vector<std::string> tokens;
    while (!input.empty()) {
        const size_t end = std::min(input.find('\n'), input.size());
        const std::optional<std::string> token = core::unescapedToken(input.substr(0, end));
        input.remove_prefix(std::min(end + 1, input.size()));
        if (!token)
            return;
        const auto again = core::unescapedToken(core::escapedToken(*token));
        require(again == token, "a token survives being written and read");
        tokens.push_back(*token);
    }
    expectSentence([&] {
        const core::Vocabulary vocabulary = core::Vocabulary::fromTokens(tokens);
        for (int64_t id = 4; id < vocabulary.size(); ++id) // Special tokens are no words.
            require(vocabulary.id(vocabulary.token(id)) == id, "a token has its own id");
    });
}

/// Every cleaning step alone, then all of them, with their default options.
void clean(std::string_view input)
{
    static const std::vector<core::CleaningChain> chains = [] {
        std::vector<core::CleaningChain> made;
        std::vector<core::Selection> all;
        for (const core::KindDescription& kind : core::cleaningRegistry().descriptions()) {
            core::Selection step{kind.id, core::Json::object()};
            for (const core::OptionDescription& option : kind.options)
                step.options[option.name] = option.defaultValue;
            all.push_back(step);
            made.emplace_back(std::vector{step});
        }
        made.emplace_back(all);
        return made;
    }();
    std::string cleaned;
    for (const core::CleaningChain& chain : chains) {
        chain.apply(input, cleaned);
        require(core::isValidUtf8(cleaned), "a cleaned text is UTF-8");
    }
}

/// Each tokeniser that learns no model, on a cleaned text.
void tokenise(std::string_view input)
{
    static const auto tokenisers = [] {
        std::vector<std::unique_ptr<core::Tokeniser>> made;
        for (const core::KindDescription& kind : core::tokeniserRegistry().descriptions()) {
            core::Selection selection{kind.id, core::Json::object()};
            for (const core::OptionDescription& option : kind.options)
                selection.options[option.name] = option.defaultValue;
            auto tokeniser = core::tokeniserRegistry().make(selection);
            if (!tokeniser->hasModel())
                made.push_back(std::move(tokeniser));
        }
        return made;
    }();
    std::string cleaned;
    core::CleaningChain({}).apply(input, cleaned);
    for (const auto& tokeniser : tokenisers) {
        const std::vector<std::string> tokens = tokeniser->tokens(cleaned);
        for (const std::string& token : tokens)
            require(!token.empty(), "no token is empty");
        require(tokeniser->tokens(tokeniser->joined(tokens)) == tokens,
                "tokens put together and divided again are the same");
    }
}

void usePieces(const core::PieceModel& model)
{
    const core::PieceModel again = core::pieceModelFromJson(core::pieceModelJson(model), "again");
    require(again.pieces == model.pieces && again.merges == model.merges,
            "a tokeniser survives being written and read");
    const auto tokeniser = core::makePieceTokeniser(model);
    for (const int32_t id : tokeniser->modelIds("It's a caf\u00e9, unwanted\n\n running"))
        require(id >= 0 && static_cast<size_t>(id) < model.pieces.size(), "an id has a piece");
}

/// The vocabulary of the bytes alone and of a few merges.
const std::string& byteVocabulary()
{
    static const std::string json = [] {
        core::Json vocabulary = core::Json::object();
        for (const std::string& character : core::byteCharacters())
            vocabulary[character] = vocabulary.size();
        for (const char* piece : {"he", "\u0120t", "\u0120the"})
            vocabulary[piece] = vocabulary.size();
        return vocabulary.dump();
    }();
    return json;
}

/// The same bytes as each of the published files of tokenisers.
void readPieces(std::string_view input)
{
    expectSentence([&] { usePieces(core::pieceModelFromJson(input, "tokenizer.json")); });
    expectSentence([&] { usePieces(core::wordPiecesFromLines(input, "vocab.txt")); });
    expectSentence([&] {
        usePieces(core::bytePiecesFromFiles(byteVocabulary(), "vocab.json", input, "merges.txt"));
    });
}

/// A tokenizer.json with a small WordPiece model.
constexpr const char* kPiecesFile
    = R"({"added_tokens": [{"id": 0, "content": "[UNK]"}], "normalizer": {"type": "BertNormalizer",
"clean_text": true, "lowercase": true}, "pre_tokenizer": {"type": "BertPreTokenizer"}, "model":
{"type": "WordPiece", "unk_token": "[UNK]", "vocab": {"[UNK]": 0, "un": 1, "##want": 2, "##ed": 3}}})";

/// An answer of the SentencePiece helper: lists of ids, then the same bytes as lists of texts.
void readAnswer(std::string_view input)
{
    using core::subword::Reader;
    const auto lists = [input](const auto& readOne) {
        size_t items = 0;
        try {
            for (Reader reader(input); !reader.atEnd();)
                for (size_t left = reader.count(sizeof(uint32_t)); left > 0; --left, ++items)
                    readOne(reader);
        } catch (const std::runtime_error&) {
            // The conversation is over, with a sentence.
        }
        require(items * sizeof(uint32_t) <= input.size(), "nothing is read beyond the end");
    };
    lists([](Reader& reader) { reader.number(); });
    lists([](Reader& reader) { require(reader.text().size() < (1U << 30), "a text is in it"); });
}

} // namespace

std::vector<Target> textTargets()
{
    std::string answer;
    for (const uint32_t number : {2U, 7U, 9U, 0U, 1U, 3U})
        core::subword::appendNumber(answer, number);
    return {{"subword_answer", &readAnswer, {answer}},
            {"pieces", &readPieces, {kPiecesFile, "[UNK]\nun\n##want\n", "#version: 0.2\nh e\n"}},
            {"vocabulary",
             &readVocabulary,
             {"<pad>\n<unk>\n<bos>\n<eos>\nthe\n\\n\n\\\\\n", "<pad>\n<pad>\n"}},
            {"cleaning",
             &clean,
             {"<br />a &amp; b &#8217; https://a.org @me #tag \\u2019 1,000\t!!",
              "\xC3\x89t\xC3\xA9 \xEF\xBC\xA1"}},
            {"tokenisers",
             &tokenise,
             {"It's a \"fine\" film, isn't it?", "caf\xC3\xA9 \xE4\xBD\xA0\xE5\xA5\xBD 3.14 a_b"}}};
}

} // namespace fuzz
