# The generators of the bundled samples; included by the room's own list.
target_sources(core_data PRIVATE
    samples/corpus_builder.cpp samples/grammar.cpp samples/names.cpp samples/registry.cpp
    samples/reviews.cpp samples/reviews_grammar.cpp samples/topics.cpp)
