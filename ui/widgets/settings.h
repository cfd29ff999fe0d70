#pragma once

#include "core/base/error.h"

#include <QString>
#include <QVariantMap>

#include <optional>

namespace ui {

/// The settings that the window keeps between sessions: values by key, in one JSON file. Unlike
/// those of QSettings, which takes a file that cannot be read for an empty one, they are the former
/// or the new ones whatever fails: the file is written whole, in one instant, and never when what
/// it holds could not be read. Several programs may share it: each writes only what it has changed.
class Settings {
public:
    /// Reads the file; without values if it is not there or cannot be read. Never throws.
    explicit Settings(const QString& path);

    /// The value as JSON holds it: numbers, texts, booleans, lists and maps of them.
    QVariant value(const QString& key, const QVariant& defaultValue = {}) const;
    /// Bytes that setBytes() has kept.
    QByteArray bytes(const QString& key) const;
    const QVariantMap& all() const { return m_values; }

    void setValue(const QString& key, const QVariant& value); ///< Invalid removes it.
    void setBytes(const QString& key, const QByteArray& value); ///< Kept as Base64.

    /// Writes what has changed since the file was read.
    /// @throws core::Error{FileMissing, FileMalformed, FileUnwritable}; the file is as before.
    void save();

private:
    QString m_path;
    std::optional<core::Failure> m_unread; ///< Why the values there are not known.
    QVariantMap m_values, m_changes;
};

} // namespace ui
