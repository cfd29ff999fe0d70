target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/both_sides_view.cpp
                          ${CMAKE_CURRENT_LIST_DIR}/both_sides_view.h)
