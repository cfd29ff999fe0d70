target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/what_if_view.cpp
                          ${CMAKE_CURRENT_LIST_DIR}/what_if_view.h)
