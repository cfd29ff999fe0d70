target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/epochs_view.cpp
                          ${CMAKE_CURRENT_LIST_DIR}/epochs_view.h)
