#pragma once

#include <QMimeData>
#include <QStringList>
#include <QUrl>

namespace ui {

/// The files and folders of this machine among what is dragged.
inline QStringList localPaths(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    return paths;
}

} // namespace ui
