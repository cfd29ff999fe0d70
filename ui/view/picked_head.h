#pragma once

#include "core/probe/attention/head_by_hand.h"
#include "ui/view/view_context.h"

#include <QString>

namespace ui {

/// A cell of an attention map whose head is wanted as tables in Attention by hand.
struct PickedHead {
    AskedNetwork network;
    QString run; ///< Name of the run, with the state of its network.
    core::AskHeadByHand question;
};

} // namespace ui
