#include "ui/results/text_filter.h"

namespace ui {

namespace {

constexpr size_t kSliceBytes = 1 << 20; ///< Searched in a few milliseconds.

} // namespace

void TextFilter::attach(QAbstractItemModel& model)
{
    setSourceModel(&model); // First: our handlers must come after the proxy's own.
    setDynamicSortFilter(true);
    connect(&m_slices, &QTimer::timeout, this, &TextFilter::searchSlice);
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_slices.stop();
        m_found.clear();
        modelIsReset();
    });
    connect(&model, &QAbstractItemModel::modelReset, this, &TextFilter::restart);
}

void TextFilter::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    restart();
}

void TextFilter::restart()
{
    m_finding.clear();
    if (!m_text.isEmpty()) {
        m_slices.start(0);
        return;
    }
    m_slices.stop();
    m_found.clear();
    applyConditions();
}

bool TextFilter::found(int row, size_t& bytes) const
{
    for (const std::string_view text : textsOf(row)) {
        bytes += text.size() + 64;
        if (QString::fromUtf8(text.data(), qsizetype(text.size()))
                .contains(m_text, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

void TextFilter::searchSlice()
{
    const auto all = size_t(sourceModel()->rowCount());
    for (size_t bytes = 0; m_finding.size() < all && bytes < kSliceBytes;) {
        const bool there = found(int(m_finding.size()), bytes);
        m_finding.push_back(there ? 1 : 0);
    }
    if (m_finding.size() < all)
        return;
    m_slices.stop();
    m_found.swap(m_finding);
    applyConditions();
}

void TextFilter::applyConditions()
{
    invalidateFilter();
    Q_EMIT filtered();
}

bool TextFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    if (!accepts(row))
        return false;
    return m_found.empty() || size_t(row) >= m_found.size() || m_found[size_t(row)] != 0;
}

} // namespace ui
