foreach(name glass_legend glass_view language_results_view letters_page rank_level
             reading_page reading_panel reading_sums reading_table runs_page small_bars
             suggestion_bar text_glass writing_view)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/glass_page.h)
