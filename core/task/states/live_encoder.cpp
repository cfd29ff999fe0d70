#include "core/task/states/live_encoder.h"

#include "core/task/states/state_tools.h"

#include <utility>

namespace core {

namespace {

class EncodedReading : public CellReading {
public:
    EncodedReading(const LiveEncoder& model, LiveEncoder::Text text, std::string reference)
        : m_model(model), m_text(std::move(text)), m_reference(std::move(reference))
    {
    }

    const std::vector<std::string>& tokens(size_t) const override { return m_text.tokens; }
    void cut(size_t, int64_t length) override { m_text = cutTo(std::move(m_text), length); }
    torch::Tensor run(const CellLook& look) const override
    {
        return m_model.textNetwork().forwardSeen(batchOf(m_model, m_text), look);
    }
    void runCopies(size_t, int64_t copies, const CellLook& look) const override
    {
        m_model.encode(batchOf(m_model, m_text, copies), look);
    }
    TextVerdict verdict(const torch::Tensor& outputs, const CellLook&) const override
    {
        return m_model.verdict(outputs, m_text);
    }
    Loss loss(const torch::Tensor& outputs, LossOf of) const override
    {
        return m_model.loss(outputs, m_text, m_reference, of);
    }

private:
    const LiveEncoder& m_model;
    LiveEncoder::Text m_text;
    std::string m_reference;
};

} // namespace

std::unique_ptr<CellReading> LiveEncoder::readCells(const std::string& text,
                                                    const std::string& reference) const
{
    return std::make_unique<EncodedReading>(*this, readText(text), reference);
}

} // namespace core
