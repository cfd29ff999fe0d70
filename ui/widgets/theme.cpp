#include "ui/widgets/theme.h"

#include "ui/widgets/quiet_style.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <QWidget>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

// Outside any namespace, as Qt wants it: the resources lie in a static library.
static void initialiseResources()
{
    Q_INIT_RESOURCE(resources);
}

namespace ui {

namespace {

/// True when the desktop's settings ask programs not to animate: GTK's `gtk-enable-animations`,
/// KDE's animation speed "instant", or the environment variable UNROLL_REDUCED_MOTION=1. Qt 6.4
/// has no such hint of its own.
bool desktopAsksForNoMotion()
{
    if (qEnvironmentVariableIntValue("UNROLL_REDUCED_MOTION") == 1)
        return true;
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    const QSettings gtk(folder + QStringLiteral("/gtk-3.0/settings.ini"), QSettings::IniFormat);
    const QString gtkValue
        = gtk.value(QStringLiteral("Settings/gtk-enable-animations"), true).toString();
    if (gtkValue == QLatin1String("0") || gtkValue == QLatin1String("false"))
        return true;
    const QSettings kde(folder + QStringLiteral("/kdeglobals"), QSettings::IniFormat);
    bool isNumber = false;
    const double factor
        = kde.value(QStringLiteral("KDE/AnimationDurationFactor"), 1.0).toDouble(&isNumber);
    return isNumber && factor == 0.0;
}

constexpr double kPresentationScale = 1.6; ///< Least.
constexpr double kPresentedLines = 40.0; ///< A window is as tall as so many letters at most.
constexpr double kSmallestPointSize = 10.0;

double normalPointSize(const QFont& desktop)
{
    return std::max(desktop.pointSizeF(), kSmallestPointSize);
}

/// Whether it is a window of the program itself, not a dialog or a menu over one.
bool isStage(const QWidget& widget)
{
    return widget.isWindow() && widget.windowType() == Qt::Window;
}

Theme* theInstance = nullptr;

/// The named colours of one scheme, 0xRRGGBB.
struct Colours {
    QRgb window, base, alternateBase, button, text, mutedText, line, accent, good, bad;
    std::array<QRgb, 8> series;
};

// Okabe & Ito (2008), "Color Universal Design". Orange, sky blue, yellow and purple are darkened
// here, because the originals have less than 3:1 against white.
constexpr Colours kLightColours{
    0xF4F5F7,
    0xFFFFFF,
    0xF8F9FA,
    0xFCFCFD,
    0x1B2127,
    0x57616B,
    0xD5DADF,
    0x0A62A9,
    0x00704F,
    0xB3380A,
    {0x0072B2, 0xC07600, 0x009E73, 0xB5558B, 0x2B8CC8, 0xD55E00, 0x857B00, 0x4D565F}};

// The originals, but for the blue (lighter) and black (a light grey).
constexpr Colours kDarkColours{
    0x1C2126,
    0x14181C,
    0x191E23,
    0x272D33,
    0xE7EAED,
    0xA3ADB7,
    0x3A424A,
    0x5FB0EC,
    0x3CC79B,
    0xFF8A57,
    {0x3F9BDB, 0xE69F00, 0x1FB58A, 0xCC79A7, 0x7CC7F2, 0xEE7A2B, 0xF0E442, 0xB9C2CA}};

const Colours& coloursOf(bool dark)
{
    return dark ? kDarkColours : kLightColours;
}

QPalette paletteOf(const Colours& colours)
{
    const QColor text(colours.text), base(colours.base), window(colours.window);
    const QColor accent(colours.accent), line(colours.line);
    QPalette palette;
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, QColor(colours.alternateBase));
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::PlaceholderText, QColor(colours.mutedText));
    palette.setColor(QPalette::Button, QColor(colours.button));
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::BrightText, QColor(colours.bad));
    palette.setColor(QPalette::ToolTipBase, QColor(colours.button));
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::Highlight, accent);
    palette.setColor(QPalette::HighlightedText, Theme::textOn(accent));
    palette.setColor(QPalette::Link, accent);
    palette.setColor(QPalette::LinkVisited, accent);
    palette.setColor(QPalette::Light, blended(base, window, 0.5));
    palette.setColor(QPalette::Midlight, window);
    palette.setColor(QPalette::Mid, line);
    palette.setColor(QPalette::Dark, blended(text, window, 0.45)); // Edges of fields: 3:1.
    palette.setColor(QPalette::Shadow, blended(text, window, 0.3));
    const QColor faded = blended(text, window, 0.62); // A form is read while training, too.
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, faded);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, line);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, text);
    return palette;
}

/// The style sheet with its @names replaced by the scheme's colours and the type sizes.
/// @param larger  how many times larger distances are than the sheet has them; lines stay thin.
QString styleSheetOf(const Colours& colours, double pointSize, double larger)
{
    QFile file(QStringLiteral(":/styles/unroll.qss"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QString sheet = QString::fromUtf8(file.readAll());
    if (larger > 1.0) {
        static const QRegularExpression distance(QStringLiteral("\\b(\\d+)px"));
        constexpr int kLine = 2;
        QString scaled;
        qsizetype done = 0;
        for (auto found = distance.globalMatch(sheet); found.hasNext();) {
            const auto each = found.next();
            const int length = each.captured(1).toInt();
            scaled += sheet.mid(done, each.capturedStart() - done)
                + QString::number(length > kLine ? qRound(length * larger) : length)
                + QStringLiteral("px");
            done = each.capturedEnd();
        }
        sheet = scaled + sheet.mid(done);
    }
    const std::array<std::pair<const char*, QRgb>, 7> names{{{"@window", colours.window},
                                                             {"@base", colours.base},
                                                             {"@text", colours.text},
                                                             {"@muted", colours.mutedText},
                                                             {"@line", colours.line},
                                                             {"@accent", colours.accent},
                                                             {"@bad", colours.bad}}};
    for (const auto& [name, colour] : names)
        sheet.replace(QLatin1String(name), QColor(colour).name());
    const QColor handle = blended(QColor(colours.text), QColor(colours.base), 0.45);
    sheet.replace(QLatin1String("@handle"), handle.name());
    sheet.replace(QLatin1String("@headingSize"), QString::number(1.15 * pointSize, 'f', 1));
    sheet.replace(QLatin1String("@figureSize"), QString::number(1.6 * pointSize, 'f', 1));
    return sheet;
}

bool hasTabularFigures(const QFont& font)
{
    const QFontMetricsF metrics(font);
    for (char16_t digit = u'1'; digit <= u'9'; ++digit) {
        if (std::abs(metrics.horizontalAdvance(QChar(digit)) - metrics.horizontalAdvance(u'0'))
            > 0.01)
            return false;
    }
    return true;
}

/// Relative luminance, WCAG 2.1.
double luminance(const QColor& colour)
{
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
        + 0.0722 * linear(colour.blueF());
}

} // namespace

QColor blended(const QColor& over, const QColor& under, double share)
{
    const auto mix = [share](int a, int b) { return qRound(share * a + (1.0 - share) * b); };
    return {mix(over.red(), under.red()), mix(over.green(), under.green()),
            mix(over.blue(), under.blue())};
}

QFont bold(QFont font)
{
    font.setBold(true);
    return font;
}

Theme::Theme(QObject* parent)
    : QObject(parent)
    , m_reducedMotion(desktopAsksForNoMotion())
    , m_desktopFont(QApplication::font())
    , m_desktopPalette(QApplication::palette())
{
    Q_ASSERT(theInstance == nullptr);
    theInstance = this;
    initialiseResources();
    QApplication::setStyle(new QuietStyle);
    apply();
    qApp->installEventFilter(this);
}

/// Qt tells each window that the desktop has changed its colours, not the application.
bool Theme::eventFilter(QObject* watched, QEvent* event)
{
    const bool resized = event->type() == QEvent::Resize || event->type() == QEvent::Show;
    if (m_presentation && resized && !m_followsWindows && watched->isWidgetType()
        && isStage(*static_cast<QWidget*>(watched))) {
        m_followsWindows = true;
        QMetaObject::invokeMethod(this, &Theme::followWindows, Qt::QueuedConnection);
    }
    if (event->type() == QEvent::ThemeChange && !m_follows) {
        m_follows = true; // Once for all windows.
        QMetaObject::invokeMethod(this, &Theme::followDesktop, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

void Theme::followDesktop()
{
    m_follows = false;
    QApplication::setPalette(QPalette()); // Without a palette of ours, it is the desktop's.
    m_desktopPalette = QApplication::palette();
    apply();
}

void Theme::followWindows()
{
    m_followsWindows = false;
    if (!qFuzzyCompare(wantedScale(), m_scale))
        apply();
}

qreal Theme::wantedScale() const
{
    if (!m_presentation)
        return 1.0;
    constexpr double kPointsOfInch = 72.0;
    double most = kPresentationScale;
    for (const QWidget* window : QApplication::topLevelWidgets()) {
        if (!window->isVisible() || !isStage(*window))
            continue;
        const double letter = window->height() / kPresentedLines; // Pixels.
        const double points = letter * kPointsOfInch / window->logicalDpiY();
        most = std::max(most, points / normalPointSize(m_desktopFont));
    }
    return most;
}

Theme::~Theme()
{
    theInstance = nullptr;
    if (qApp != nullptr) { // A later Theme must find the desktop's own type and colours, not ours.
        qApp->removeEventFilter(this);
        QApplication::setFont(m_desktopFont);
        QApplication::setPalette(QPalette());
    }
}

Theme& Theme::instance()
{
    Q_ASSERT(theInstance != nullptr);
    return *theInstance;
}

void Theme::setScheme(ColourScheme scheme)
{
    if (scheme == m_scheme)
        return;
    m_scheme = scheme;
    apply();
}

void Theme::setPresentation(bool on)
{
    if (on == m_presentation)
        return;
    m_presentation = on;
    apply();
}

void Theme::apply()
{
    const bool desktopIsDark = m_desktopPalette.color(QPalette::Window).lightness() < 128;
    m_dark = m_scheme == ColourScheme::Dark || (m_scheme == ColourScheme::System && desktopIsDark);
    const Colours& colours = coloursOf(m_dark);
    m_scale = wantedScale();
    const double larger = std::max(m_scale / kPresentationScale, 1.0);
    QuietStyle::setScale(larger);
    // The sheet comes last: it re-polishes every widget with the new font and palette.
    QApplication::setPalette(paletteOf(colours));
    QApplication::setFont(textFont());
    qApp->setStyleSheet(styleSheetOf(colours, textFont().pointSizeF(), larger));
    Q_EMIT changed();
}

int Theme::distance(int pixels) const
{
    return qRound(pixels * std::max(m_scale / kPresentationScale, 1.0));
}

QColor Theme::base() const
{
    return coloursOf(m_dark).base;
}
QColor Theme::window() const
{
    return coloursOf(m_dark).window;
}
QColor Theme::text() const
{
    return coloursOf(m_dark).text;
}
QColor Theme::mutedText() const
{
    return coloursOf(m_dark).mutedText;
}
QColor Theme::line() const
{
    return coloursOf(m_dark).line;
}
QColor Theme::accent() const
{
    return coloursOf(m_dark).accent;
}
QColor Theme::good() const
{
    return coloursOf(m_dark).good;
}
QColor Theme::bad() const
{
    return coloursOf(m_dark).bad;
}

QColor Theme::series(int index) const
{
    const auto& all = coloursOf(m_dark).series;
    return all[static_cast<size_t>(std::max(index, 0)) % all.size()];
}

QPen Theme::seriesPen(int index) const
{
    constexpr std::array<Qt::PenStyle, 5> kStyles{Qt::SolidLine, Qt::DashLine, Qt::DotLine,
                                                  Qt::DashDotLine, Qt::DashDotDotLine};
    QPen pen(series(index), lineWidth());
    pen.setStyle(kStyles[static_cast<size_t>(std::max(index, 0)) % kStyles.size()]);
    pen.setCapStyle(Qt::FlatCap);
    return pen;
}

QFont Theme::textFont() const
{
    QFont font = m_desktopFont;
    font.setPointSizeF(m_scale * normalPointSize(m_desktopFont));
    return font;
}

QFont Theme::numberFont() const
{
    const QFont font = textFont();
    return hasTabularFigures(font) ? font : monospaceFont();
}

QFont Theme::monospaceFont() const
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPointSizeF(textFont().pointSizeF());
    font.setStyleHint(QFont::Monospace);
    return font;
}

QFont Theme::headingFont() const
{
    QFont font = textFont();
    font.setPointSizeF(1.15 * font.pointSizeF());
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont Theme::sized(QFont font, double factor) const
{
    font.setPointSizeF(font.pointSizeF() * (m_presentation ? std::max(factor, 1.0) : factor));
    return font;
}

namespace {

/// Nunez, Anderton & Renslow (2018), doi:10.1371/journal.pone.0199239; the polynomials are those
/// that d3-scale-chromatic fitted to the published table (within two steps of 255).
QColor cividis(double t)
{
    const double red
        = -4.54 - t * (35.34 - t * (2381.73 - t * (6402.7 - t * (7024.72 - t * 2710.57))));
    const double green
        = 32.49 + t * (170.73 + t * (52.82 - t * (131.46 - t * (176.58 - t * 67.37))));
    const double blue
        = 81.24 + t * (442.36 - t * (2482.43 - t * (6167.24 - t * (6614.94 - t * 2475.67))));
    const auto part = [](double x) { return std::clamp(static_cast<int>(std::lround(x)), 0, 255); };
    return {part(red), part(green), part(blue)};
}

/// The colour at `place`, from 0 to 1, between evenly spaced ones.
QColor between(std::span<const QRgb> stops, double place)
{
    const double scaled = place * static_cast<double>(stops.size() - 1);
    const size_t below = std::min(static_cast<size_t>(scaled), stops.size() - 2);
    return blended(QColor(stops[below + 1]), QColor(stops[below]),
                   scaled - static_cast<double>(below));
}

} // namespace

QColor Theme::weightColour(double value) const
{
    const double t = std::isfinite(value) ? std::clamp(value, 0.0, 1.0) : 0.0;
    // Harrower & Brewer (2003), Blues with nine classes.
    static constexpr std::array<QRgb, 9> kBlues{0xF7FBFF, 0xDEEBF7, 0xC6DBEF, 0x9ECAE1, 0x6BAED6,
                                                0x4292C6, 0x2171B5, 0x08519C, 0x08306B};
    return m_dark ? cividis(t) : between(kBlues, t);
}

QColor Theme::mapColour(ColourMap map, double value) const
{
    if (map == ColourMap::Weights)
        return weightColour(value);
    // Harrower & Brewer (2003), RdBu with nine classes, turned so that red is positive; in dark
    // themes turned inside out, so that large values are light there.
    static constexpr std::array<QRgb, 9> kLight{0x2166AC, 0x4393C3, 0x92C5DE, 0xD1E5F0, 0xF7F7F7,
                                                0xFDDBC7, 0xF4A582, 0xD6604D, 0xB2182B};
    const std::array<QRgb, 9> dark{0xD1E5F0, 0x92C5DE, 0x4393C3, 0x2166AC, base().rgb(),
                                   0xB2182B, 0xD6604D, 0xF4A582, 0xFDDBC7};
    const double bounded = std::isfinite(value) ? std::clamp(value, -1.0, 1.0) : 0.0;
    return between(m_dark ? dark : kLight, (bounded + 1.0) / 2.0);
}

QColor Theme::textOn(const QColor& background)
{
    const QColor dark(0x11, 0x15, 0x19);
    const QColor light(Qt::white);
    return contrast(dark, background) >= contrast(light, background) ? dark : light;
}

double Theme::contrast(const QColor& first, const QColor& second)
{
    const double one = luminance(first);
    const double other = luminance(second);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

} // namespace ui
