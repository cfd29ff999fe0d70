target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/counterfactuals_view.cpp
                          ${CMAKE_CURRENT_LIST_DIR}/counterfactuals_view.h
                          ${CMAKE_CURRENT_LIST_DIR}/outcome_lines.cpp
                          ${CMAKE_CURRENT_LIST_DIR}/outcome_lines.h)
