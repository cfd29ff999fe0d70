foreach(name map_colouring map_content map_controls map_drawing map_labels map_picture map_service map_side map_texts map_view)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
