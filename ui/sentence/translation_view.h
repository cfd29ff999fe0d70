#pragma once

#include "core/probe/translation/translation_inspection.h"
#include "ui/sentence/inspection_view.h"

#include <QWidget>

#include <optional>

class QTabWidget;
class QToolButton;

namespace ui {

class AttentionPanel;
class ComparisonPage;
class ContentOrEmpty;
class PairTokens;
class SentenceInput;

/// The source sentence, a reference to compare with, and what can be done with them.
class TranslationInput : public QWidget {
    Q_OBJECT
public:
    /// The two buttons stand beside the view's own.
    TranslationInput(QToolButton* asText, QWidget* parent = nullptr);

    QString source() const;
    QString reference() const; ///< May be empty.
    void setTexts(const QString& source, const QString& reference);
    void ask(); ///< For what stands there now.

Q_SIGNALS:
    void asked(const QString& source, const QString& reference); ///< At most every 150 ms.
    void pinRequested(const QString& source);
    void decodeRequested(const QString& source);

private:
    QToolButton* makePin();
    QToolButton* makeDecode();

    SentenceInput *m_source, *m_reference;
};

/// One sentence opened up by a translator (V2): its tokens, the translation, every attention map
/// with the way from score to weight, and a reference teacher-forced beside free running (B3).
/// New values keep the chosen head, the scrolling and the current cell.
class TranslationView : public InspectionView {
    Q_OBJECT
public:
    explicit TranslationView(ViewContext& context, QWidget* parent = nullptr);

    /// Shows both and has them looked at, here and elsewhere. An empty reference: nothing to
    /// compare with.
    void setTexts(const QString& source, const QString& reference);
    void setText(const QString& source) { setTexts(source, {}); }
    QString text() const; ///< The source.
    QString reference() const;
    void setInspection(const core::TranslationInspection& inspection);
    void setComparison(const core::TeacherComparison& comparison);

protected:
    void showNoNetwork() override;
    bool showTexts(const Shown& shown) override;
    void ask(const Shown& shown) override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    QWidget* buildInput();
    QWidget* buildTabs();
    QWidget* buildAttention();
    void showInspection(const core::TranslationInspection& inspection);
    void showSide();
    void arrange();
    QList<int> shares(int whole) const;

    AskedNetwork m_network; ///< The network of the last question.
    QString m_runName; ///< Its run.
    QString m_source, m_reference; ///< Texts that the view was last asked to show.
    core::TranslationInspection m_inspection; ///< The one that is shown.
    std::optional<core::TeacherComparison> m_comparison;
    TranslationInput* m_input = nullptr;
    ContentOrEmpty* m_attentionPage = nullptr;
    PairTokens* m_tokens = nullptr;
    QTabWidget* m_tabs = nullptr;
    AttentionPanel* m_attention = nullptr;
    ComparisonPage* m_compared = nullptr;
};

} // namespace ui
