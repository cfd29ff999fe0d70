#include "ui/widgets/settings.h"

#include "core/base/atomic_file.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>

namespace ui {

namespace {

constexpr uint64_t kLargestBytes = uint64_t(64) << 20;
constexpr int kLockMs = 2000;

QVariantMap storedValues(const QString& path)
{
    const core::FilePlace place(path.toStdString());
    if (!core::isThere(place))
        return {};
    const std::string content = core::readFile(place, kLargestBytes);
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(content), &error);
    if (!document.isObject())
        throw core::Error(core::ErrorCode::FileMalformed,
                          {"The settings in %1 cannot be read: byte %2 is not as JSON has it.",
                           {path.toStdString(), std::to_string(error.offset)}},
                          {"Correct the file, or delete it to begin with new settings.", {}});
    return document.object().toVariantMap();
}

} // namespace

Settings::Settings(const QString& path) : m_path(path)
{
    try {
        m_values = storedValues(path);
    } catch (const core::Error& error) {
        m_unread = error.failure();
    }
}

QVariant Settings::value(const QString& key, const QVariant& defaultValue) const
{
    return m_values.value(key, defaultValue);
}

QByteArray Settings::bytes(const QString& key) const
{
    return QByteArray::fromBase64(value(key).toString().toLatin1());
}

void Settings::setValue(const QString& key, const QVariant& value)
{
    if (QJsonValue::fromVariant(m_values.value(key)) == QJsonValue::fromVariant(value))
        return;
    if (value.isValid())
        m_values.insert(key, value);
    else
        m_values.remove(key);
    m_changes.insert(key, value);
}

void Settings::setBytes(const QString& key, const QByteArray& value)
{
    setValue(key, QString::fromLatin1(value.toBase64()));
}

void Settings::save()
{
    if (m_changes.isEmpty())
        return;
    if (m_unread) // What was changed began from nothing.
        throw core::Error(m_unread->code, m_unread->what, m_unread->advice, m_unread->detail);
    QDir().mkpath(QFileInfo(m_path).path());
    QLockFile lock(m_path + QStringLiteral(".lock"));
    lock.tryLock(kLockMs); // Without one where none can be made.
    QVariantMap values = storedValues(m_path);
    for (auto change = m_changes.cbegin(); change != m_changes.cend(); ++change) {
        if (change.value().isValid())
            values.insert(change.key(), change.value());
        else
            values.remove(change.key());
    }
    const QByteArray content = QJsonDocument(QJsonObject::fromVariantMap(values)).toJson();
    core::writeFileAtomically(m_path.toStdString(), content.toStdString());
    m_changes.clear();
    m_values = values;
}

} // namespace ui
