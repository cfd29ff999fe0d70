set_target_properties(ui PROPERTIES AUTORCC ON)
target_sources(ui PRIVATE ${PROJECT_SOURCE_DIR}/resources/resources.qrc)
