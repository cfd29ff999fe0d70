# unroll_embed_resources(TARGET pattern ...): compiles the text files of resources/ that match into a
# library: core/base/resource.h. As a script (cmake -P) it writes the generated file.
if(CMAKE_SCRIPT_MODE_FILE)
    set(table)
    foreach(file ${FILES})
        file(READ ${FOLDER}/${file} text)
        string(APPEND table "    {\"${file}\", R\"resource(${text})resource\"},\n")
    endforeach()
    file(WRITE ${OUTPUT} "#include \"core/base/resource.h\"\n\nnamespace core {\n
std::span<const Resource> resources()\n{
    static constexpr Resource all[] = {\n${table}    };\n    return all;\n}\n\n} // namespace core\n")
    return()
endif()

set(unroll_embed_script ${CMAKE_CURRENT_LIST_FILE})
function(unroll_embed_resources target)
    set(folder ${PROJECT_SOURCE_DIR}/resources)
    list(TRANSFORM ARGN PREPEND ${folder}/)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${folder} ${ARGN})
    list(SORT files)
    list(TRANSFORM files PREPEND ${folder}/ OUTPUT_VARIABLE dependencies)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/resources.cpp)
    add_custom_command(OUTPUT ${output} VERBATIM DEPENDS ${dependencies} ${unroll_embed_script}
        COMMAND ${CMAKE_COMMAND} -D OUTPUT=${output} -D FOLDER=${folder} -D "FILES=${files}"
                -P ${unroll_embed_script})
    target_sources(${target} PRIVATE ${output})
    set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
