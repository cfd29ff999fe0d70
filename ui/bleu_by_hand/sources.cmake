target_sources(ui PRIVATE
    ${CMAKE_CURRENT_LIST_DIR}/bleu_by_hand_view.cpp ${CMAKE_CURRENT_LIST_DIR}/bleu_by_hand_view.h
    ${CMAKE_CURRENT_LIST_DIR}/bleu_form.cpp ${CMAKE_CURRENT_LIST_DIR}/bleu_form.h
    ${CMAKE_CURRENT_LIST_DIR}/bleu_tables.cpp ${CMAKE_CURRENT_LIST_DIR}/bleu_tables.h)
