target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/desktop_motion.cpp ${CMAKE_CURRENT_LIST_DIR}/desktop_motion.h)
target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/theme.cpp ${CMAKE_CURRENT_LIST_DIR}/theme.h)
target_sources(ui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/plot.cpp ${CMAKE_CURRENT_LIST_DIR}/plot.h)
