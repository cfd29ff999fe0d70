target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/word_scores_view.cpp
                          ${CMAKE_CURRENT_LIST_DIR}/word_scores_view.h)
