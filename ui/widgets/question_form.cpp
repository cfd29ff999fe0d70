#include "ui/widgets/question_form.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/option_form.h"
#include "ui/widgets/quiet_combo_box.h"

#include <set>

namespace ui {

QuestionForm::QuestionForm(const core::Catalogue& catalogue,
                           std::vector<core::OptionDescription> options, const std::string& path,
                           Examples examples, QWidget* parent)
    : QWidget(parent)
    , m_options(std::move(options))
    , m_path(path)
    , m_all(std::move(examples))
    , m_form(new OptionForm(catalogue, {}, m_options, path))
{
    auto* box = named(new QuietComboBox, QString::fromStdString(path) + QStringLiteral("Examples"),
                      tr("Examples"),
                      tr("If you do not know where to begin, choose an example: it "
                         "sets all of the form."));
    box->addItem(tr("Example ..."));
    for (const auto& [title, value] : m_all)
        box->addItem(title);
    constexpr int kLetters = 40;
    setFixedWidth(kLetters * fontMetrics().averageCharWidth());
    makeColumn(this, {box, {m_form, 1}}, 4);
    connect(box, &QComboBox::activated, this, [this, box](int index) {
        box->setCurrentIndex(0); // The form, once edited, is no longer the example.
        takeExample(index);
    });
    connect(m_form, &OptionForm::edited, this, [this] {
        followValue();
        Q_EMIT edited();
    });
    m_form->setValue(m_all.front().second);
}

core::Json QuestionForm::value() const
{
    return m_form->value();
}

void QuestionForm::setValue(const core::Json& value)
{
    m_form->setValue(value);
    followValue();
}

void QuestionForm::setIdle(const std::vector<std::string>& names, const QString& why)
{
    std::set<std::string> paths;
    for (const std::string& name : names)
        paths.insert(m_path + '.' + name);
    m_form->setIdle(paths, why);
}

void QuestionForm::takeExample(int index)
{
    if (index < 1)
        return;
    setValue(m_all[size_t(index - 1)].second);
    Q_EMIT edited();
}

void QuestionForm::setState(const core::Json& state)
{
    std::vector<core::Problem> problems;
    const core::Json whole = core::completed(state, m_options, {}, std::string(), problems);
    if (state.is_object() && problems.empty())
        setValue(whole);
}

} // namespace ui
