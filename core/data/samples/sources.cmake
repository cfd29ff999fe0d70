# The generators of the bundled samples; included by the room's own list.
target_sources(core_data PRIVATE
    samples/corpus_builder.cpp samples/dates.cpp samples/grammar.cpp
    samples/memory.cpp samples/names.cpp samples/number_pairs.cpp samples/pair_sample.cpp samples/phrase_clause.cpp
    samples/phrase_grammar.cpp samples/phrase_lexicon.cpp samples/ratings.cpp samples/registry.cpp samples/reviews.cpp
    samples/entities.cpp samples/reviews_grammar.cpp samples/stories.cpp samples/tagged.cpp
    samples/tagged_corpus.cpp samples/topics.cpp)
