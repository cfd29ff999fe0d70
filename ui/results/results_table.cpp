#include "ui/results/results_table.h"

#include "core/base/message.h"
#include "ui/results/prediction_filter.h"
#include "ui/text/sentences.h"
#include "ui/widgets/picture_file.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QTableView>

namespace ui {

ResultsTable::ResultsTable(QWidget* parent)
    : RowTable(parent)
    , m_model(new PredictionModel(this))
    , m_filter(new PredictionFilter(*m_model, this))
{
    build(*m_filter, QStringLiteral("predictionTable"),
          tr("Texts and predictions; Return opens a text"), PredictionModel::Text);
    buildFilters();
}

void ResultsTable::buildFilters()
{
    QComboBox* judgement = makeFilterBox(QStringLiteral("judgementBox"), tr("Right or wrong"),
                                         {tr("all"), tr("\u2713 right"), tr("\u2717 wrong")}, 4);
    connect(judgement, &QComboBox::currentIndexChanged, this,
            [this](int index) { m_filter->setJudgement(PredictionFilter::Judgement(index)); });
    addFilter(judgement);
    m_trueBox = makeFilterBox(QStringLiteral("trueBox"), tr("True class"), {}, 9);
    m_predictedBox = makeFilterBox(QStringLiteral("predictedBox"), tr("Predicted class"), {}, 9);
    for (QComboBox* box : {m_trueBox, m_predictedBox}) {
        connect(box, &QComboBox::currentIndexChanged, this, [this] {
            m_filter->setClasses(m_trueBox->currentIndex() - 1, m_predictedBox->currentIndex() - 1);
            Q_EMIT classesCleared();
        });
        addFilter(box);
    }
}

void ResultsTable::fitColumns()
{
    const QFontMetrics words(Theme::instance().textFont());
    table().setColumnWidth(PredictionModel::Sign, 2 * words.height());
    int widest = words.horizontalAdvance(tr("Predicted"));
    for (const QString& name : m_classes)
        widest = std::max(widest, words.horizontalAdvance(name));
    constexpr int margin = 28; // with the sort arrow
    const int most
        = std::max(table().width() / 6, words.horizontalAdvance(tr("Predicted")) + margin);
    for (const int column : {PredictionModel::True, PredictionModel::Predicted})
        table().setColumnWidth(column, std::min(widest + margin, most));
    table().setColumnWidth(PredictionModel::Confidence,
                           words.horizontalAdvance(tr("Confidence")) + margin);
}

void ResultsTable::activate(int row)
{
    Q_EMIT textActivated(QString::fromStdString(m_filter->predictionAt(row).text));
}

void ResultsTable::setPredictions(const std::vector<core::Prediction>& predictions,
                                  const QStringList& classes)
{
    if (classes != m_classes || m_trueBox->count() == 0) {
        m_classes = classes;
        const QSignalBlocker trueQuiet(m_trueBox), predictedQuiet(m_predictedBox);
        for (QComboBox* box : {m_trueBox, m_predictedBox}) {
            box->clear();
            box->addItem(box == m_trueBox ? tr("any true") : tr("any predicted"));
            for (const QString& name : classes)
                box->addItem(name);
        }
    } else {
        const QSignalBlocker trueQuiet(m_trueBox), predictedQuiet(m_predictedBox);
        m_trueBox->setCurrentIndex(0);
        m_predictedBox->setCurrentIndex(0);
    }
    m_model->setPredictions(predictions, classes);
    restyle();
    showCount();
}

ResultsTable::Filtered ResultsTable::toggleClasses(int trueClass, int predictedClass)
{
    const bool same
        = m_filter->trueClass() == trueClass && m_filter->predictedClass() == predictedClass;
    const QSignalBlocker trueQuiet(m_trueBox), predictedQuiet(m_predictedBox);
    m_trueBox->setCurrentIndex(same ? 0 : trueClass + 1);
    m_predictedBox->setCurrentIndex(same ? 0 : predictedClass + 1);
    m_filter->setClasses(m_trueBox->currentIndex() - 1, m_predictedBox->currentIndex() - 1);
    return same ? Filtered::No : Filtered::Yes;
}

QString ResultsTable::countText(int shown, int all) const
{
    return shown == all ? tr("%1 texts. Click one to open it in Sentence.").arg(count(all))
                        : tr("%1 of %2 texts shown.").arg(count(shown), count(all));
}

std::string ResultsTable::csv() const
{
    std::string csv = "text,true,predicted,confidence,right";
    for (const QString& name : m_classes)
        csv += ',' + csvField("p(" + name.toStdString() + ')');
    csv += '\n';
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const core::Prediction& one = m_filter->predictionAt(row);
        const bool known = one.label >= 0;
        csv += csvField(one.text) + ','
            + (known ? csvField(m_model->className(one.label).toStdString()) : std::string()) + ','
            + csvField(m_model->className(one.predicted).toStdString()) + ','
            + core::numberText(one.confidence) + ','
            + (known ? (one.label == one.predicted ? "1" : "0") : "");
        for (const float probability : one.probabilities)
            csv += ',' + core::numberText(double(probability));
        csv += '\n';
    }
    return csv;
}

} // namespace ui
