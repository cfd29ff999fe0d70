#include "ui/widgets/settings.h"

#include "core/base/atomic_file.h"
#include "core/base/read_json.h"

#include <QDir>
#include <QLockFile>

namespace ui {

namespace {

constexpr int kLockMs = 2000;

QVariant toVariant(const core::Json& json)
{
    if (json.is_object()) {
        QVariantMap members;
        for (const auto& [key, value] : json.items())
            members.insert(QString::fromStdString(key), toVariant(value));
        return members;
    }
    if (json.is_array()) {
        QVariantList items;
        for (const core::Json& item : json)
            items.append(toVariant(item));
        return items;
    }
    if (json.is_string())
        return QString::fromStdString(json.get<std::string>());
    if (json.is_boolean())
        return json.get<bool>();
    if (json.is_number_integer())
        return qlonglong(json.get<int64_t>());
    return json.is_number() ? QVariant(json.get<double>()) : QVariant();
}

core::Json toJson(const QVariant& value)
{
    switch (value.typeId()) {
    case QMetaType::QVariantMap: {
        core::Json members = core::Json::object();
        const QVariantMap map = value.toMap();
        for (auto member = map.cbegin(); member != map.cend(); ++member)
            members[member.key().toStdString()] = toJson(member.value());
        return members;
    }
    case QMetaType::QStringList:
    case QMetaType::QVariantList: {
        core::Json items = core::Json::array();
        for (const QVariant& item : value.toList())
            items.push_back(toJson(item));
        return items;
    }
    case QMetaType::Bool:
        return value.toBool();
    case QMetaType::Double:
        return value.toDouble();
    case QMetaType::Int:
    case QMetaType::LongLong:
        return int64_t(value.toLongLong());
    default:
        return value.isValid() ? core::Json(value.toString().toStdString()) : core::Json();
    }
}

QVariantMap storedValues(const QString& path)
{
    const core::FilePlace place(path.toStdString());
    return core::isThere(place) ? toVariant(core::readJsonFile(place)).toMap() : QVariantMap();
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
    if (toJson(m_values.value(key)) == toJson(value))
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
    if (m_unread) // The changes started from empty settings.
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
    core::writeFileAtomically(m_path.toStdString(), toJson(values).dump(2) + "\n");
    m_changes.clear();
    m_values = values;
}

} // namespace ui
