#pragma once

#include "app/lab/laboratory.h"
#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "ui/curves/curves_view.h"
#include "ui/widgets/theme.h"

namespace support {

/// Rows of two classes; no two texts are equal.
inline QByteArray labelledTable(int rows)
{
    QByteArray text = "label,text\n";
    for (int i = 0; i < rows; ++i)
        text += (i % 2 ? "spam,win a prize number " : "ham,see you at number ")
            + QByteArray::number(i) + "\n";
    return text;
}

/// A folder for all that the program keeps.
struct Home {
    QTemporaryDir folder;
};

/// The whole program in a folder of its own or, as after a restart, in one that there is.
struct Program {
    explicit Program(std::shared_ptr<Home> place = std::make_shared<Home>())
        : home(std::move(place))
    {
    }

    std::shared_ptr<Home> home;
    const QTemporaryDir& folder = home->folder;
    ui::Theme theme;
    ui::MainWindow window{app::knowledge()};
    app::Laboratory laboratory{window,
                               {folder.filePath(u"runs"_s), folder.filePath(u"session.unroll"_s),
                                folder.filePath(u"settings.json"_s)}};

    QString write(const QString& name, const QByteArray& content) const
    {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(content);
        return file.fileName();
    }

    /// A small bundled sample for a few seconds of training, as a spec file.
    QString tinySpec(const char* epochs) const
    {
        return written(
            "reviews",
            {{"data.sample.texts", "400"}, {"training.epochs", epochs}, {"training.threads", "1"}});
    }

    /// Numbers to be written backwards, as a spec file.
    QString tinyTranslation(const char* epochs) const
    {
        return written("reverse",
                       {{"data.sample.pairs", "300"},
                        {"training.epochs", epochs},
                        {"training.threads", "1"},
                        {"task.decoding.validation_sentences", "5"}});
    }

    QString written(const char* preset,
                    const std::vector<std::pair<const char*, const char*>>& values) const
    {
        core::ExperimentSpec spec = core::findPreset(preset).spec;
        for (const auto& [path, value] : values)
            spec = core::withValue(spec, path, value);
        const QString path = folder.filePath(u"tiny.unroll"_s);
        core::writeSpec(spec, path.toStdString());
        return path;
    }

    /// Lets the training go on for so many updates, then stops it.
    void stopAfter(int updates)
    {
        QSignalSpy ended(&laboratory.training(), &app::TrainingController::ended);
        int seen = 0;
        const auto counting
            = QObject::connect(&laboratory.training(), &app::TrainingController::updated,
                               &laboratory, [&](const std::vector<core::UpdateReport>& reports) {
                                   seen += int(reports.size());
                                   if (seen >= updates)
                                       Q_EMIT window.stopRequested();
                               });
        QVERIFY(ended.wait(kLongMs));
        QObject::disconnect(counting);
    }

    /// The curves of no run are known any more, as when the program begins.
    void forgetCurves()
    {
        curves().setRuns({});
        curves().setRuns(laboratory.runs().rows());
    }

    /// Updates in the table that the curves' export writes.
    int drawnUpdates()
    {
        return int(exported(curves(), "curves", ui::FigureFormat::Csv).count(",update,"));
    }

    ui::CurvesView& curves() { return viewIn<ui::CurvesView>(window, "curves"); }

    bool canStart() const { return window.findChild<QAction*>(u"startAction"_s)->isEnabled(); }

    QPushButton* visibleRepeatButton() const
    {
        for (auto* button :
             window.setup().preview()->findChildren<QPushButton*>(u"repeatPreviewButton"_s)) {
            if (button->isVisible())
                return button;
        }
        return nullptr;
    }

    /// Whether some visible banner or label names `text`.
    bool says(const QString& text) const
    {
        const auto labels = window.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->isVisible() && label->text().contains(text);
        });
    }

    bool startable()
    {
        Q_EMIT window.startRequested();
        return laboratory.training().active();
    }
};

} // namespace support
