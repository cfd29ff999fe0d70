#include "ui/by_hand/by_hand_form.h"

#include "ui/by_hand/number_grid.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace ui {

namespace {

constexpr int kLargestTable = 8; ///< Rows and columns that a class can still follow.

core::NumberTable tableOfRows(std::initializer_list<std::initializer_list<double>> rows)
{
    core::NumberTable table(static_cast<int64_t>(rows.size()),
                            static_cast<int64_t>(rows.begin()->size()));
    auto value = table.values.begin();
    for (const auto& row : rows)
        value = std::copy(row.begin(), row.end(), value);
    return table;
}

struct Example {
    const char* title; ///< QT_TRANSLATE_NOOP
    core::AttentionByHand attention;
};

const std::vector<Example>& examples()
{
    static const std::vector<Example> all = [] {
        core::AttentionByHand lookUp; // From lecture 001; its layer has 512 features in 8 heads.
        lookUp.queries = tableOfRows({{0, 10, 0}});
        lookUp.keys = tableOfRows({{10, 0, 0}, {0, 10, 0}, {0, 0, 10}, {0, 0, 10}});
        lookUp.values = tableOfRows({{1, 0, 0}, {10, 0, 0}, {100, 5, 0}, {1000, 6, 0}});
        lookUp.scale = 64;
        core::AttentionByHand twoKeys = lookUp;
        twoKeys.queries = tableOfRows({{0, 0, 10}, {10, 10, 0}});
        core::AttentionByHand before; // Each token asks for the one before it.
        before.queries = tableOfRows({{4, 0, 0, 0}, {4, 0, 0, 0}, {0, 4, 0, 0}, {0, 0, 4, 0}});
        before.keys = tableOfRows({{4, 0, 0, 0}, {0, 4, 0, 0}, {0, 0, 4, 0}, {0, 0, 0, 4}});
        before.values = tableOfRows({{1, 0}, {2, 0}, {3, 1}, {4, 1}});
        before.causal = true;
        core::AttentionByHand heads = before;
        heads.heads = 2;
        heads.causal = false;
        return std::vector<Example>{
            {QT_TRANSLATE_NOOP("ByHandForm", "The query equals one key (lecture 001)"), lookUp},
            {QT_TRANSLATE_NOOP("ByHandForm", "Two keys are equal, or the query mixes two"),
             twoKeys},
            {QT_TRANSLATE_NOOP("ByHandForm", "Each token looks at the one before, causal mask"),
             before},
            {QT_TRANSLATE_NOOP("ByHandForm", "Two heads"), heads}};
    }();
    return all;
}

/// The table with another size; what is new is 0.
core::NumberTable resized(const core::NumberTable& table, int64_t rows, int64_t columns)
{
    core::NumberTable result(rows, columns);
    for (int64_t row = 0; row < std::min(rows, table.rows); ++row)
        for (int64_t column = 0; column < std::min(columns, table.columns); ++column)
            result.at(row, column) = table.at(row, column);
    return result;
}

core::Json jsonOf(const core::NumberTable& table)
{
    return {{"rows", table.rows}, {"columns", table.columns}, {"values", table.values}};
}

/// @throws core::Json::exception, and nothing fits when the table is no small one.
core::NumberTable tableFrom(const core::Json& json)
{
    core::NumberTable table;
    table.rows = json.at("rows").get<int64_t>();
    table.columns = json.at("columns").get<int64_t>();
    table.values = json.at("values").get<std::vector<double>>();
    return table;
}

bool isSmall(const core::NumberTable& table)
{
    return table.rows >= 1 && table.rows <= kLargestTable && table.columns >= 1
        && table.columns <= kLargestTable
        && static_cast<int64_t>(table.values.size()) == table.rows * table.columns
        && std::all_of(table.values.begin(), table.values.end(),
                       [](double value) { return std::isfinite(value); });
}

bool fits(const core::AttentionByHand& attention)
{
    return isSmall(attention.queries) && isSmall(attention.keys) && isSmall(attention.values)
        && attention.queries.columns == attention.keys.columns
        && attention.keys.rows == attention.values.rows && attention.heads >= 1
        && attention.keys.columns % attention.heads == 0
        && attention.values.columns % attention.heads == 0
        && (!attention.scale || *attention.scale >= 1.0);
}

} // namespace

ByHandForm::ByHandForm(QWidget* parent)
    : QWidget(parent)
    , m_examples(named(new QuietComboBox, "byHandExamples", tr("Examples")))
    , m_queries(new NumberGrid(tr("&Queries Q"), QStringLiteral("q")))
    , m_keys(new NumberGrid(tr("&Keys K"), QStringLiteral("k")))
    , m_values(new NumberGrid(tr("&Values V"), QStringLiteral("v")))
    , m_problem(named(makeLabel({}, LabelRole::Muted), "byHandProblem"))
{
    m_examples->addItem(tr("Example ..."));
    for (const Example& example : examples())
        m_examples->addItem(tr(example.title));
    auto* layout = makeColumn(this, {m_examples, makeSizes()});
    constexpr int kDigits = 3; // Six columns fit.
    for (NumberGrid* grid : {m_queries, m_keys, m_values}) {
        layout->addWidget(grid);
        grid->setDigits(kDigits);
        connect(grid, &NumberGrid::edited, this, [this] {
            m_problem->setText(tr("Tables can be pasted from a spreadsheet."));
            Q_EMIT edited();
        });
        connect(grid, &NumberGrid::refused, this, &ByHandForm::showRefused);
    }
    layout->addWidget(m_problem);
    layout->addWidget(makeSwitches());
    layout->addStretch(1);
    connect(m_examples, &QComboBox::activated, this, &ByHandForm::takeExample);
    m_problem->setText(tr("Tables can be pasted from a spreadsheet."));
    setAttention(examples().front().attention);
}

QSpinBox* ByHandForm::makeSize(const QString& name, const QString& objectName)
{
    auto* box = named(new QSpinBox, objectName);
    box->setRange(1, kLargestTable);
    box->setAccessibleName(name);
    connect(box, &QSpinBox::valueChanged, this, [this] {
        resizeTables();
        Q_EMIT edited();
    });
    return box;
}

QWidget* ByHandForm::makeSizes()
{
    auto* sizes = new QWidget;
    auto* grid = new QGridLayout(sizes);
    grid->setContentsMargins(0, 0, 0, 0);
    m_queryCount = makeSize(tr("Number of queries"), QStringLiteral("byHandQueries"));
    m_keyCount = makeSize(tr("Number of keys and values"), QStringLiteral("byHandKeys"));
    m_features = makeSize(tr("Features of queries and keys"), QStringLiteral("byHandFeatures"));
    m_valueFeatures = makeSize(tr("Features of values"), QStringLiteral("byHandValueFeatures"));
    const std::vector<std::pair<QString, QSpinBox*>> rows{{tr("Queries"), m_queryCount},
                                                          {tr("Keys"), m_keyCount},
                                                          {tr("Features"), m_features},
                                                          {tr("of values"), m_valueFeatures}};
    for (size_t i = 0; i < rows.size(); ++i) {
        const int row = static_cast<int>(i) / 2, column = static_cast<int>(i) % 2 * 2;
        grid->addWidget(makeNameLabel(rows[i].first, *rows[i].second), row, column);
        grid->addWidget(rows[i].second, row, column + 1);
    }
    return sizes;
}

QWidget* ByHandForm::makeSwitches()
{
    auto* switches = new QWidget;
    auto* form = new QFormLayout(switches);
    form->setContentsMargins(0, 0, 0, 0);
    m_heads = named(new QuietComboBox, "byHandHeads", tr("Heads"),
                    tr("One head has a single pattern of weights. Use more heads to attend to "
                       "several things at once; each has its own columns of the three tables."));
    form->addRow(makeNameLabel(tr("&Heads"), *m_heads), m_heads);
    m_scale = named(new QSpinBox, "byHandScale", tr("Scores divided by the root of"),
                    tr("Large scores make the softmax select a single key, and learning stops: "
                       "divide them by the root of d. 1 leaves them unchanged."));
    m_scale->setRange(0, 4096);
    m_scale->setSpecialValueText(tr("features of a head"));
    form->addRow(makeNameLabel(tr("Scores divided by √&d, d ="), *m_scale), m_scale);
    m_causal = named(new QCheckBox(tr("&Causal mask")), "byHandCausal", {},
                     tr("A decoder must not see the tokens that it predicts: query i attends to "
                        "the keys 1 to i only."));
    m_gradients = named(new QCheckBox(tr("Show &gradients")), "byHandGradients", {},
                        tr("Show the derivatives of the output's sum, or of the output cell that "
                           "you click, with respect to every number."));
    form->addRow(m_causal);
    form->addRow(m_gradients);
    connect(m_heads, &QComboBox::activated, this, &ByHandForm::edited);
    connect(m_scale, &QSpinBox::valueChanged, this, &ByHandForm::edited);
    connect(m_causal, &QCheckBox::toggled, this, &ByHandForm::edited);
    connect(m_gradients, &QCheckBox::toggled, this, &ByHandForm::edited);
    return switches;
}

core::AttentionByHand ByHandForm::attention() const
{
    core::AttentionByHand attention;
    attention.queries = m_queries->table();
    attention.keys = m_keys->table();
    attention.values = m_values->table();
    attention.heads = m_heads->currentData().toLongLong();
    if (m_scale->value() > 0)
        attention.scale = m_scale->value();
    attention.causal = m_causal->isChecked();
    return attention;
}

bool ByHandForm::wantsGradients() const
{
    return m_gradients->isChecked();
}

void ByHandForm::setAttention(const core::AttentionByHand& attention)
{
    const QSignalBlocker quiet(this);
    const QSignalBlocker boxes[]
        = {QSignalBlocker(m_queryCount),    QSignalBlocker(m_keyCount), QSignalBlocker(m_features),
           QSignalBlocker(m_valueFeatures), QSignalBlocker(m_scale),    QSignalBlocker(m_causal)};
    m_queries->setTable(attention.queries);
    m_keys->setTable(attention.keys);
    m_values->setTable(attention.values);
    m_queryCount->setValue(static_cast<int>(attention.queries.rows));
    m_keyCount->setValue(static_cast<int>(attention.keys.rows));
    m_features->setValue(static_cast<int>(attention.keys.columns));
    m_valueFeatures->setValue(static_cast<int>(attention.values.columns));
    m_scale->setValue(static_cast<int>(attention.scale.value_or(0.0)));
    m_causal->setChecked(attention.causal);
    offerHeads(attention.heads);
}

void ByHandForm::setTables(const core::AttentionByHand& attention, const QStringList& queries,
                           const QStringList& keys)
{
    nameRows(queries, keys);
    setAttention(attention);
}

/// "k2 film": the rows keep the names that equations have for them.
void ByHandForm::nameRows(const QStringList& queries, const QStringList& keys)
{
    const auto numbered = [](QChar table, const QStringList& tokens) {
        QStringList names;
        for (const QString& token : tokens)
            names << QStringLiteral("%1%2 %3").arg(table).arg(names.size() + 1).arg(token);
        return names;
    };
    m_queries->setNames(numbered(u'q', queries), {});
    m_keys->setNames(numbered(u'k', keys), {});
    m_values->setNames(numbered(u'v', keys), {});
}

void ByHandForm::takeExample(int index)
{
    m_examples->setCurrentIndex(0); // Numbers that are typed later are no longer the example.
    if (index < 1)
        return;
    setTables(examples()[static_cast<size_t>(index - 1)].attention, {}, {});
    Q_EMIT edited();
}

void ByHandForm::resizeTables()
{
    nameRows({}, {}); // Rows that are added are no tokens.
    m_queries->setTable(resized(m_queries->table(), m_queryCount->value(), m_features->value()));
    m_keys->setTable(resized(m_keys->table(), m_keyCount->value(), m_features->value()));
    m_values->setTable(resized(m_values->table(), m_keyCount->value(), m_valueFeatures->value()));
    offerHeads(m_heads->currentData().toLongLong());
}

/// Numbers of heads that divide both kinds of features.
void ByHandForm::offerHeads(int64_t wanted)
{
    m_heads->clear();
    for (int heads = 1; heads <= kLargestTable; ++heads)
        if (m_keys->table().columns % heads == 0 && m_values->table().columns % heads == 0)
            m_heads->addItem(QString::number(heads), heads);
    m_heads->setCurrentIndex(std::max(0, m_heads->findData(QVariant::fromValue(int(wanted)))));
}

void ByHandForm::showRefused(const QString& text)
{
    m_problem->setText(
        tr("\"%1\" is not a number between -10⁹ and 10⁹; the cell keeps its value.").arg(text));
}

core::Json ByHandForm::state() const
{
    const core::AttentionByHand now = attention();
    return {{"queries", jsonOf(now.queries)}, {"keys", jsonOf(now.keys)},
            {"values", jsonOf(now.values)},   {"heads", now.heads},
            {"scale", m_scale->value()},      {"causal", now.causal},
            {"gradients", wantsGradients()}};
}

void ByHandForm::setState(const core::Json& state)
{
    core::AttentionByHand saved;
    bool gradients = false;
    try {
        saved.queries = tableFrom(state.at("queries"));
        saved.keys = tableFrom(state.at("keys"));
        saved.values = tableFrom(state.at("values"));
        saved.heads = state.at("heads").get<int64_t>();
        if (const int scale = state.at("scale").get<int>(); scale > 0)
            saved.scale = scale;
        saved.causal = state.at("causal").get<bool>();
        gradients = state.at("gradients").get<bool>();
    } catch (const core::Json::exception&) {
        return;
    }
    if (!fits(saved))
        return;
    setAttention(saved);
    const QSignalBlocker quiet(m_gradients);
    m_gradients->setChecked(gradients);
}

} // namespace ui
