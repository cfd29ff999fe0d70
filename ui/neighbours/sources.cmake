target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/neighbours_view.cpp
                          ${CMAKE_CURRENT_LIST_DIR}/neighbours_view.h)
