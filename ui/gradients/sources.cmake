foreach(name batch_flow flow_plot gradients_view layer_gradients sentence_flow training_gradients)
    target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/${name}.cpp ${CMAKE_CURRENT_LIST_DIR}/${name}.h)
endforeach()
