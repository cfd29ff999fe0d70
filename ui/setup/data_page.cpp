#include "ui/setup/data_page.h"

#include "ui/setup/decision_lines.h"
#include "ui/setup/plan_text.h"
#include "ui/setup/preview_plots.h"
#include "ui/setup/preview_tables.h"
#include "ui/setup/raw_rows_table.h"
#include "ui/setup/spec_access.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/problem_line.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QLocale>
#include <QPushButton>

namespace ui {

namespace {

/// The one fact that depends on what is learnt from the texts.
Fact answerFact(const core::DataPreview& preview)
{
    if (preview.read.answers(core::ColumnKind::Tags))
        return {count(qint64(preview.classes.size())), DataPage::tr("{tag|tags}"),
                preview.tagScheme.empty()
                    ? DataPage::tr("Different tags.")
                    : DataPage::tr("Different tags; they mark spans by the scheme %1.")
                          .arg(QString::fromStdString(preview.tagScheme))};
    if (preview.read.answers(core::ColumnKind::Spans))
        return {count(preview.trainRows + preview.validRows + preview.testRows),
                DataPage::tr("{question|questions}"),
                DataPage::tr("Each has a passage that contains its answer.")};
    if (!preview.read.answers(core::ColumnKind::Number))
        return {count(qint64(preview.classes.size())), DataPage::tr("{class|classes}"),
                DataPage::tr("Different labels.")};
    const QLocale locale;
    return {
        DataPage::tr("%1 to %2")
            .arg(locale.toString(preview.numbers.least, 'g', 4),
                 locale.toString(preview.numbers.greatest, 'g', 4)),
        DataPage::tr("numbers"),
        DataPage::tr(
            "The smallest and the largest number. Half of them are below %1, and their mean is %2.")
            .arg(locale.toString(preview.numbers.median, 'g', 4),
                 locale.toString(preview.numbers.mean, 'g', 4))};
}

/// A running text has no answers, and lines that come again, such as empty ones, are part of it.
std::vector<Fact> runningFacts(const core::DataPreview& preview)
{
    return {{count(preview.trainRows), DataPage::tr("training {line|lines}"),
             DataPage::tr("The network learns from these; each line end is a token, too.")},
            {count(preview.validRows), DataPage::tr("validation {line|lines}"),
             DataPage::tr("Scored after each epoch; they decide which epoch is the best one.")},
            {count(preview.testRows), DataPage::tr("test {line|lines}"),
             DataPage::tr("Scored once, at the end, with the best epoch.")}};
}

std::vector<Fact> textFacts(const core::DataPreview& preview)
{
    return {{count(preview.trainRows), DataPage::tr("training {text|texts}"),
             DataPage::tr("The network learns from these.")},
            {count(preview.validRows), DataPage::tr("validation {text|texts}"),
             DataPage::tr("Scored after each epoch; they decide which epoch is the best one.")},
            {count(preview.testRows), DataPage::tr("test {text|texts}"),
             DataPage::tr("Scored once, at the end, with the best epoch.")},
            answerFact(preview),
            {count(preview.duplicateRows), DataPage::tr("{duplicate|duplicates}"),
             DataPage::tr("Training texts that occur earlier in the training texts.")},
            {count(preview.overlapRows), DataPage::tr("overlap"),
             DataPage::tr("Test and validation texts that also occur in the training texts, so "
                          "that the scores on them are too good.")}};
}

std::vector<Fact> pairFacts(const core::DataPreview& preview)
{
    return {{count(preview.trainRows), DataPage::tr("training {pair|pairs}"),
             DataPage::tr("The network learns from these.")},
            {count(preview.validRows), DataPage::tr("validation {pair|pairs}"),
             DataPage::tr("Scored after each epoch; they decide which epoch is the best one.")},
            {count(preview.testRows), DataPage::tr("test {pair|pairs}"),
             DataPage::tr("Translated once, at the end, with the best epoch.")},
            {count(preview.duplicateRows), DataPage::tr("{duplicate|duplicates}"),
             DataPage::tr("Training pairs that occur earlier in the training pairs.")},
            {count(preview.overlapRows), DataPage::tr("overlap"),
             DataPage::tr("Test and validation pairs that also occur in the training pairs, so "
                          "that the scores on them are too good.")}};
}

QWidget* makeNote(const QString& text, QWidget* parent)
{
    auto* note = new QWidget(parent);
    auto* sign = new QLabel(note);
    setIcon(*sign, QStringLiteral("info"), IconTone::Muted);
    sign->setAccessibleName(DataPage::tr("Note"));
    makeRow(note, {{sign, 0, Qt::AlignTop}, {makeLabel(text, LabelRole::Muted, note), 1}}, 4);
    return note;
}

} // namespace

DataPage::DataPage(QWidget* parent) : PreviewPage(tr("Data"), QStringLiteral("drop"), parent)
{
    QPushButton* choose = empty().addButton(tr("Open..."));
    choose->setObjectName(QStringLiteral("emptyChooseFilesButton"));
    choose->setAccessibleDescription(tr("Choose the texts to learn from in a dialog"));
    connect(choose, &QPushButton::clicked, this, &DataPage::chooseRequested);
    makeContent();
    setColumns({});
}

void DataPage::setColumns(const core::TaskColumns& columns)
{
    if (columns.arePairs())
        empty().setTexts(
            tr("Drop texts and their translations here"),
            tr("Two parallel files (train.de and train.en), together or one after the other, or a "
               "file of pairs. Languages, columns and encoding are recognised and shown here, with "
               "the lengths of both sides and every pair that cannot be used."));
    else if (columns.answers(core::ColumnKind::Number))
        empty().setTexts(tr("Drop texts with numbers here"),
                         tr("A CSV, TSV or JSON Lines file with a column of texts and one of "
                            "numbers. Format, columns and encoding are recognised and shown here, "
                            "with lengths and every row that cannot be read."));
    else if (columns.answers(core::ColumnKind::Tags))
        empty().setTexts(
            tr("Drop tagged words here"),
            tr("Words in columns (CoNLL), Universal Dependencies (CoNLL-U) or word/tag. Format, "
               "columns and the scheme of the tags are recognised and shown here, with tag "
               "frequencies, lengths and every row that cannot be read."));
    else if (columns.answers(core::ColumnKind::Spans))
        empty().setTexts(tr("Drop questions about passages here"),
                         tr("A JSON file in the form of SQuAD: passages (context) with questions "
                            "(qas), each with its answers and where they begin. Questions, "
                            "passages and answers are shown here, with lengths and every question "
                            "that cannot be used."));
    else
        empty().setTexts(tr("Drop labelled texts here"),
                         tr("A CSV, TSV or JSON Lines file, one folder per class, or an archive of "
                            "them. Format, columns and encoding are recognised and shown here, "
                            "with class balance, lengths and every row that cannot be read."));
    showEmpty();
}

void DataPage::awaitPreview()
{
    empty().setTexts(tr("Data not read yet"),
                     tr("Their format, columns, lengths and every row that cannot be read are "
                        "shown here once they have been read."));
    showEmpty();
}

void DataPage::makeContent()
{
    m_recognised = named(makeLabel({}, LabelRole::Muted, this), "recognisedLabel");
    m_facts = new FactsRow(this);
    m_taggedTitle = makeLabel({}, LabelRole::Group, this);
    m_tagged = new TaggedRows(this);
    m_rows = new RawRowsTable(this);
    m_badRows = new BadRowsTable(this);
    m_exchange = named(new QPushButton(tr("S&wap the sides"), this), "exchangeSidesButton");
    const QString help
        = tr("Swaps source and target, if the network would translate in the wrong direction");
    setHelp(*m_exchange, help);
    m_notes = makeColumn(nullptr, {}, 4);
    m_decisions = new DecisionLines(this);
    m_sheets = named(new QuietComboBox(this), "sheetBox", tr("Sheet"),
                     tr("Read another sheet of this workbook"));
    m_sheets->setMinimumContentsLength(22);
    m_sheetLabel = makeLabel(tr("S&heet"), LabelRole::Muted, this);
    m_sheetLabel->setBuddy(m_sheets);
    content().addLayout(makeRow(nullptr, {{m_recognised, 1}, m_sheetLabel, m_sheets}));
    content().addWidget(m_facts);
    content().addLayout(m_notes);
    content().addWidget(m_decisions);
    content().addWidget(m_taggedTitle);
    content().addWidget(m_tagged);
    content().addWidget(m_rows);
    content().addWidget(m_exchange, 0, Qt::AlignLeft);
    content().addWidget(m_badRows);
    makePlots();
    m_baseline = named(makeLabel({}, LabelRole::Plain, this), "baselineLabel");
    content().addWidget(m_baseline); // Last: it comes later than all else and moves nothing.
    content().addStretch(1);
    connect(m_decisions, &DecisionLines::changeRequested, this, &DataPage::settingRequested);
    connect(m_sheets, &QComboBox::activated, this,
            [this] { Q_EMIT sheetChosen(m_sheets->currentData().toString().toStdString()); });
    connect(m_rows, &RawRowsTable::columnsChosen, this, &DataPage::columnsChosen);
    connect(m_badRows, &BadRowsTable::skipRequested, this, &DataPage::skipBadRowsRequested);
    connect(m_exchange, &QPushButton::clicked, this, &DataPage::exchangeSidesRequested);
}

void DataPage::makePlots()
{
    m_classes = new ClassBars(this);
    m_moreClasses = makeLabel({}, LabelRole::Muted, this);
    m_lengths = new LengthPlot(this);
    m_lengthText = named(makeLabel({}, LabelRole::Muted, this), "lengthLabel");
    m_classPlot = new QWidget(this);
    m_classTitle = makeLabel({}, LabelRole::Group, this);
    makeColumn(m_classPlot, {m_classTitle, {m_classes, 1}, m_moreClasses});
    auto* lengths = makeColumn(
        nullptr, {makeLabel(tr("Lengths"), LabelRole::Group, this), {m_lengths, 1}, m_lengthText});
    m_plots = new QWidget(this);
    makeRow(m_plots, {{m_classPlot, 1}, {lengths, 1}}, 3 * kGrid, {0, kGrid, 0, 0});
    m_pairPlots = new PairPlots(this);
    content().addWidget(m_plots);
    content().addWidget(m_pairPlots);
}

void DataPage::setPreview(const core::DataPreview& preview)
{
    QStringList recognised{coreText(preview.formatTitle),
                           QString::fromStdString(preview.encoding).toUpper()};
    if (preview.textBytes > 0)
        recognised << tr("%1 of text").arg(dataSize(preview.textBytes));
    recognised.removeAll(QString());
    m_recognised->setText(recognised.join(QStringLiteral("  \u00B7  ")));
    m_recognised->setVisible(!recognised.isEmpty());
    showSheets(preview);
    showFacts(preview);
    showNotes(preview);
    m_decisions->setDecisions(preview.decisions);
    m_rows->setPreview(preview);
    m_rows->setVisible(!preview.rows.empty());
    m_badRows->setRows(preview.badRows, preview.badRowCount);
    m_badRows->setSkipping(preview.spec.skipBadRows);
    const bool fromFiles = preview.spec.sample.kind == "none"; // Samples have one direction.
    m_exchange->setVisible(preview.read.arePairs() && fromFiles);
    showTagged(preview);
    showPlots(preview);
    setBaseline({});
    showContent();
}

void DataPage::showTagged(const core::DataPreview& preview)
{
    m_taggedTitle->setText(
        preview.tagScheme.empty()
            ? tr("Tagged sentences")
            : tr("Tagged sentences, spans by %1").arg(QString::fromStdString(preview.tagScheme)));
    m_tagged->setPreview(preview);
    for (QWidget* widget : QWidgetList{m_taggedTitle, m_tagged})
        widget->setVisible(!preview.taggedRows.empty());
}

void DataPage::showPlots(const core::DataPreview& preview)
{
    const bool pairs = preview.read.arePairs();
    m_pairPlots->setVisible(pairs && !preview.rows.empty()); // Empty axes would only puzzle.
    const bool counted = !preview.classes.empty() || !preview.numbers.counts.empty()
        || ((isRunningText(preview.read) || preview.read.answers(core::ColumnKind::Spans))
            && !preview.lengths.counts.empty());
    m_plots->setVisible(!pairs && counted);
    m_classPlot->setVisible(!preview.classes.empty());
    if (pairs) {
        m_pairPlots->setPreview(preview);
        return;
    }
    const bool tags = preview.read.answers(core::ColumnKind::Tags);
    m_classTitle->setText(tags ? tr("Words with each tag") : tr("Class balance"));
    m_classes->setClasses(preview.classes,
                          tags ? ClassBars::Counted::Words : ClassBars::Counted::Texts);
    const auto hidden = int(preview.classes.size()) - m_classes->shownClasses();
    m_moreClasses->setText(
        (tags ? tr("Rarer tags not shown: %1") : tr("Smaller classes not shown: %1")).arg(hidden));
    m_moreClasses->setVisible(hidden > 0);
    m_lengths->setTagged(tags);
    m_lengths->setWords(preview.lengths);
    m_lengthText->setText(m_lengths->text());
}

void DataPage::setBaseline(const QString& sentence)
{
    m_baseline->setText(sentence);
    m_baseline->setVisible(!sentence.isEmpty());
}

void DataPage::setTokenLengths(const std::vector<TokenLengths>& sides)
{
    if (sides.size() == 1) {
        m_lengths->setTokens(sides.front());
        m_lengthText->setText(m_lengths->text());
    } else if (sides.size() == 2) {
        m_pairPlots->setTokens(sides.front(), sides.back());
    }
}

void DataPage::showFacts(const core::DataPreview& preview)
{
    std::vector<Fact> facts = isRunningText(preview.read) ? runningFacts(preview)
        : preview.read.arePairs()                         ? pairFacts(preview)
                                                          : textFacts(preview);
    if (preview.badRowCount > 0)
        facts.push_back({count(preview.badRowCount), tr("bad {row|rows}"),
                         tr("Rows that cannot be used; they are listed below.")});
    m_facts->setFacts(facts);
}

void DataPage::showNotes(const core::DataPreview& preview)
{
    while (QLayoutItem* item = m_notes->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const core::Message& problem : preview.problems) {
        auto* line = new ProblemLine(this);
        line->setText(sentence(problem));
        m_notes->addWidget(line);
    }
    for (const core::Message& note : preview.notes)
        m_notes->addWidget(makeNote(sentence(note), this));
}

void DataPage::showSheets(const core::DataPreview& preview)
{
    QuietComboBox::Choices choices;
    for (const core::SheetSummary& sheet : preview.sheets)
        choices.emplace_back(sheetTitle(sheet), QString::fromStdString(sheet.name));
    m_sheets->setChoices(choices);
    m_sheets->setCurrentIndex(m_sheets->findData(QString::fromStdString(preview.sheet)));
    for (QWidget* widget : QWidgetList{m_sheetLabel, m_sheets})
        widget->setVisible(choices.size() > 1);
}

void DataPage::setSpec(const core::Json& spec)
{
    const auto source = qint64(number(member(spec, "text"), "maximum_length"));
    const auto target
        = qint64(number(member(member(spec, "task"), "target_text"), "maximum_length"));
    m_decisions->setSpec(spec);
    m_lengths->setMaximumLength(source);
    m_pairPlots->setMaximumLengths(source, target);
    m_badRows->setSkipping(flag(member(spec, "data"), "skip_bad_rows"));
}

void DataPage::setColumnsChoosable(bool text, bool label)
{
    m_textChoosable = text;
    m_labelChoosable = label;
    m_rows->setChoosable(text && m_editable, label && m_editable);
}

void DataPage::setEditable(bool editable)
{
    m_editable = editable;
    m_badRows->setEditable(editable);
    m_exchange->setEnabled(editable);
    m_sheets->setEnabled(editable);
    setColumnsChoosable(m_textChoosable, m_labelChoosable);
}

} // namespace ui
