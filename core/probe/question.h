#pragma once

#include <any>
#include <memory>
#include <string>
#include <utility>

namespace core {

template <class Question> struct QuestionKind;

// A question to a network is a plain struct:
//
//   struct AskTrellis {
//       static constexpr const char* kName = "trellis";
//       using Answer = Trellis;
//       static QuestionKind<AskTrellis> kind(); // question_kind.h: its options and its answer.
//       std::string text;
//       friend bool operator==(const AskTrellis&, const AskTrellis&) = default;
//   };
//
// `static constexpr bool kLong = true` marks a question that reads many texts: it is cancelled when
// a training begins, rather than answered between two updates.

/// A question of any type. Copies share it.
class AnyQuestion {
public:
    template <class Question>
    requires requires { typename Question::Answer; }
    explicit AnyQuestion(Question question)
        : m_name(Question::kName)
        , m_long(requires { Question::kLong; })
        , m_value(std::make_shared<std::any>(std::move(question)))
    {
    }

    const std::string& name() const { return m_name; }
    bool isLong() const { return m_long; }
    /// Null: the question is of another type.
    template <class Question> const Question* as() const
    {
        return std::any_cast<Question>(&value());
    }
    /// For completing and answering it, by one thread at a time.
    std::any& value() const { return *m_value; }

private:
    std::string m_name;
    bool m_long;
    std::shared_ptr<std::any> m_value;
};

/// The answer to an AnyQuestion. Copies share it.
struct AnyAnswer {
    std::shared_ptr<std::any> value;
    double milliseconds = 0.0; ///< Computing time.

    /// @pre it answers a `Question`.
    template <class Question> typename Question::Answer& to() const
    {
        return std::any_cast<typename Question::Answer&>(*value);
    }
};

} // namespace core
