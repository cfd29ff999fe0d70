#include "ui/start/start_view.h"

#include "ui/start/shape_picture.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

#include <vector>

namespace ui {

namespace {

constexpr int kGridColumns = 6;

struct ShapePreset {
    const char* id; ///< Id of a preset.
    QString name;
};

/// A shape with what it is for.
struct StartCard {
    const char* name; ///< Object name of its frame.
    QString title, text;
    SequenceShape shape;
    std::vector<ShapePreset> presets;
};

/// @param steps  "r": the step reads, "w": it writes, "b": both, ".": neither.
SequenceShape shapeOfSteps(const char* steps)
{
    SequenceShape shape;
    for (; *steps != '\0'; ++steps)
        shape.steps.push_back({*steps == 'r' || *steps == 'b', *steps == 'w' || *steps == 'b'});
    return shape;
}

std::vector<StartCard> startCards()
{
    const auto text = [](const char* english) { return StartView::tr(english); };
    return {
        {"oneToOne",
         text("One to one"),
         text("One vector becomes one output. Words are averaged first, so that their order cannot "
              "matter."),
         shapeOfSteps("b"),
         {{"reviews-mean", text("Reviews, averaged")},
          {"ratings-mean", text("Ratings, averaged")}}},
        {"oneToMany",
         text("One to many"),
         text("One input becomes a sequence: a name is written letter by letter for a language."),
         shapeOfSteps("bwww"),
         {{"names-writing", text("Names of a language")},
          {"ratings-writing", text("Reviews for a rating")}}},
        {"manyToOne",
         text("Many to one"),
         text("A sequence becomes one output: the class of a text, or a number."),
         shapeOfSteps("rrrb"),
         {{"reviews", text("Reviews")},
          {"names", text("Languages of names")},
          {"ratings", text("Ratings")}}},
        {"manyToMany",
         text("Many to many, after reading"),
         text("A sequence is read to its end, then another one is written: translation."),
         shapeOfSteps("rrrwww"),
         {{"reverse", text("Numbers reversed")},
          {"dates", text("Dates")},
          {"grammar", text("Two languages")}}},
        {"inStep",
         text("Many to many, in step"),
         text("Each step has an output: tags of words, or the next word of a language model."),
         shapeOfSteps("bbbb"),
         {{"entities", text("Names in texts")},
          {"pos", text("Parts of speech")},
          {"stories", text("Stories")},
          {"gpt", text("A small GPT")}}},
    };
}

constexpr int kPictureStretch = 100; ///< In a presentation the picture takes nearly all the room.

QWidget* makeStartCard(const StartCard& card, ViewContext& context)
{
    auto* frame = named(new QFrame, card.name);
    frame->setFrameShape(QFrame::StyledPanel);
    auto* picture = named(new ShapePicture(card.shape), "shapePicture", card.title);
    auto* buttons = new QWidget;
    auto* row = makeRow(buttons, {}, kGrid);
    for (const ShapePreset& preset : card.presets) {
        auto* button = named(
            new QPushButton(preset.name), preset.id, preset.name,
            StartView::tr("Set up this example and see its network before it is trained; Start "
                          "trains it."));
        QObject::connect(button, &QPushButton::clicked, &context,
                         [&context, id = QString::fromLatin1(preset.id)] {
                             Q_EMIT context.presetRequested(id, QStringLiteral("unrolled"));
                         });
        row->addWidget(button);
    }
    row->addStretch(1);
    makeColumn(frame,
               {makeLabel(card.title, LabelRole::Group),
                {picture, kPictureStretch},
                makeLabel(card.text, LabelRole::Plain),
                freeSpace(),
                buttons},
               kGrid, {kGrid, kGrid, kGrid, kGrid});
    return frame;
}

} // namespace

StartView::StartView(ViewContext& context, QWidget* parent) : View(parent)
{
    setAccessibleName(tr("Start"));
    auto* page = new QWidget;
    auto* grid = new QGridLayout(page);
    grid->setSpacing(2 * kGrid);
    grid->addWidget(makeLabel(tr("What is read, and what is predicted? Choose the shape of your "
                                 "problem, or drop a file of your own anywhere on this window."),
                              LabelRole::Plain),
                    0, 0, 1, kGridColumns);
    int place = 0; // Three cards above two, which are wider.
    for (const StartCard& card : startCards()) {
        const int row = place / 3, width = kGridColumns / (row == 0 ? 3 : 2);
        grid->addWidget(makeStartCard(card, context), 1 + row, place % 3 * width, 1, width);
        ++place;
    }
    for (int column = 0; column < kGridColumns; ++column)
        grid->setColumnStretch(column, 1);
    const auto share = [grid] { // In a presentation the cards fill the screen.
        const int cards = Theme::instance().presentation() ? 1 : 0;
        grid->setRowStretch(1, cards);
        grid->setRowStretch(2, cards);
        grid->setRowStretch(3, 1 - cards);
    };
    connect(&Theme::instance(), &Theme::changed, this, share);
    share();
    auto* area = named(new QScrollArea, "startArea", tr("Shapes of sequence problems"));
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidget(page);
    makeColumn(this, {area});
}

} // namespace ui
