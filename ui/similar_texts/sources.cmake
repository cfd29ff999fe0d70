target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/similar_texts_view.cpp
                          ${CMAKE_CURRENT_LIST_DIR}/similar_texts_view.h)
