#include "ui/setup/plan_text.h"

#include "ui/setup/setup_panel.h"
#include "ui/setup/spec_access.h"
#include "ui/text/score_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/number_box.h"

#include <QFileInfo>
#include <QStringList>

namespace ui {

namespace {

QString whole(const core::Json& object, const std::string& name)
{
    return count(qint64(number(object, name)));
}

QString kindTitle(const core::Json& selection, const core::Catalogue& catalogue,
                  const std::string& family)
{
    const std::string id = text(selection, "kind");
    const core::KindDescription* kind = core::findKind(catalogue, family, id);
    return kind == nullptr ? QString::fromStdString(id) : coreText(kind->title);
}

/// "Attention" -> "attention" within a line; "CRF" stays.
QString lowered(QString title)
{
    if (title.size() > 1 && title[1].isLower())
        title[0] = title[0].toLower();
    return title;
}

/// Its width, such as " 64"; empty: it has none.
QString widthText(const core::Json& network)
{
    for (const char* width : {"hidden_size", "filters"}) {
        if (member(network, width).is_number())
            return u' ' + whole(network, width);
    }
    return {};
}

/// ", 2 layers, 4 heads"
QString countsText(const core::Json& network, const core::KindDescription& kind)
{
    QString counts;
    for (const core::OptionDescription& option : kind.options) {
        const bool counted = option.name == "layers" || option.name == "heads";
        if (counted && member(network, option.name).is_number())
            counts += QStringLiteral(", %1 %2").arg(
                whole(network, option.name),
                unitOf(number(network, option.name),
                       option.unit.empty() ? option.name : option.unit));
    }
    return counts;
}

QString optimiserSentence(const core::Json& training, const core::Catalogue& catalogue)
{
    const core::Json optimiser = member(training, "optimiser");
    const QString name = kindTitle(optimiser, catalogue, "optimiser");
    const QString schedule = kindTitle(member(training, "schedule"), catalogue, "schedule");
    if (!member(optimiser, "learning_rate").is_number())
        return SetupPanel::tr("%1 updates the weights; schedule: %2.").arg(name, schedule);
    return SetupPanel::tr("%1 updates the weights with learning rate %2; schedule: %3.")
        .arg(name, NumberBox::numberText(number(optimiser, "learning_rate")), schedule);
}

QString batchSentence(const core::Json& training, const core::TaskColumns& columns)
{
    QString all
        = filled(isRunningText(columns) ? SetupPanel::tr(
                     "%1 {pass|passes} over the text; a batch has %2 pieces of it, side by side.")
                     : columns.arePairs()
                     ? SetupPanel::tr("%1 {pass|passes} over the pairs in batches of %2.")
                     : SetupPanel::tr("%1 {pass|passes} over the texts in batches of %2."),
                 {whole(training, "epochs"), whole(training, "batch_size")});
    if (number(training, "accumulation") > 1)
        all += u' '
            + SetupPanel::tr("The gradients of %1 batches are accumulated before each update.")
                  .arg(whole(training, "accumulation"));
    if (number(training, "batch_tokens") > 0)
        all += u' '
            + filled(SetupPanel::tr("No batch has more than %1 padded {token|tokens}."),
                     {whole(training, "batch_tokens")});
    return all;
}

QString clippingSentence(const core::Json& training)
{
    const double norm = number(training, "clip_norm");
    QStringList all;
    all << (norm > 0 ? SetupPanel::tr("Gradients are scaled down to norm %1.")
                           .arg(NumberBox::numberText(norm))
                     : SetupPanel::tr("Gradients are not clipped."));
    if (number(training, "label_smoothing") > 0)
        all << SetupPanel::tr("Labels are smoothed by %1.")
                   .arg(NumberBox::numberText(number(training, "label_smoothing")));
    return all.join(u' ');
}

QString stoppingSentence(const core::Json& training)
{
    const MonitorText monitor = monitorText(text(training, "monitor"));
    QStringList all;
    all << (monitor.higherIsBetter
                ? SetupPanel::tr("The epoch with the highest %1 is the best one.")
                : SetupPanel::tr("The epoch with the lowest %1 is the best one."))
               .arg(monitor.title);
    if (number(training, "patience") > 0)
        all << filled(SetupPanel::tr("The run stops after %1 {epoch|epochs} without a better one."),
                      {whole(training, "patience")});
    if (number(training, "maximum_updates") > 0)
        all << filled(SetupPanel::tr("It stops after %1 {update|updates} at the latest."),
                      {whole(training, "maximum_updates")});
    if (number(training, "maximum_minutes") > 0)
        all << SetupPanel::tr("It stops after %1 of training at the latest.")
                   .arg(duration(60.0 * number(training, "maximum_minutes")));
    return all.join(u' ');
}

QString decodingSentence(const core::Json& decoding, const core::Catalogue& catalogue)
{
    QStringList all;
    if (number(decoding, "validation_sentences") > 0)
        all << filled(
            SetupPanel::tr("After each epoch %1 {pair is|pairs are} translated greedily."),
            {whole(decoding, "validation_sentences")});
    all << SetupPanel::tr("Search for the test: %1.")
               .arg(kindTitle(member(decoding, "search"), catalogue, "search"));
    return all.join(u' ');
}

QString machineSentence(const core::Json& training)
{
    return SetupPanel::tr("Device %1, seed %2.")
        .arg(QString::fromStdString(text(training, "device")),
             QString::number(qint64(number(training, "seed"))));
}

/// The bundled sample or the files: "reviews", "a.csv and 2 more".
QString sourceName(const core::Json& data, const core::Catalogue& catalogue)
{
    const core::Json train = member(data, "train");
    if (!train.is_array() || train.empty()) {
        const core::Json sample = member(data, "sample");
        const std::string id = text(sample, "kind");
        return id.empty() || id == "none" ? SetupPanel::tr("nothing chosen yet")
                                          : kindTitle(sample, catalogue, "sample");
    }
    const QString first = train.front().is_string()
        ? QFileInfo(QString::fromStdString(train.front().get<std::string>())).fileName()
        : QString();
    return train.size() == 1
        ? first
        : SetupPanel::tr("%1 and %2 more").arg(first, count(qint64(train.size()) - 1));
}

} // namespace

QString planText(const core::Json& spec, const core::TaskColumns& columns,
                 const core::Catalogue& catalogue)
{
    const core::Json training = member(spec, "training");
    const core::Json decoding = member(member(spec, "task"), "decoding");
    QStringList all{optimiserSentence(training, catalogue), batchSentence(training, columns),
                    clippingSentence(training), stoppingSentence(training)};
    if (decoding.is_object())
        all << decodingSentence(decoding, catalogue);
    all << machineSentence(training);
    return all.join(u'\n');
}

QString dataSummary(const core::Json& data, const core::DataPreview* preview,
                    const core::Catalogue& catalogue)
{
    const QString line = sourceName(data, catalogue);
    if (preview == nullptr)
        return line;
    const QString rows = count(preview->trainRows + preview->validRows + preview->testRows);
    const QString classes = count(qint64(preview->classes.size()));
    const QString from = QString::fromStdString(text(data, "source_language"));
    const QString to = QString::fromStdString(text(data, "target_language"));
    if (preview->read.arePairs() && (from.isEmpty() || to.isEmpty()))
        return filled(SetupPanel::tr("%1, %2 {pair|pairs}"), {line, rows});
    if (preview->read.arePairs())
        return filled(SetupPanel::tr("%1, %2 {pair|pairs}, %3 \u2192 %4"), {line, rows, from, to});
    if (preview->classes.empty())
        return filled(SetupPanel::tr("%1, %2 {text|texts}"), {line, rows});
    return filled(preview->read.answers(core::ColumnKind::Tags)
                      ? SetupPanel::tr("%1, %2 {text|texts}, %3 {tag|tags}")
                      : SetupPanel::tr("%1, %2 {text|texts}, %3 {class|classes}"),
                  {line, rows, classes});
}

QString sheetTitle(const core::SheetSummary& sheet)
{
    const QString name = QString::fromStdString(sheet.name);
    const QString marked = sheet.hidden ? SetupPanel::tr("%1 (hidden)").arg(name) : name;
    if (sheet.hasMoreRows && sheet.rows == 0) // None of them was seen.
        return marked;
    return filled(sheet.hasMoreRows ? SetupPanel::tr("%1, more than %2 {row|rows}")
                                    : SetupPanel::tr("%1, %2 {row|rows}"),
                  {marked, count(sheet.rows)});
}

QString textSummary(const core::Json& spec, const core::Catalogue& catalogue)
{
    const core::Json source = member(spec, "text");
    const core::Json target = member(member(spec, "task"), "target_text");
    const QString tokeniser = kindTitle(member(source, "tokeniser"), catalogue, "tokeniser");
    const QString tokens = whole(source, "vocabulary_size");
    if (tokeniser.isEmpty()) // The data hold the words.
        return filled(SetupPanel::tr("the words of the data, at most %1"), {tokens});
    if (!target.is_object())
        return filled(SetupPanel::tr("%1, %2 {token|tokens}"), {tokeniser, tokens});
    if (flag(target, "joint"))
        return filled(SetupPanel::tr("%1, %2 {token|tokens} for both sides"), {tokeniser, tokens});
    const QString other = kindTitle(member(target, "tokeniser"), catalogue, "tokeniser");
    const QString both
        = tokeniser == other ? tokeniser : tokeniser + QStringLiteral(" \u2192 ") + other;
    return SetupPanel::tr("%1, %2 + %3 tokens").arg(both, tokens, whole(target, "vocabulary_size"));
}

QString modelSummary(const core::Json& model, const core::Catalogue& catalogue)
{
    const core::Json network = member(model, "network");
    QString summary = kindTitle(network, catalogue, "network");
    const core::KindDescription* kind = core::findKind(catalogue, "network", text(network, "kind"));
    if (kind == nullptr)
        return summary;
    const QString width = widthText(network);
    if (width.isEmpty()) // Layers and heads say enough for one line.
        return summary + countsText(network, *kind);
    summary += width;
    if (member(network, "layers").is_number() && number(network, "layers") > 1.0)
        summary += countsText(network, *kind);
    if (flag(network, "bidirectional"))
        summary += SetupPanel::tr(", bidirectional");
    const core::Json pooling = member(network, "pooling");
    if (pooling.is_object())
        summary += QStringLiteral(", ") + lowered(kindTitle(pooling, catalogue, "pooling"));
    return summary;
}

QString trainingSummary(const core::Json& training, const core::Catalogue& catalogue)
{
    const core::Json optimiser = member(training, "optimiser");
    QString name = kindTitle(optimiser, catalogue, "optimiser");
    if (member(optimiser, "learning_rate").is_number())
        name += u' ' + NumberBox::numberText(number(optimiser, "learning_rate"));
    return filled(SetupPanel::tr("%1, %2 {epoch|epochs}"), {name, whole(training, "epochs")});
}

} // namespace ui
