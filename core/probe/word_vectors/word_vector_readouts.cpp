#include "core/probe/question_kind.h"
#include "core/probe/word_vectors/word_vector_questions.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace core {

namespace {

std::optional<double> known(double value)
{
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string scoreTitle(const std::string& score, const WordScores& scores)
{
    const int64_t files = filesOfMean(score, scores.files);
    const std::string title = scoreDescription(score).title;
    return files > 1 ? title + ", mean of " + std::to_string(files) + " files" : title;
}

void describeWordScores(const WordScores& scores, Readout& readout)
{
    using Name = ReadoutName;
    const std::vector<WordScoreRow> rows = rowsOf(scores);
    readout.table({"questions", "Questions about words"}, rows,
                  std::pair{Name{"file", "File"}, &WordScoreRow::file},
                  std::pair{Name{"section", "Section"}, &WordScoreRow::section},
                  std::pair{Name{"kind", "Questions"}, &WordScoreRow::kind},
                  std::pair{Name{"asked", "In the file"}, &WordScoreRow::asked},
                  std::pair{Name{"covered", "With known words only"}, &WordScoreRow::covered},
                  std::pair{Name{"spearman", "Spearman's ρ"}, &WordScoreRow::spearman},
                  std::pair{Name{"right", "Share right"}, &WordScoreRow::right},
                  std::pair{Name{"shared", "Shared neighbours"}, &WordScoreRow::shared});
    for (const Score& score : summaryOf(scores.files))
        readout.value({score.name, scoreTitle(score.name, scores)}, score.value);
    std::vector<std::string> remarks;
    for (const Message& each : remarksOn(scores.files))
        remarks.push_back(each.plain());
    readout.list({"remarks", "Remarks"}, remarks);
    describeMoment(scores, readout);
}

} // namespace

std::vector<WordScoreRow> rowsOf(const WordScores& scores)
{
    std::vector<WordScoreRow> rows;
    for (const WordQuestionScores& each : scores.files) {
        const auto add = [&](const char* kind, const WordQuestionScores::Count& count) -> auto&
        {
            return rows.emplace_back(
                WordScoreRow{each.name, {}, kind, count.asked, count.covered, {}, {}, {}});
        };
        if (each.pairs.asked > 0)
            add("pairs", each.pairs).spearman = known(each.spearman);
        if (each.words.asked > 0)
            add("words", each.words).shared = known(each.sharedNeighbours);
        for (const WordQuestionScores::Section& section : each.sections) {
            WordScoreRow& row = add("analogies", {section.asked, section.covered});
            row.section = section.name;
            if (section.covered > 0)
                row.right
                    = static_cast<double>(section.right) / static_cast<double>(section.covered);
        }
    }
    return rows;
}

QuestionKind<AskWordScores> AskWordScores::kind()
{
    return {
        "Questions about words",
        "How well the cosines of word vectors agree with similarities that people gave, how many "
        "analogies they complete, and how many neighbours they share with other vectors.",
        Schema<AskWordScores>().addPath(
            &AskWordScores::files,
            {.name = "files",
             .label = "Files",
             .help = "Files with two words and a number, or with four words, on each line, or of "
                     "vectors. Without one, those of the run's settings."}),
        &describeWordScores};
}

} // namespace core
