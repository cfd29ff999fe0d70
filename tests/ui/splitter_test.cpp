#include "tests/support/test_case.h"
#include "tests/ui/shown_widgets.h"
#include "ui/widgets/breaking_row.h"
#include "ui/widgets/settings.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/theme.h"

class SplitterTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

    /// Three parts that share the length equally until a border is moved.
    struct Shared : ui::Splitter {
        Shared() : Splitter(u"thirds"_s, Qt::Horizontal)
        {
            for (int i = 0; i < 3; ++i)
                addWidget(new QWidget);
            setSharing([](int whole) { return QList<int>(3, whole / 3); });
            showSized(*this, {610, 100});
        }
        void drag(int border, int by)
        {
            QSplitterHandle* handle = this->handle(border);
            const QPointF from(handle->rect().center()), to = from + QPointF(by, 0);
            for (const auto& [type, place] :
                 {std::pair(QEvent::MouseButtonPress, from), std::pair(QEvent::MouseMove, to),
                  std::pair(QEvent::MouseButtonRelease, to)}) {
                QMouseEvent event(type, place, handle->mapToGlobal(place), Qt::LeftButton,
                                  Qt::LeftButton, {});
                QCoreApplication::sendEvent(handle, &event);
            }
        }
    };

    static bool isEqual(const QSplitter& splitter)
    {
        const QList<int> sizes = splitter.sizes();
        return std::abs(sizes[0] - sizes[1]) < 4 && std::abs(sizes[1] - sizes[2]) < 4;
    }

private Q_SLOTS:
    void cleanup()
    {
        const QTemporaryDir folder;
        ui::Splitter::load(ui::Settings(folder.filePath(u"none.json"_s)));
    }

    void partsShareUntilABorderIsMoved()
    {
        Shared splitter;
        QVERIFY(isEqual(splitter));
        splitter.resize(910, 100);
        QVERIFY(isEqual(splitter));
        splitter.drag(1, -100);
        const QList<int> moved = splitter.sizes();
        QVERIFY(moved[0] < moved[2] - 80);
        splitter.share();
        QCOMPARE(splitter.sizes(), moved);
        splitter.resize(1210, 100);
        QVERIFY(!isEqual(splitter));
    }

    void anotherOfTheSameNameHasTheSameSizes()
    {
        QList<int> moved;
        {
            Shared first;
            first.drag(2, 60);
            moved = first.sizes();
        }
        QCOMPARE(Shared().sizes(), moved);
    }

    void eachArrangementHasItsOwnSizes()
    {
        Shared splitter;
        splitter.drag(1, -100);
        const QList<int> moved = splitter.sizes();
        splitter.widget(2)->hide();
        splitter.share();
        QCOMPARE(splitter.sizes()[2], 0);
        QVERIFY(std::abs(splitter.sizes()[0] - splitter.sizes()[1]) < 4);
        splitter.widget(2)->show();
        splitter.share();
        QCOMPARE(splitter.sizes(), moved);
    }

    void sizesOutliveTheProgram()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"settings.json"_s);
        QList<int> moved;
        {
            Shared splitter;
            splitter.drag(1, -100);
            moved = splitter.sizes();
            ui::Settings settings(path);
            ui::Splitter::save(settings);
            settings.save();
        }
        cleanup();
        QVERIFY(isEqual(Shared()));
        ui::Splitter::load(ui::Settings(path));
        QCOMPARE(Shared().sizes(), moved);
    }

    void aRowBreaksWhereItsPartsHaveTooLittleRoom()
    {
        auto* first = new QWidget;
        auto* second = new QWidget;
        first->setMinimumSize(200, 20);
        second->setMinimumSize(150, 20);
        QWidget window;
        ui::BreakingRow row(*first, *second, &window);
        QCOMPARE(row.minimumSizeHint(), QSize(200, 20));
        const auto isBeside = [&] { return first->y() == second->y(); };
        window.show();
        for (const int width : {400, 300, 400}) {
            row.resize(width, 60);
            QTRY_COMPARE(isBeside(), width == 400);
        }
        second->setMinimumWidth(250);
        QTRY_VERIFY(!isBeside());
        QCOMPARE(row.minimumSizeHint().width(), 250);
        QVERIFY(row.minimumSizeHint().height() > 40);
    }
};

UNROLL_TEST(SplitterTest, QApplication)
#include "splitter_test.moc"
