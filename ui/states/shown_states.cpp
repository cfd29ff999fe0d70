#include "ui/states/shown_states.h"

#include "ui/figure/figure.h"
#include "ui/states/states_view.h"
#include "ui/states/unit_order.h"
#include "ui/text/score_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/token_line.h"

#include <QLabel>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

/// With a sign as in books; below 0 in brackets, to stand behind a plus.
QString numberText(double number)
{
    const QString text = QLocale().toString(std::abs(number), 'f', 3);
    return number < -0.0005 ? QStringLiteral("(\u2212%1)").arg(text) : text;
}

/// With its answer; said of a network's own answer where the true one is not known.
QString verdictLoss(const core::TextVerdict& verdict)
{
    if (!verdict.loss || (verdict.number && !verdict.lossOfTruth)) // A number alone has none.
        return {};
    const QString loss = value(*verdict.loss), of = QString::fromStdString(verdict.lossOf);
    const bool each = verdict.said.size() > 1;
    if (verdict.lossOfTruth && each && of.contains(u' '))
        return StatesView::tr("loss %1 of the true tags").arg(loss);
    if (of.isEmpty() || (each && of.contains(u' ')))
        return verdict.lossOfTruth
            ? StatesView::tr("loss %1").arg(loss)
            : StatesView::tr("loss %1 of its own answer as computed").arg(loss);
    return verdict.lossOfTruth
        ? StatesView::tr("loss %1 of \u201c%2\u201d").arg(loss, of)
        : StatesView::tr("loss %1 of \u201c%2\u201d, its own answer").arg(loss, of);
}

/// "O 61.0 %"
QString saidAt(const core::TextVerdict& verdict, size_t token)
{
    const QString said = QString::fromStdString(verdict.said[token]);
    return token < verdict.certainties.size()
        ? said + QLatin1Char(' ') + percent(double(verdict.certainties[token]))
        : said;
}

} // namespace

double StateMatrix::largest() const
{
    double most = 0.0;
    for (const float each : values)
        most = std::max(most, std::abs(double(each)));
    return most;
}

double StateMatrix::largestBeyond(const std::vector<core::StateEdit>& edits) const
{
    const auto isSet = [&](int token, int unit) {
        return std::any_of(edits.begin(), edits.end(), [&](const core::StateEdit& edit) {
            return token >= edit.first && (edit.last < 0 || token <= edit.last)
                && (edit.unit < 0 || unit == edit.unit);
        });
    };
    double most = 0.0;
    for (int token = 0; token < tokens; ++token)
        for (int unit = 0; unit < units; ++unit)
            if (!isSet(token, unit))
                most = std::max(most, std::abs(at(token, unit)));
    return most > 0.0 ? most : largest();
}

int quantityPlace(const core::States& states, const QString& name)
{
    int found = -1;
    for (size_t i = 0; i < states.cell.quantities.size(); ++i) {
        const std::string& each = states.cell.quantities[i].name;
        if (name == QString::fromStdString(each))
            return int(i);
        if (each == "h")
            found = int(i);
    }
    return found;
}

StateMatrix stateMatrix(const core::States& states, int quantity, StateSide side)
{
    const core::StateQuantity& described = states.cell.quantities[size_t(quantity)];
    const auto& plain = states.plain.values[size_t(quantity)];
    StateMatrix matrix;
    matrix.name = QString::fromStdString(described.text);
    matrix.gate = described.gate && side != StateSide::Difference;
    matrix.tokens = int(states.tokens.size());
    matrix.units = matrix.tokens > 0 ? int(plain.size()) / matrix.tokens : 0;
    matrix.values = side == StateSide::Plain ? plain : states.edited->values[size_t(quantity)];
    if (side == StateSide::Difference)
        for (size_t i = 0; i < plain.size(); ++i)
            matrix.values[i] -= plain[i];
    return matrix;
}

QStringList tokenLabels(const std::vector<std::string>& tokens)
{
    QStringList labels;
    for (const std::string& token : tokens)
        labels << readableToken(token);
    return labels;
}

std::vector<std::pair<QString, QVariant>> layerChoices(const core::StateCell& cell)
{
    std::vector<std::pair<QString, QVariant>> all;
    const int encoder = int(cell.layers - cell.decoderLayers);
    for (int layer = 0; layer < int(cell.layers); ++layer) {
        const bool writes = layer >= encoder;
        QString text = StatesView::tr("Layer %1").arg(writes ? layer - encoder + 1 : layer + 1);
        if (cell.decoderLayers > 0)
            text = writes ? StatesView::tr("Decoder, layer %1").arg(layer - encoder + 1)
                          : StatesView::tr("Encoder, layer %1").arg(layer + 1);
        if (writes || cell.directions < 2) {
            all.emplace_back(text, QPoint(layer, 0));
            continue;
        }
        all.emplace_back(StatesView::tr("%1, forwards").arg(text), QPoint(layer, 0));
        all.emplace_back(StatesView::tr("%1, backwards").arg(text), QPoint(layer, 1));
    }
    return all;
}

QString equationText(const core::UnitEquation& equation)
{
    QString symbols, numbers;
    for (size_t i = 0; i < equation.parts.size(); ++i) {
        const core::EquationNumber& part = equation.parts[i];
        const QString text = QString::fromStdString(part.text);
        symbols += text;
        if (i > 0)
            numbers += part.number ? numberText(*part.number) : text;
    }
    const auto& result = equation.parts.front().number;
    return QStringLiteral("%1\n   %2 = %3")
        .arg(symbols, numbers,
             result ? QString(numberText(*result)).remove(u'(').remove(u')') : QStringLiteral("?"));
}

void showEquations(QLabel& label, const QString& equations)
{
    static const QRegularExpression low(QStringLiteral("_(?:\\{([^}]*)\\}|([\\p{L}\\d]+))"));
    static const QRegularExpression high(QStringLiteral("\\^(?:\\{([^}]*)\\}|([\\p{L}\\d]+))"));
    QString html = equations.toHtmlEscaped();
    html.replace(low, QStringLiteral("<sub>\\1\\2</sub>"));
    html.replace(high, QStringLiteral("<sup>\\1\\2</sup>"));
    html.replace(QLatin1String("\n "), QLatin1String("<br>&nbsp;&nbsp;&nbsp;&nbsp;"));
    html.replace(u'\n', QLatin1String("<br>"));
    label.setTextFormat(Qt::RichText);
    label.setText(html);
    label.setAccessibleName(equations);
}

QString verdictText(const core::TextVerdict& verdict)
{
    constexpr size_t kMost = 12;
    QStringList said;
    for (size_t i = 0; i < std::min(verdict.said.size(), kMost); ++i) {
        said << (verdict.said.size() == 1 ? saidAt(verdict, 0)
                                          : QString::fromStdString(verdict.said[i]));
    }
    QString text = said.join(QLatin1Char(' '));
    if (verdict.said.size() > kMost)
        text += QStringLiteral(" \u2026");
    if (const QString loss = verdictLoss(verdict); !loss.isEmpty())
        text += QStringLiteral(" \u00b7 ") + loss;
    return text;
}

QString predictionText(const core::TextVerdict& verdict)
{
    const QString text = verdictText(verdict);
    if (verdict.said.empty())
        return text;
    return verdict.said.size() == 1 ? StatesView::tr("prediction: %1").arg(text)
                                    : StatesView::tr("predicted at each token: %1").arg(text);
}

QString changesText(const core::States& states)
{
    constexpr size_t kMost = 12;
    const core::TextVerdict &before = states.plain.verdict, &after = states.edited->verdict;
    const size_t tokens = std::min(before.said.size(), after.said.size());
    if (tokens < 2 || tokens > states.tokens.size())
        return {};
    QStringList changes;
    size_t changed = 0;
    for (size_t token = 0; token < tokens; ++token)
        if (before.said[token] != after.said[token] && ++changed <= kMost)
            changes << StatesView::tr("\u201c%1\u201d: %2 \u2192 %3")
                           .arg(readableToken(states.tokens[token]), saidAt(before, token),
                                saidAt(after, token));
    if (changed == 0)
        return StatesView::tr("All words have the same prediction.");
    if (changed > kMost)
        changes << QStringLiteral("\u2026");
    return filled(StatesView::tr("Changed at %1 {word|words}: %2"),
                  {count(qint64(changed)), changes.join(QStringLiteral(";  "))});
}

QString wordsText(const std::vector<std::string>& tokens, int first, int last)
{
    if (first < 0 || size_t(last) >= tokens.size())
        return {};
    const QString from = QStringLiteral("\u201c%1\u201d").arg(readableToken(tokens[size_t(first)]));
    return first == last
        ? from
        : StatesView::tr("%1 to \u201c%2\u201d").arg(from, readableToken(tokens[size_t(last)]));
}

QString patternUnitText(const core::PatternUnit& unit)
{
    return (unit.negative ? QStringLiteral("\u2212") : QString()) + QString::number(unit.unit);
}

QString editText(const core::StateEdit& edit, const std::vector<std::string>& tokens)
{
    const int end = int(tokens.size()) - 1;
    const int last = edit.last < 0 ? end : std::min(int(edit.last), end);
    const QString where = edit.first == 0 && last == end ? StatesView::tr("at all words")
                                                         : wordsText(tokens, int(edit.first), last);
    const QString unit
        = edit.unit < 0 ? StatesView::tr("all units") : StatesView::tr("unit %1").arg(edit.unit);
    const QString what = edit.fromText.empty()
        ? value(edit.value)
        : StatesView::tr("that of \u201c%1\u201d").arg(QString::fromStdString(edit.fromText));
    return StatesView::tr("%1 of %2, %3 \u2192 %4")
        .arg(QString::fromStdString(edit.quantity), unit, where, what);
}

QString statesWords(const core::States& states, int quantity, const std::set<int>& marked)
{
    constexpr int kMostUnits = 8;
    QStringList lines;
    if (states.edited) {
        lines << StatesView::tr("As computed: %1").arg(verdictText(states.plain.verdict))
              << StatesView::tr("Edited: %1").arg(verdictText(states.edited->verdict));
        if (const QString changes = changesText(states); !changes.isEmpty())
            lines << changes;
    } else {
        lines << StatesView::tr("Prediction: %1").arg(verdictText(states.plain.verdict));
    }
    if (quantity < 0)
        return lines.join(QLatin1Char('\n'));
    const StateMatrix matrix
        = stateMatrix(states, quantity, states.edited ? StateSide::Edited : StateSide::Plain);
    lines << QString::fromStdString(states.cell.quantities[size_t(quantity)].equation);
    std::vector<int> units(marked.begin(), marked.end());
    if (units.empty()) {
        units = orderedUnits(matrix.values, matrix.tokens, matrix.units, UnitOrder::Activity);
        lines << StatesView::tr("The units with the largest values:");
    } else {
        lines << StatesView::tr("The marked units:");
    }
    for (size_t i = 0; i < std::min(units.size(), size_t(kMostUnits)); ++i) {
        QStringList numbers;
        for (int t = 0; t < matrix.tokens && units[i] < matrix.units; ++t)
            numbers << readableToken(states.tokens[size_t(t)]) + QLatin1Char(' ')
                    + scoreText(matrix.at(t, units[i]));
        lines << StatesView::tr("%1 of unit %2: %3")
                     .arg(matrix.name)
                     .arg(units[i])
                     .arg(numbers.join(QStringLiteral(", ")));
    }
    for (const core::UnitEquation& equation : states.equations)
        lines << equationText(equation);
    return lines.join(QLatin1Char('\n'));
}

} // namespace ui
