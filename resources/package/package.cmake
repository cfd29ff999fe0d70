# Installs the programs with all that a desktop needs to offer them, and packs that for Debian and Ubuntu:
#   cmake --build build --target package
include(GNUInstallDirs)
set(UNROLL_PACKAGE_CONTACT "Unroll maintainers <maintainers@unroll.example>"
    CACHE STRING "Name and address that the package gives as its maintainer")

set(package_documents ${CMAKE_INSTALL_DATADIR}/doc/unroll)

# The programs find one another in the folder in which they are. A LibTorch outside the system's folders is
# found where it is now.
set_target_properties(unroll unroll-cli unroll-spm PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS unroll unroll-cli unroll-spm)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/unroll.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/unroll.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
install(FILES ${PROJECT_SOURCE_DIR}/resources/icons/unroll.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/copyright DESTINATION ${package_documents})

# Debian wants manual pages and the changelog compressed. The page of unroll-cli is the program's own help.
set(package_texts ${PROJECT_BINARY_DIR}/package)
foreach(text unroll.1 unroll-spm.1 changelog)
    configure_file(${CMAKE_CURRENT_LIST_DIR}/${text} ${package_texts}/${text} @ONLY)
endforeach()
install(CODE "
    execute_process(COMMAND \"$<TARGET_FILE:unroll-cli>\" help --man
                    OUTPUT_FILE \"${package_texts}/unroll-cli.1\" COMMAND_ERROR_IS_FATAL ANY)
    foreach(text unroll.1 unroll-cli.1 unroll-spm.1 changelog)
        execute_process(COMMAND gzip -9nc \"${package_texts}/\${text}\"
                        OUTPUT_FILE \"${package_texts}/\${text}.gz\" COMMAND_ERROR_IS_FATAL ANY)
    endforeach()")
install(FILES ${package_texts}/unroll.1.gz ${package_texts}/unroll-cli.1.gz ${package_texts}/unroll-spm.1.gz
        DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${package_texts}/changelog.gz DESTINATION ${package_documents})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME unroll)
set(CPACK_PACKAGE_CONTACT ${UNROLL_PACKAGE_CONTACT})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "desktop laboratory for sequence models")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Trains classifiers, taggers, translators, language models and word vectors
on your own texts, on a plain laptop and without a network connection. While
a network trains, the window shows its curves, its attention, its hidden
states, its gradients and each decision of its beam search; a slider goes
back to any epoch.
.
unroll-cli does the same in a terminal. Trained networks are exported as
safetensors, as files of PyTorch, or as a module that needs only PyTorch.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
    GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# LibTorch depends on any BLAS; the reference implementation is slow.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libopenblas0-pthread, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS python3-torch)
include(CPack)
