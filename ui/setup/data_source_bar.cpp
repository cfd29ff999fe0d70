#include "ui/setup/data_source_bar.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

DataSourceBar::DataSourceBar(QWidget* parent)
    : QWidget(parent)
    , m_choose(new QToolButton(this))
    , m_recent(new QToolButton(this))
    , m_recentMenu(new QMenu(m_recent))
{
    m_choose->setObjectName(QStringLiteral("chooseFilesButton"));
    m_choose->setText(tr("Open..."));
    m_choose->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIcon(*m_choose, QStringLiteral("open"));
    connect(m_choose, &QToolButton::clicked, this, &DataSourceBar::openRequested);
    m_recent->setObjectName(QStringLiteral("recentButton"));
    m_recent->setText(tr("Recent"));
    setHelp(*m_recent, tr("Recently opened"));
    m_recent->setPopupMode(QToolButton::InstantPopup);
    m_recent->setMenu(m_recentMenu);
    m_recent->setEnabled(false);
    auto* row = new QHBoxLayout;
    row->setSpacing(Theme::instance().spacing());
    row->addWidget(m_choose);
    row->addWidget(m_recent);
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, Theme::instance().spacing());
    layout->addWidget(makeLabel(tr("Drop files, a folder or an archive anywhere on the window, or"),
                                LabelRole::Muted, this));
    layout->addLayout(row);
}

void DataSourceBar::setColumns(const core::TaskColumns& columns)
{
    const bool classes = columns.answers(core::ColumnKind::Class);
    setHelp(*m_choose,
            columns.arePairs() ? tr("Choose two parallel files, together or one after the other, "
                                    "or files of pairs")
                : columns.answers(core::ColumnKind::Tags)
                ? tr("Choose files, a folder or an archive of tagged words: CoNLL columns, "
                     "CoNLL-U, word/tag")
                : classes ? tr("Choose files, a folder or an archive of labelled texts")
                          : tr("Choose files, a folder or an archive of texts"));
}

void DataSourceBar::setRecent(const QStringList& paths)
{
    m_recentMenu->clear();
    for (const QString& path : paths) {
        QString name = QFileInfo(path).fileName();
        QAction* action = m_recentMenu->addAction(name.replace(u'&', QStringLiteral("&&")));
        action->setToolTip(toolTipText(QDir::toNativeSeparators(path)));
        connect(action, &QAction::triggered, this, [this, path] { Q_EMIT filesChosen({path}); });
    }
    m_recentMenu->setToolTipsVisible(true);
    m_recent->setEnabled(!paths.isEmpty());
}

} // namespace ui
