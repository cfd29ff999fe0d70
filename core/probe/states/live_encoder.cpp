#include "core/probe/states/live_cells.h"

#include "core/probe/states/state_tools.h"

#include <utility>

namespace core {

namespace {

class EncodedReading : public CellReading {
public:
    EncodedReading(const LiveEncoder& model, LiveEncoder::Text text, std::string reference)
        : m_model(model), m_text(std::move(text)), m_reference(std::move(reference))
    {
    }

    int64_t cutTokens() const override { return m_text.cutTokens; }
    const std::vector<std::string>& tokens(size_t) const override { return m_text.tokens; }
    void cut(size_t, int64_t length) override { m_text = cutTo(std::move(m_text), length); }
    int64_t readOn() override
    {
        const int64_t window = m_model.textNetwork().encoder().traits().window;
        return m_text.last ? readLast(m_text, m_model.outputName(*m_text.last), window) : 0;
    }
    torch::Tensor run(const CellLook& look, const AttentionHook& attention) const override
    {
        return m_model.textNetwork().open(batchOf(m_model, m_text), attention, look).logits;
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

class EncodedBatch : public CellBatch {
public:
    EncodedBatch(const LiveEncoder& model, std::span<const Example> examples) : m_model(model)
    {
        for (const Example& each : examples) {
            m_texts.push_back(model.readText(each));
            m_references.push_back(each.reference);
        }
    }

    void keepFirst(int64_t texts) override { m_texts.resize(static_cast<size_t>(texts)); }
    std::vector<int64_t> lengths(size_t) const override
    {
        std::vector<int64_t> all;
        for (const LiveEncoder::Text& text : m_texts)
            all.push_back(std::ssize(text.tokens));
        return all;
    }
    torch::Tensor losses(const CellLook& look, CellReading::LossOf of) const override
    {
        std::vector<const LiveEncoder::Text*> texts;
        for (const LiveEncoder::Text& text : m_texts)
            texts.push_back(&text);
        const SequenceBatch batch = batchOf(m_model, texts);
        const std::vector<torch::Tensor> outputs = byText(
            m_model.textNetwork(), m_model.textNetwork().forwardSeen(batch, look), batch.lengths);
        std::vector<torch::Tensor> losses;
        for (size_t i = 0; i < m_texts.size(); ++i)
            losses.push_back(
                m_model.loss(outputs[i], m_texts[i], m_references[i], of).value.reshape({}));
        return torch::stack(losses);
    }

private:
    const LiveEncoder& m_model;
    std::vector<LiveEncoder::Text> m_texts;
    std::vector<std::string> m_references;
};

} // namespace

std::unique_ptr<CellBatch> LiveEncoder::readBatch(std::span<const Example> examples) const
{
    return std::make_unique<EncodedBatch>(*this, examples);
}

std::unique_ptr<CellReading> LiveEncoder::readCells(const Example& example) const
{
    return std::make_unique<EncodedReading>(*this, readText(example), example.reference);
}

} // namespace core
