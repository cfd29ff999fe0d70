target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/filter_windows_view.cpp
                          ${CMAKE_CURRENT_LIST_DIR}/filter_windows_view.h)
