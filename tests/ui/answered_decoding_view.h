#pragma once

#include "tests/support/test_case.h"
#include "tests/ui/decoding_sample.h"
#include "tests/ui/fake_context.h"
#include "ui/decoding/decoding_view.h"
#include "ui/decoding/hypothesis_tree.h"
#include "ui/decoding/transport_bar.h"

namespace decoding_sample {

/// A view whose requests are answered at once by the real searches.
class AnsweredView {
public:
    explicit AnsweredView(const core::Selection& first, const QSize& size = {1200, 800})
        : context(*this), view(context)
    {
        view.setReducedMotion(true);
        context.shown.spec.task
            = {core::kTranslationTask, {{"decoding", {{"search", core::toJson(first)}}}}};
        context.lead(view);
        view.resize(size);
        view.show();
        view.setText(QString::fromStdString(request(first).source));
    }

    template <class T> T* child(const char* name) const { return view.findChild<T*>(name); }
    QWidget* column(int index) const
    {
        return view.findChild<QWidget*>(u"searchColumn%1"_s.arg(index));
    }
    ui::HypothesisTree* tree(int index = 0) const
    {
        return column(index)->findChild<ui::HypothesisTree*>();
    }
    QTableView* table() const { return child<QTableView>("candidateTable"); }
    ui::TransportBar* transport() const { return child<ui::TransportBar>("transportBar"); }
    void click(const char* name) const { mouseClick(child<QToolButton>(name), Qt::LeftButton); }
    /// The answer to the last request.
    ui::DecodingSteps answer(size_t request = SIZE_MAX) const
    {
        const auto& wanted = request == SIZE_MAX ? requests.back() : requests[request];
        return ui::DecodingSteps(decode(wanted));
    }

    /// Knows the searches, and notes what is asked.
    struct Context : FakeContext {
        explicit Context(AnsweredView& owner) : m_owner(owner)
        {
            kinds = decoding_sample::catalogue();
        }
        std::unique_ptr<ui::Asked> ask(const ui::ModelChoice& choice,
                                       const core::AnyQuestion& question, Hearer hearer) override
        {
            auto handle = FakeContext::ask(choice, question, std::move(hearer));
            const auto entry = asked.back();
            if (const auto* wanted = question.as<core::AskDecoding>()) {
                m_owner.requests.push_back(wanted->request);
                if (m_owner.answering)
                    entry->answer<core::AskDecoding>(decode(wanted->request));
            }
            return handle;
        }

    private:
        AnsweredView& m_owner;
    };

    std::vector<core::DecodingRequest> requests;
    bool answering = true;
    Context context;
    ui::DecodingView view;
};

} // namespace decoding_sample
