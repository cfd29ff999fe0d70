#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace support {

/// Small data of one kind, as people have them in files.
struct KindOfData {
    const char* name;
    const char* task; ///< For which they certainly are.
    std::vector<std::pair<std::string, std::string>> files; ///< Name and content.
};

namespace kinds {

inline std::string numeral(int number)
{
    return std::to_string(number);
}

/// A made-up word that depends on `number` alone.
inline std::string word(int number)
{
    constexpr std::array kBegins{"ka", "mo", "ri", "te", "lu", "sa", "no"};
    constexpr std::array kEnds{"ban", "dir", "los", "mek", "tun"};
    return std::string(kBegins[size_t(number) % kBegins.size()])
        + kBegins[size_t(number / 7) % kBegins.size()] + kEnds[size_t(number / 3) % kEnds.size()];
}

inline std::string sentence(int number)
{
    return "the " + word(number % 9) + " film was " + (number % 2 ? "good" : "bad")
        + " and we saw it with " + word(number % 5) + " again";
}

template <class Row> std::string lines(const char* header, int rows, Row row)
{
    std::string all = header;
    for (int i = 0; i < rows; ++i)
        all += row(i) + "\n";
    return all;
}

inline std::string tagged(int i, bool spans)
{
    const char* name = spans ? " B-PER\n" : " NOUN\n";
    const char* other = spans ? " O\n" : " VERB\n";
    return word(i) + name + "saw" + other + word(i + 3) + name + "twice"
        + (spans ? " O\n" : " ADV\n");
}

/// Articles with passages and a question about each, as SQuAD has them.
inline std::string asked(int articles)
{
    std::string all = R"({"version": "1.1", "data": [)";
    for (int i = 0; i < articles; ++i)
        all += std::string(i == 0 ? "" : ", ") + R"({"title": ")" + word(i)
            + R"(", "paragraphs": [{"context": ")" + sentence(i) + R"(", "qas": [{"id": ")"
            + numeral(i)
            + R"(", "question": "Which film was it?", "answers": [{"answer_start": 4, "text": ")"
            + word(i % 9) + R"("}]}]}]})";
    return all + "]}";
}

} // namespace kinds

/// Data of each kind that the program reads; no file's name says that it belongs to another.
inline std::vector<KindOfData> kindsOfData()
{
    using namespace kinds;
    const auto surname = [](int i) { return word(i) + (i % 2 ? "ov,Russian" : "ini,Italian"); };
    const auto opinion = [](int i) { return sentence(i) + (i % 2 ? "\tpositive" : "\tnegative"); };
    const auto points = [](int i) { return sentence(i) + "," + numeral(80 + i * 7 % 21); };
    const auto measure = [](int i) { return word(i) + "\t" + numeral(i * 37 % 101) + ".25"; };
    const auto categories = [](int i) {
        constexpr std::array kTopics{"sport", "trade", "world"};
        return word(i) + " " + sentence(i) + "," + kTopics[size_t(i) % 3] + "," + word(i % 4);
    };
    const auto pair = [](int i) {
        return "I see the " + word(i) + " of " + word(i + 1) + "\tje vois le " + word(i + 2)
            + " de " + word(i + 5);
    };
    const auto json = [](int i) {
        return R"({"label": ")" + std::string(i % 2 ? "yes" : "no") + R"(", "text": ")"
            + sentence(i) + R"("})";
    };
    const auto prose = [](int i) {
        return word(i * 5) + " and " + word(i) + " went to see " + word(i * 3)
            + (i % 4 ? " again." : ", who was not there, alas!");
    };
    const auto divided = [](int i) {
        return " " + word(i * 5) + " the " + word(i % 6) + " of <unk> saw " + word(i % 4)
            + (i % 2 ? " for N years " : " once ");
    };
    return {
        {"names", "classification", {{"surnames.csv", lines("name,nationality\n", 80, surname)}}},
        {"reviews", "classification", {{"opinions.tsv", lines("text\tlabel\n", 80, opinion)}}},
        {"cat and carec",
         "classification",
         {{"articles.csv", lines("carec,cat,place\n", 80, categories)}}},
        {"points", "regression", {{"wines.csv", lines("review,points\n", 80, points)}}},
        {"measures", "regression", {{"words.tsv", lines("word\tscore\n", 80, measure)}}},
        {"pairs", "translation", {{"phrases.txt", lines("", 80, pair)}}},
        {"parallel",
         "translation",
         {{"corpus.en", lines("", 80, prose)},
          {"corpus.de",
           lines("", 80,
                 [](int i) {
                     return word(i * 5) + " und " + word(i) + " gingen zu " + word(i * 3)
                         + (i % 4 ? " und gingen." : ", der nicht da war, ach!");
                 })}}},
        {"spans",
         "tagging",
         {{"people.conll", lines("", 80, [](int i) { return tagged(i, true); })}}},
        {"tags",
         "tagging",
         {{"speech.conll", lines("", 80, [](int i) { return tagged(i, false); })}}},
        {"questions", "question_answering", {{"asked.json", asked(30)}}},
        {"prose", "language_model", {{"novel.txt", lines("", 120, prose)}}},
        {"divided words", "language_model", {{"bank.txt", lines("", 120, divided)}}},
        {"JSON lines", "classification", {{"answers.jsonl", lines("", 80, json)}}},
    };
}

} // namespace support
