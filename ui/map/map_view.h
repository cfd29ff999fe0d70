#pragma once

#include "core/probe/map/map_question.h"
#include "ui/map/map_service.h"
#include "ui/view/asker.h"
#include "ui/view/view.h"

#include <memory>
#include <optional>
#include <vector>

class QLabel;

namespace ui {

class BusyLine;
class MapContent;
class MapControls;
class MapPicture;
class ViewFrame;

/// A map of vectors: embeddings, texts or states of tokens. The principal components stand at once;
/// t-SNE moves the points from there, and from the last map when the network has changed, so that
/// each point can be followed over epochs and during training.
class MapView : public View {
    Q_OBJECT
public:
    explicit MapView(ViewContext& context, QWidget* parent = nullptr);
    ~MapView() override;

    void follow(const Shown& shown) override;
    void trained() override { m_asker.repeat(); }
    std::vector<Figure> figures() const override;
    QByteArray state() const override;
    void setState(const QByteArray& state) override;
    static KeyHelps keys();

    void setMap(const core::VectorMap& map);
    QString stateText() const; ///< The moment, the method, its seed and how much it keeps.

private:
    QWidget* buildContent();
    void connectParts();
    void ask();
    void showWaiting();
    void showFailure(const core::Failure& failure);
    bool isSameAs(const core::VectorMap& map) const; ///< The same points of another network.
    void move(); ///< Has the map computed, or judged where it is that of the components.
    void showProgress(const core::Progress& progress);
    void showMoment(const MapService::Moment& moment);
    void showJudgement(const MapService::Judgement& judgement);
    void endWork();
    void showState();
    void colour();
    QString perplexityText() const; ///< The perplexity that the points allow.
    QString words() const;

    ViewFrame* m_frame;
    MapControls* m_controls = nullptr;
    MapContent* m_content = nullptr;
    MapPicture* m_picture = nullptr; ///< That of the content.
    BusyLine* m_busy = nullptr;
    QLabel* m_state = nullptr;
    Asker m_asker;
    Shown m_shown;
    core::VectorMap m_map;
    std::shared_ptr<const std::vector<float>> m_unit; ///< The vectors of length 1.
    core::MapPoints m_earlier; ///< Where the points stood before; empty: nowhere.
    int64_t m_earlierStep = 0, m_earlierEpoch = 0; ///< The moment of the network there.
    std::vector<core::MapPoints> m_trails;
    std::vector<int32_t> m_clusters;
    std::optional<MapService::Judgement> m_judgement;
    std::unique_ptr<MapWork> m_work;
    QString m_progress; ///< How far the points are that move; empty: none do.
    bool m_isNew = false; ///< The run has not answered with a map yet.
    bool m_moves = false; ///< The points are under way.
    bool m_isTsne = false; ///< The picture shows t-SNE.
    bool m_again = false; ///< Another network has answered meanwhile.
};

} // namespace ui
