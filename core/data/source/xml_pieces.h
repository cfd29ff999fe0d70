#pragma once

#include "core/data/source/byte_stream.h"

#include <pugixml.hpp>

#include <string>
#include <string_view>

namespace core {

/// The name of an element or attribute without its prefix: writers choose prefixes freely.
std::string_view localName(const char* name);
/// The value of an attribute by its name without prefix; empty where there is none.
std::string_view attributeNamed(pugi::xml_node node, std::string_view name);

/// Cuts an XML document into tags and whole elements, so that a document of any size needs the
/// memory of one row. Reads no document types and thus no entities but those of XML itself.
class XmlPieces {
public:
    enum class Kind {
        Open, ///< A tag that opens an element.
        Close,
        Whole ///< An element without content, or one of the name that is wanted whole.
    };

    /// @param whole  the local name of elements that come with all that is in them.
    /// @param file  for sentences. @pre `text`, in UTF-8, outlives the pieces.
    XmlPieces(ByteStream& text, std::string whole, std::string file);

    /// Goes to the next piece; false at the end.
    /// @throws Error{FileMalformed}, also where the document ends too early.
    bool next();
    Kind kind() const { return m_kind; }
    std::string_view name() const { return m_name; }

    /// The element of the current piece; of an opening tag without its content. Valid until the
    /// next call of either.
    /// @throws Error{FileMalformed}.
    pugi::xml_node element();

    /// An element whose opening tag is, or was, the current piece.
    struct Opened {
        std::string fullName; ///< With its prefix.
        size_t depth = 0; ///< Elements around it.
    };
    /// @pre kind() is Open.
    Opened opened() const;
    /// Goes to the tag that closes `element`, however many of its pieces were read. Only its name
    /// is searched for, which takes a tenth of the time of going from piece to piece.
    /// @throws Error{FileMalformed} where the document ends before it.
    void leave(const Opened& element);

    /// The text is not as it should be. @param why  a part of a sentence.
    [[noreturn]] void fail(const std::string& why) const;

private:
    bool fill();
    size_t find(std::string_view mark, size_t from);
    size_t tagEnd(size_t open);
    void takeTag(size_t end);
    size_t wholeEnd(size_t end);

    ByteStream& m_text;
    std::string m_whole, m_file;
    std::string m_buffer; ///< The text that was read and is not done with.
    size_t m_begin = 0, m_end = 0; ///< The current piece in it.
    Kind m_kind = Kind::Open;
    std::string m_name;
    size_t m_depth = 0; ///< Open elements.
    std::string m_parsed; ///< The text that m_document points into.
    pugi::xml_document m_document;
};

} // namespace core
