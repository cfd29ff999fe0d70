#include "ui/views.h"

#include "ui/answer/answer_results_view.h"
#include "ui/answer/answer_view.h"
#include "ui/attention_test/attention_test_view.h"
#include "ui/bleu_by_hand/bleu_by_hand_view.h"
#include "ui/both_sides/both_sides_view.h"
#include "ui/by_hand/by_hand_view.h"
#include "ui/crf/crf_view.h"
#include "ui/curves/curves_view.h"
#include "ui/decoding/decoding_view.h"
#include "ui/epochs/epochs_view.h"
#include "ui/fill_in/fill_in_view.h"
#include "ui/filter_windows/filter_windows_view.h"
#include "ui/gradient_laboratory/gradient_laboratory_view.h"
#include "ui/gradients/gradients_view.h"
#include "ui/in_context/in_context_view.h"
#include "ui/influence/influence_view.h"
#include "ui/language/glass_view.h"
#include "ui/language/language_results_view.h"
#include "ui/language/writing_view.h"
#include "ui/map/map_view.h"
#include "ui/neighbours/neighbours_view.h"
#include "ui/positions/positions_view.h"
#include "ui/results/number_results_view.h"
#include "ui/results/results_view.h"
#include "ui/results/translation_results_view.h"
#include "ui/search_by_hand/search_by_hand_view.h"
#include "ui/sentence/sentence_view.h"
#include "ui/sentence/translation_view.h"
#include "ui/sentence/word_effects_view.h"
#include "ui/setup/preview_page.h"
#include "ui/similar_texts/similar_texts_view.h"
#include "ui/start/start_view.h"
#include "ui/state_plane/state_plane_view.h"
#include "ui/states/states_view.h"
#include "ui/tagging/tag_results_view.h"
#include "ui/tagging/tags_view.h"
#include "ui/unrolled/unrolled_view.h"
#include "ui/updates/updates_view.h"
#include "ui/counterfactuals/counterfactuals_view.h"
#include "ui/word_scores/word_scores_view.h"
#include "ui/word_sums/word_sums_view.h"

#include <QtGlobal>

namespace ui {

const std::vector<ViewEntry>& views()
{
    // clang-format off
    static const std::vector<ViewEntry> all{
        {"preview", QT_TRANSLATE_NOOP("View", "Preview"), ViewGroup::Data, {}, &makeView<PreviewView>, nullptr, nullptr, ViewSubject::None},
        {"curves", QT_TRANSLATE_NOOP("View", "Curves"), ViewGroup::Training, {}, &makeView<CurvesView>, nullptr, &CurvesView::keys, ViewSubject::TickedRuns},
        {"updates", QT_TRANSLATE_NOOP("View", "Updates"), ViewGroup::Training, {"update_batch", "recording", "landscape"}, &makeView<UpdatesView>, nullptr, &UpdatesView::keys},
        {"influence", QT_TRANSLATE_NOOP("View", "Influence"), ViewGroup::Training, {"influence", "text_influences", "example_loss"}, &makeView<InfluenceView>},
        {"unrolled", QT_TRANSLATE_NOOP("View", "Unrolled"), ViewGroup::Sentence, {"trace"}, &makeView<UnrolledView>, nullptr, &UnrolledView::keys, ViewSubject::SetUpOrRun},
        {"tags", QT_TRANSLATE_NOOP("View", "Sentence"), ViewGroup::Sentence, {"tags"}, &makeView<TagsView>, "sentence"},
        {"sentence", QT_TRANSLATE_NOOP("View", "Sentence"), ViewGroup::Sentence, {"inspection"}, &makeView<SentenceView>, "sentence"},
        {"translation", QT_TRANSLATE_NOOP("View", "Sentence"), ViewGroup::Sentence, {"translation", "comparison"}, &makeView<TranslationView>, "sentence"},
        {"decoding", QT_TRANSLATE_NOOP("View", "Decoding"), ViewGroup::Sentence, {"decoding", "gains"}, &makeView<DecodingView>, nullptr, &DecodingView::keys},
        {"prompt_decoding", QT_TRANSLATE_NOOP("View", "Decoding"), ViewGroup::Sentence, {"decoding"}, &makeView<PromptDecodingView>, "decoding"},
        {"epochs", QT_TRANSLATE_NOOP("View", "Over epochs"), ViewGroup::Sentence, {"brief"}, &makeView<EpochsView>},
        {"words", QT_TRANSLATE_NOOP("View", "Words"), ViewGroup::Sentence, {"word_effects"}, &makeView<WordEffectsView>},
        {"counterfactuals", QT_TRANSLATE_NOOP("View", "Changes"), ViewGroup::Sentence, {"counterfactuals"}, &makeView<CounterfactualsView>},
        {"fill_in", QT_TRANSLATE_NOOP("View", "Fill in"), ViewGroup::Sentence, {"fill_in"}, &makeView<FillInView>},
        {"both_sides", QT_TRANSLATE_NOOP("View", "Both sides"), ViewGroup::Sentence, {"both_sides"}, &makeView<BothSidesView>},
        {"answer", QT_TRANSLATE_NOOP("View", "Answer"), ViewGroup::Sentence, {"answer"}, &makeView<AnswerView>},
        {"neighbours", QT_TRANSLATE_NOOP("View", "Neighbours"), ViewGroup::Meanings, {"neighbours"}, &makeView<NeighboursView>},
        {"map", QT_TRANSLATE_NOOP("View", "Map"), ViewGroup::Meanings, {"map"}, &makeView<MapView>, nullptr, &MapView::keys},
        {"word_sums", QT_TRANSLATE_NOOP("View", "Sums"), ViewGroup::Meanings, {"word_sum"}, &makeView<WordSumsView>},
        {"similar_texts", QT_TRANSLATE_NOOP("View", "Similar"), ViewGroup::Meanings, {"similar_texts"}, &makeView<SimilarTextsView>},
        {"in_context", QT_TRANSLATE_NOOP("View", "In context"), ViewGroup::Meanings, {"in_context"}, &makeView<InContextView>},
        {"positions", QT_TRANSLATE_NOOP("View", "Positions"), ViewGroup::Inside, {"positions"}, &makeView<PositionsView>, nullptr, nullptr, ViewSubject::Run, &PositionsView::fits},
        {"crf", QT_TRANSLATE_NOOP("View", "CRF"), ViewGroup::Inside, {"trellis"}, &makeView<CrfView>, nullptr, &CrfView::keys},
        {"states", QT_TRANSLATE_NOOP("View", "States"), ViewGroup::Inside, {"states", "state_pattern"}, &makeView<StatesView>, nullptr, nullptr, ViewSubject::Run, &StatesView::fits},
        {"filter_windows", QT_TRANSLATE_NOOP("View", "Windows"), ViewGroup::Inside, {"filter_windows", "strongest_windows"}, &makeView<FilterWindowsView>, nullptr, nullptr, ViewSubject::Run, &FilterWindowsView::fits},
        {"gradients", QT_TRANSLATE_NOOP("View", "Gradients"), ViewGroup::Inside, {"gradient_flow", "batch_gradients"}, &makeView<GradientsView>},
        {"attention_test", QT_TRANSLATE_NOOP("View", "Attention tested"), ViewGroup::Inside, {"attention_test", "attention_entropy", "attention_scores"}, &makeView<AttentionTestView>, nullptr, nullptr, ViewSubject::Run, &AttentionTestView::fits},
        {"by_hand", QT_TRANSLATE_NOOP("View", "Attention by hand"), ViewGroup::Inside, {}, &makeView<ByHandView>, nullptr, nullptr, ViewSubject::None},
        {"results", QT_TRANSLATE_NOOP("View", "Results"), ViewGroup::Results, {"scores"}, &makeView<ResultsView>, "results"},
        {"number_results", QT_TRANSLATE_NOOP("View", "Results"), ViewGroup::Results, {"number_scores"}, &makeView<NumberResultsView>, "results"},
        {"translation_results", QT_TRANSLATE_NOOP("View", "Results"), ViewGroup::Results, {"translation_scores", "gains"}, &makeView<TranslationResultsView>, "results"},
        {"tag_results", QT_TRANSLATE_NOOP("View", "Results"), ViewGroup::Results, {"tag_scores"}, &makeView<TagResultsView>, "results"},
        {"answer_results", QT_TRANSLATE_NOOP("View", "Results"), ViewGroup::Results, {"answer_scores"}, &makeView<AnswerResultsView>, "results"},
        {"language_results", QT_TRANSLATE_NOOP("View", "Results"), ViewGroup::Results, {"language_scores"}, &makeView<LanguageResultsView>, "results"},
        {"word_scores", QT_TRANSLATE_NOOP("View", "Results"), ViewGroup::Results, {"word_scores"}, &makeView<WordScoresView>, "results"},
        {"bleu_by_hand", QT_TRANSLATE_NOOP("View", "BLEU by hand"), ViewGroup::Results, {}, &makeView<BleuByHandView>, nullptr, nullptr, ViewSubject::None},
        {"search_by_hand", QT_TRANSLATE_NOOP("View", "Search by hand"), ViewGroup::Results, {}, &makeView<SearchByHandView>, nullptr, nullptr, ViewSubject::None},
        {"gradient_laboratory", QT_TRANSLATE_NOOP("View", "Laboratory"), ViewGroup::Training, {}, &makeView<GradientLaboratoryView>, nullptr, &GradientLaboratoryView::keys, ViewSubject::None},
        {"state_plane", QT_TRANSLATE_NOOP("View", "State plane"), ViewGroup::Training, {}, &makeView<StatePlaneView>, nullptr, &StatePlaneView::keys, ViewSubject::None},
        {"glass", QT_TRANSLATE_NOOP("View", "Glass"), ViewGroup::Sentence, {"reading", "row_readings", "written_classes", "decoding"}, &makeView<GlassView>},
        {"writing", QT_TRANSLATE_NOOP("View", "Writing"), ViewGroup::Sentence, {"suggestions", "written_classes"}, &makeView<WritingView>, nullptr, &WritingView::keys},
        {"start", QT_TRANSLATE_NOOP("View", "Shapes"), ViewGroup::Data, {}, &makeView<StartView>, nullptr, nullptr, ViewSubject::None},
    };
    // clang-format on
    return all;
}

} // namespace ui
