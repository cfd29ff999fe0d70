#include "ui/results/results_table.h"

#include "core/base/message.h"
#include "ui/results/prediction_filter.h"
#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/picture_file.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

ResultsTable::ResultsTable(QWidget* parent)
    : QWidget(parent)
    , m_model(new PredictionModel(this))
    , m_filter(new PredictionFilter(*m_model, this))
    , m_table(new QTableView)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::instance().spacing(), 0, 0, 0);
    column->addWidget(buildFilters());
    buildTable();
    column->addWidget(m_table, 1);
    m_count = makeLabel({}, LabelRole::Muted);
    m_count->setObjectName(QStringLiteral("shownLabel"));
    column->addWidget(m_count);
    connect(m_filter, &PredictionFilter::filtered, this, &ResultsTable::showCount);
    connect(&Theme::instance(), &Theme::changed, this, &ResultsTable::restyle);
    restyle();
}

QWidget* ResultsTable::buildFilters()
{
    auto* group = new QWidget;
    auto* row = new QHBoxLayout(group);
    row->setContentsMargins(0, 0, 0, 0);
    auto* search = new QLineEdit;
    search->setObjectName(QStringLiteral("searchEdit"));
    search->setPlaceholderText(tr("Find in texts"));
    search->setAccessibleName(tr("Show only texts with these letters"));
    search->setClearButtonEnabled(true);
    search->setMinimumWidth(70);
    connect(search, &QLineEdit::textChanged, m_filter, &PredictionFilter::setText);
    auto* judgement = new QuietComboBox;
    judgement->setObjectName(QStringLiteral("judgementBox"));
    judgement->setAccessibleName(tr("Right or wrong"));
    judgement->addItems({tr("all"), tr("\u2713 right"), tr("\u2717 wrong")});
    connect(judgement, &QComboBox::currentIndexChanged, this,
            [this](int index) { m_filter->setJudgement(PredictionFilter::Judgement(index)); });
    judgement->setMinimumContentsLength(4);
    row->addWidget(search, 3);
    row->addWidget(judgement, 1);
    for (QComboBox** box : {&m_trueBox, &m_predictedBox}) {
        *box = new QuietComboBox;
        (*box)->setMinimumContentsLength(9);
        connect(*box, &QComboBox::currentIndexChanged, this, [this] {
            m_filter->setClasses(m_trueBox->currentIndex() - 1, m_predictedBox->currentIndex() - 1);
            Q_EMIT classesCleared();
        });
        row->addWidget(*box, 1);
    }
    m_trueBox->setObjectName(QStringLiteral("trueBox"));
    m_trueBox->setAccessibleName(tr("True class"));
    m_predictedBox->setObjectName(QStringLiteral("predictedBox"));
    m_predictedBox->setAccessibleName(tr("Predicted class"));
    auto* save = new QToolButton;
    save->setObjectName(QStringLiteral("exportButton"));
    save->setText(tr("Export"));
    save->setToolTip(tr("Save the rows shown as a CSV file"));
    save->setFocusPolicy(Qt::StrongFocus);
    connect(save, &QToolButton::clicked, this, &ResultsTable::exportRequested);
    row->addWidget(save);
    return group;
}

void ResultsTable::buildTable()
{
    m_table->setObjectName(QStringLiteral("predictionTable"));
    m_table->setAccessibleName(tr("Texts and predictions; Return opens a text"));
    m_table->setModel(m_filter);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder); // as they stand in the data, until asked
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setWordWrap(false);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setMinimumSectionSize(24);
    m_table->horizontalHeader()->setSectionResizeMode(PredictionModel::Text, QHeaderView::Stretch);
    m_table->installEventFilter(this);
    connect(m_table, &QTableView::clicked, this,
            [this](const QModelIndex& index) { activate(index.row()); });
}

void ResultsTable::restyle()
{
    const QFontMetrics words(Theme::instance().textFont());
    const int height = words.height() + 8;
    m_table->verticalHeader()->setDefaultSectionSize(height);
    m_table->setColumnWidth(PredictionModel::Sign, 2 * words.height());
    int widest = words.horizontalAdvance(tr("Predicted"));
    for (const QString& name : m_classes)
        widest = std::max(widest, words.horizontalAdvance(name));
    constexpr int margin = 28; // with the sort arrow
    const int most
        = std::max(m_table->width() / 6, words.horizontalAdvance(tr("Predicted")) + margin);
    for (const int column : {PredictionModel::True, PredictionModel::Predicted})
        m_table->setColumnWidth(column, std::min(widest + margin, most));
    m_table->setColumnWidth(PredictionModel::Confidence,
                            words.horizontalAdvance(tr("Confidence")) + margin);
}

void ResultsTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    restyle();
}

bool ResultsTable::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_table->currentIndex().isValid()) {
            activate(m_table->currentIndex().row());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
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

void ResultsTable::showCount()
{
    const int shown = m_filter->rowCount(), all = m_model->rowCount();
    m_count->setText(shown == all
                         ? tr("%1 texts. Click one to open it in Sentence.").arg(count(all))
                         : tr("%1 of %2 texts shown.").arg(count(shown), count(all)));
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
