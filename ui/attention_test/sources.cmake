foreach(name attention_scores_page attention_tables attention_test_view entropy_page 
        shown_test weights_page)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
