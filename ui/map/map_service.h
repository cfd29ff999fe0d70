#pragma once

#include "core/base/error.h"
#include "core/base/monitor.h"
#include "core/projection/tsne.h"
#include "core/projection/vectors.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ui {

/// A map that is being computed. Destroying it ends the computation, and nothing follows.
class MapWork {
public:
    virtual ~MapWork() = default;
    virtual void setPaused(bool paused) = 0;
};

/// Moves the points of maps beside the window, which has no threads of its own. app implements it;
/// GUI thread.
class MapService : public QObject {
    Q_OBJECT
public:
    explicit MapService(QObject* parent = nullptr);
    ~MapService() override;
    static MapService* instance(); ///< Null: maps stay at their principal components.

    struct Order {
        /// [points * features] of length 1, so that neighbours are those by cosine.
        std::shared_ptr<const std::vector<float>> vectors;
        size_t features = 0;
        core::TsneOptions options; ///< No iterations: the map stays, and is judged.
        core::MapPoints start = {}; ///< Earlier map of the same points; empty: there is none.
    };
    struct Moment {
        core::MapPoints points;
        int iteration = 0, iterations = 0;
        double secondsLeft = -1.0; ///< Negative: not known.
    };
    struct Judgement {
        double recall10 = 0.0, recall50 = 0.0; ///< Share of neighbours that the map keeps, 0 to 1.
        std::vector<int32_t> clusters; ///< The cluster of each point.
    };
    struct Hearer {
        std::function<void(const core::Progress&)> progressed; ///< Before the points move.
        std::function<void(const Moment&)> moved; ///< Some 20 times a second.
        std::function<void(const Judgement&)> judged; ///< At the end.
        std::function<void(const core::Failure&)> failed;
    };
    [[nodiscard]] virtual std::unique_ptr<MapWork> start(Order order, Hearer hearer) = 0;

    static constexpr size_t kClusters = 8;
};

} // namespace ui
