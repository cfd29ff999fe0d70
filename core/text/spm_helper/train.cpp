#include "core/text/spm_helper/stream.h"
#include "core/text/subword/subword_protocol.h"

#include <sentencepiece_trainer.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <unordered_map>

namespace spm {

namespace {

/// The texts of standard input, one frame each, as SentencePiece asks for them.
class InputTexts : public sentencepiece::SentenceIterator {
public:
    InputTexts() { Next(); }
    bool done() const override { return m_done; }
    const std::string& value() const override { return m_text; }
    sentencepiece::util::Status status() const override { return {}; }

    void Next() override
    {
        auto frame = readFrame(core::subword::kLargestFrame);
        m_done = !frame;
        if (m_done && !textsWereWhole())
            throw std::runtime_error("the texts ended early");
        if (m_done) {
            // From here on the library computes and reads nothing.
            endWithInput();
            return;
        }
        m_text = std::move(*frame);
        // SentencePiece leaves out texts with a NUL.
        std::replace(m_text.begin(), m_text.end(), '\0', ' ');
    }

private:
    std::string m_text;
    bool m_done = false;
};

std::unordered_map<std::string, std::string> readTrainerSettings()
{
    const auto frame = readFrame(core::subword::kLargestFrame);
    if (!frame)
        throw std::runtime_error("there are no settings");
    std::unordered_map<std::string, std::string> settings;
    for (core::subword::Reader reader(*frame); !reader.atEnd();) {
        const std::string key(reader.text());
        settings[key] = reader.text();
    }
    return settings;
}

} // namespace

void train()
{
    const auto settings = readTrainerSettings();
    InputTexts texts;
    // The library's generator is seeded from the clock otherwise.
    sentencepiece::SetRandomGeneratorSeed(1);
    std::string model;
    const auto status = sentencepiece::SentencePieceTrainer::Train(settings, &texts, &model);
    writeFrame(static_cast<char>(status.ok() ? core::subword::Status::Done
                                             : core::subword::Status::Failed),
               status.ok() ? model : status.ToString());
}

} // namespace spm
