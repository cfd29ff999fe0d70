set_target_properties(ui PROPERTIES AUTORCC ON)
target_sources(ui PRIVATE ${PROJECT_SOURCE_DIR}/resources/resources.qrc)
foreach(name closing epoch_film help_windows main_window main_window_state panes pinned_bar run_bar second_pane side_panels tour view_places
        view_tabs window_actions)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
