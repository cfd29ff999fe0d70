target_sources(ui PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/class_scores_table.cpp ${CMAKE_CURRENT_LIST_DIR}/class_scores_table.h
    ${CMAKE_CURRENT_LIST_DIR}/prediction_filter.cpp ${CMAKE_CURRENT_LIST_DIR}/prediction_filter.h
    ${CMAKE_CURRENT_LIST_DIR}/prediction_model.cpp ${CMAKE_CURRENT_LIST_DIR}/prediction_model.h
    ${CMAKE_CURRENT_LIST_DIR}/results_table.cpp ${CMAKE_CURRENT_LIST_DIR}/results_table.h
    ${CMAKE_CURRENT_LIST_DIR}/results_view.cpp ${CMAKE_CURRENT_LIST_DIR}/results_view.h)
