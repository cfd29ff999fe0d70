#include "ui/search_by_hand/tree_form.h"

#include "core/base/error.h"
#include "core/probe/by_hand/search_by_hand.h"
#include "ui/by_hand/number_grid.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/quiet_combo_box.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace ui {

namespace {

struct TreeExample {
    const char* title; ///< QT_TRANSLATE_NOOP
    std::vector<std::string> lines;
};

/// After each beginning the same probabilities.
std::vector<std::string> forgetfulTree()
{
    const std::string next = ": yes=0.6 ok=0.3 </s>=0.1";
    std::vector<std::string> lines, open{"<s>"};
    for (int length = 0; length < 4; ++length) {
        std::vector<std::string> longer;
        for (const std::string& beginning : open) {
            lines.push_back(beginning + next);
            longer.push_back(beginning + " yes");
            longer.push_back(beginning + " ok");
        }
        open = longer;
    }
    return lines;
}

const std::vector<TreeExample>& treeExamples()
{
    static const std::vector<TreeExample> all{
        {QT_TRANSLATE_NOOP("TreeForm", "Greedy search misses the likeliest text (lecture 002)"),
         core::AskSearchByHand::lectureTree()},
        {QT_TRANSLATE_NOOP("TreeForm", "A short text wins unless scores are divided by the length"),
         {"<s>: yes=0.7 no=0.3", "no: </s>=1", "yes: yes=0.65 </s>=0.35",
          "yes yes: yes=0.6 </s>=0.4"}},
        {QT_TRANSLATE_NOOP("TreeForm", "Repetition: try presence and frequency penalties"),
         forgetfulTree()}};
    return all;
}

/// The words of the line, each once.
std::vector<std::string> distinctWords(const QString& text)
{
    std::vector<std::string> words;
    for (const QString& word : text.simplified().split(u' ', Qt::SkipEmptyParts))
        if (std::find(words.begin(), words.end(), word.toStdString()) == words.end())
            words.push_back(word.toStdString());
    return words;
}

/// Whether the tree can be written down in lines with this word.
bool isWord(const std::string& word)
{
    return word != core::TypedTree::kBegin && word != core::TypedTree::kEnd
        && word.find('=') == std::string::npos && word.back() != ':';
}

int64_t largestDepth(int64_t words)
{
    int64_t depth = core::TypedTree::kMostDepth;
    while (core::contextCount(words, depth) > core::TypedTree::kMostContexts)
        --depth;
    return depth;
}

QString wordsText(const core::TypedTree& tree)
{
    QStringList words;
    for (const std::string& word : tree.words)
        words << QString::fromStdString(word);
    return words.join(u' ');
}

} // namespace

TreeForm::TreeForm(QWidget* parent)
    : QWidget(parent)
    , m_examples(named(new QuietComboBox, "treeExamples", tr("Examples")))
    , m_grid(new NumberGrid(tr("&Probabilities of the next word"), QString()))
{
    m_examples->addItem(tr("Example ..."));
    for (const TreeExample& example : treeExamples())
        m_examples->addItem(tr(example.title));
    m_grid->setObjectName(QStringLiteral("treeGrid"));
    m_grid->setRange(0.0, 1.0);
    makeColumn(this, {m_examples, makeShape(), m_grid, makeProblem(), makeTexts(), freeSpace()});
    connect(m_examples, &QComboBox::activated, this, &TreeForm::takeExample);
    connect(m_grid, &NumberGrid::edited, this, &TreeForm::takeNumbers);
    connect(m_grid, &NumberGrid::refused, this, [this](const QString& text) {
        m_problem->setText(
            tr("\"%1\" is not a probability from 0 to 1; the cell keeps its value.").arg(text));
    });
    setTree(core::typedTree(treeExamples().front().lines));
}

QWidget* TreeForm::makeShape()
{
    auto* shape = new QWidget;
    m_words = named(new QLineEdit, "treeWords", tr("Words"),
                    tr("For another language, type its words with blanks between them; at most "
                       "%1. The end mark </s> belongs to every language.")
                        .arg(core::TypedTree::kMostWords));
    m_depth = named(new QSpinBox, "treeDepth", tr("Words of a text at most"),
                    tr("For longer texts, raise it: the table then has a row for each longer "
                       "beginning. After so many words every text ends."));
    makeColumn(shape,
               {makeRow(nullptr, {makeNameLabel(tr("&Words"), *m_words), {m_words, 1}}),
                makeRow(nullptr,
                        {{makeNameLabel(tr("Words of a te&xt at most"), *m_depth), 1}, m_depth})});
    connect(m_words, &QLineEdit::editingFinished, this, &TreeForm::takeWords);
    connect(m_depth, &QSpinBox::valueChanged, this, [this](int depth) {
        reshape(m_tree.words, depth);
        Q_EMIT reshaped();
    });
    return shape;
}

QWidget* TreeForm::makeProblem()
{
    auto* whole = new QWidget;
    m_problem = named(makeLabel({}, LabelRole::Muted), "treeProblem");
    m_normalise = named(new QPushButton(tr("&Normalise")), "treeNormalise", {},
                        tr("If the probabilities of a row do not sum to 1, divide each by the "
                           "sum of its row."));
    connect(m_normalise, &QPushButton::clicked, this, &TreeForm::normalise);
    makeRow(whole, {{m_problem, 1}, {m_normalise, 0, Qt::AlignTop}});
    return whole;
}

QWidget* TreeForm::makeTexts()
{
    auto* whole = new QWidget;
    m_title = named(makeLabel({}, LabelRole::Group), "treeTextsTitle");
    m_table = new RowView(QStringLiteral("treeTexts"), tr("All texts, likeliest first"));
    m_table->setColumns(
        {textColumn("text", tr("Text"), tr("A whole text of the tree."),
                    [this](int row) -> Cell {
                        const std::string& text = m_texts[size_t(row)].text;
                        return text.empty() ? tr("(empty)").toStdString() : text;
                    }),
         numberColumn("probability", tr("p"),
                      tr("Product of the probabilities of its words and of the end mark."),
                      cells(m_texts, &core::TypedText::probability), {}, QStringLiteral("0.0001")),
         numberColumn("log_probability", tr("log p"), tr("Its natural logarithm."),
                      cells(m_texts, &core::TypedText::logProbability), {},
                      QStringLiteral("\u221210.00"))});
    makeColumn(whole, {m_title, m_table}, 2);
    return whole;
}

void TreeForm::setTree(const core::TypedTree& tree)
{
    m_tree = tree;
    show();
}

void TreeForm::show()
{
    const QSignalBlocker quiet(m_depth);
    const auto words = int64_t(m_tree.words.size());
    m_words->setText(wordsText(m_tree));
    m_depth->setRange(1, int(largestDepth(words)));
    m_depth->setValue(int(m_tree.depth));
    QStringList rows, columns;
    for (int64_t context = 0; context < m_tree.contexts(); ++context)
        rows << QString::fromStdString(m_tree.name(context));
    for (const std::string& word : m_tree.words)
        columns << QString::fromStdString(word);
    columns << QString::fromLatin1(core::TypedTree::kEnd);
    core::NumberTable table(m_tree.contexts(), m_tree.columns());
    table.values = m_tree.probabilities;
    m_grid->setNames(rows, columns);
    m_grid->setTable(table);
    showTexts();
}

void TreeForm::showTexts()
{
    const bool isWrong = !core::wrongSums(m_tree).empty();
    std::vector<core::TypedText> texts;
    if (!isWrong)
        texts = core::textsOf(m_tree);
    m_table->reset(int(texts.size()), [&] { m_texts = std::move(texts); });
    constexpr int kMostShown = 8;
    m_table->fitRows(kMostShown);
    m_title->setText(isWrong
                         ? tr("No texts: the sums are wrong")
                         : filled(tr("%1 {text|texts} in all"), {count(qint64(m_texts.size()))}));
    m_problem->setText(problemText());
    m_normalise->setEnabled(isWrong);
}

QString TreeForm::problemText() const
{
    constexpr size_t kMostNamed = 3;
    const std::vector<core::WrongSum> wrong = core::wrongSums(m_tree);
    if (wrong.empty())
        return tr("Each row sums to 1, or has zeros only: then the text ends.");
    QStringList rows;
    for (size_t i = 0; i < std::min(kMostNamed, wrong.size()); ++i)
        rows << tr("after \"%1\" to %2")
                    .arg(QString::fromStdString(m_tree.name(wrong[i].context)),
                         value(wrong[i].sum));
    if (wrong.size() > kMostNamed)
        rows << tr("%1 more").arg(wrong.size() - kMostNamed);
    return tr("The probabilities must sum to 1. They sum %1.").arg(rows.join(QStringLiteral(", ")));
}

void TreeForm::takeExample(int index)
{
    m_examples->setCurrentIndex(0); // Numbers that are typed later are no longer the example.
    if (index < 1)
        return;
    setTree(core::typedTree(treeExamples()[size_t(index - 1)].lines));
    Q_EMIT reshaped();
}

void TreeForm::takeWords()
{
    const std::vector<std::string> words = distinctWords(m_words->text());
    if (words == m_tree.words)
        return;
    const bool fits = !words.empty() && int64_t(words.size()) <= core::TypedTree::kMostWords
        && std::all_of(words.begin(), words.end(), isWord);
    if (!fits) {
        m_words->setText(wordsText(m_tree));
        m_problem->setText(tr("A tree has 1 to %1 words, without <s>, </s> and \"=\" and without a "
                              "colon at their end; the words stay as they were.")
                               .arg(core::TypedTree::kMostWords));
        return;
    }
    reshape(words, std::min(m_tree.depth, largestDepth(int64_t(words.size()))));
    Q_EMIT reshaped();
}

void TreeForm::takeNumbers()
{
    m_tree.probabilities = m_grid->table().values;
    showTexts();
    Q_EMIT edited();
}

void TreeForm::normalise()
{
    setTree(core::normalised(m_tree));
    Q_EMIT edited();
}

/// Probabilities that both trees have are kept; all others are 0.
void TreeForm::reshape(const std::vector<std::string>& words, int64_t depth)
{
    core::TypedTree tree;
    tree.words = words;
    tree.depth = depth;
    tree.probabilities.assign(size_t(tree.contexts() * tree.columns()), 0.0);
    std::vector<int64_t> before; // The old index of each new word; -1: it is new.
    for (const std::string& word : words) {
        const auto found = std::find(m_tree.words.begin(), m_tree.words.end(), word);
        before.push_back(found == m_tree.words.end() ? -1 : found - m_tree.words.begin());
    }
    for (int64_t context = 0; context < tree.contexts(); ++context) {
        std::vector<int64_t> old;
        for (const int64_t index : tree.beginning(context))
            old.push_back(before[size_t(index)]);
        const bool isNew = std::find(old.begin(), old.end(), -1) != old.end();
        const int64_t oldContext = isNew ? -1 : m_tree.contextOf(old);
        if (oldContext < 0)
            continue;
        const auto row = m_tree.row(oldContext);
        double* place = &tree.probabilities[size_t(context * tree.columns())];
        for (size_t word = 0; word < words.size(); ++word)
            place[word] = before[word] < 0 ? 0.0 : row[size_t(before[word])];
        place[words.size()] = row.back();
    }
    setTree(tree);
}

core::Json TreeForm::state() const
{
    return {
        {"words", m_tree.words}, {"depth", m_tree.depth}, {"probabilities", m_tree.probabilities}};
}

void TreeForm::setState(const core::Json& state)
{
    core::TypedTree saved;
    try {
        saved.words = state.at("words").get<std::vector<std::string>>();
        saved.depth = state.at("depth").get<int64_t>();
        saved.probabilities = state.at("probabilities").get<std::vector<double>>();
    } catch (const core::Json::exception&) {
        return;
    }
    const auto words = int64_t(saved.words.size());
    const bool fits = words >= 1 && words <= core::TypedTree::kMostWords
        && distinctWords(wordsText(saved)) == saved.words
        && std::all_of(saved.words.begin(), saved.words.end(), isWord) && saved.depth >= 1
        && saved.depth <= largestDepth(words)
        && int64_t(saved.probabilities.size()) == saved.contexts() * saved.columns()
        && std::all_of(saved.probabilities.begin(), saved.probabilities.end(),
                       [](double each) { return each >= 0.0 && each <= 1.0; });
    if (fits)
        setTree(saved);
}

} // namespace ui
