foreach(name batch_page histogram_bars histogram_page landscape_page loss_picker matrix_page updates_view)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
