# The generators of the bundled samples; included by the room's own list.
target_sources(core_data PRIVATE
    samples/corpus_builder.cpp samples/dates.cpp samples/entities.cpp samples/facts.cpp samples/grammar.cpp
    samples/memory.cpp samples/names.cpp samples/number_pairs.cpp samples/phrase_clause.cpp
    samples/phrase_grammar.cpp samples/ratings.cpp samples/registry.cpp samples/reviews.cpp
    samples/senses.cpp
    samples/stories.cpp samples/tagged.cpp samples/topics.cpp samples/world.cpp)
