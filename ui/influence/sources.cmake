target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/influence_view.cpp
                          ${CMAKE_CURRENT_LIST_DIR}/influence_view.h
                          ${CMAKE_CURRENT_LIST_DIR}/influential_texts.cpp
                          ${CMAKE_CURRENT_LIST_DIR}/influential_texts.h)
