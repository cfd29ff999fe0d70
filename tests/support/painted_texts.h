#pragma once

#include "ui/widgets/plot.h"

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QWidget>

#include <cmath>
#include <vector>

/// The texts that a widget paints, with the sizes of their letters: what can be read from afar.
namespace painted {

struct Text {
    QString text;
    double height = 0.0; ///< The size of the type in device-independent pixels.
};

/// Notes texts and draws nothing.
class TextEngine : public QPaintEngine {
public:
    explicit TextEngine(std::vector<Text>& texts) : QPaintEngine(AllFeatures), m_texts(texts) { }
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState&) override { }
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override { }
    void drawPath(const QPainterPath&) override { }
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override { }
    Type type() const override { return User; }
    void drawTextItem(const QPointF&, const QTextItem& item) override
    {
        const QTransform& across = painter()->worldTransform();
        m_texts.push_back({item.text(),
                           QFontInfo(item.font()).pixelSize()
                               * std::hypot(across.m12(), across.m22())}); // May be turned.
    }

private:
    std::vector<Text>& m_texts;
};

class TextDevice : public QPaintDevice {
public:
    explicit TextDevice(const QWidget& like) : m_like(like), m_engine(texts) { }
    QPaintEngine* paintEngine() const override { return &m_engine; }

    std::vector<Text> texts;

protected:
    int metric(PaintDeviceMetric metric) const override
    {
        switch (metric) {
        case PdmWidth:
            return m_like.width();
        case PdmHeight:
            return m_like.height();
        case PdmDpiX:
        case PdmPhysicalDpiX:
            return m_like.logicalDpiX();
        case PdmDpiY:
        case PdmPhysicalDpiY:
            return m_like.logicalDpiY();
        case PdmDevicePixelRatioScaled:
            return int(devicePixelRatioFScale());
        case PdmDepth:
            return 32;
        default:
            return 1;
        }
    }

private:
    const QWidget& m_like;
    mutable TextEngine m_engine;
};

/// All visible ones; plots draw into buffers of their own, and are asked for theirs.
inline std::vector<Text> textsOf(QWidget& widget)
{
    TextDevice device(widget);
    widget.render(&device);
    for (QCustomPlot* plot : widget.findChildren<QCustomPlot*>()) {
        if (!plot->isVisible() || plot->visibleRegion().isEmpty())
            continue;
        QCPPainter painter(&device);
        plot->toPainter(&painter, plot->width(), plot->height());
    }
    return std::move(device.texts);
}

/// The smallest that says something; of height 0 if there is none.
inline Text smallestOf(const std::vector<Text>& texts)
{
    Text least;
    for (const Text& each : texts)
        if (!each.text.trimmed().isEmpty() && (least.height == 0.0 || each.height < least.height))
            least = each;
    return least;
}

} // namespace painted
