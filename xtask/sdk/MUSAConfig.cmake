# The MUSA driver library.
#   MUSA::musa_driver         shared
#   MUSA::musa_driver_static  static
# Also set: MUSA_VERSION, MUSA_INCLUDE_DIRS, MUSA_LIBRARIES.

get_filename_component(MUSA_TOOLKIT_ROOT_DIR "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(MUSA_VERSION "@VERSION@")
set(MUSA_INCLUDE_DIRS "${MUSA_TOOLKIT_ROOT_DIR}/include")
set(MUSA_LIBRARIES MUSA::musa_driver)

if(NOT TARGET MUSA::musa_driver)
  add_library(MUSA::musa_driver SHARED IMPORTED)
  set_target_properties(MUSA::musa_driver PROPERTIES
    IMPORTED_LOCATION "${MUSA_TOOLKIT_ROOT_DIR}/lib/libmusa.so"
    IMPORTED_SONAME "libmusa.so"
    INTERFACE_INCLUDE_DIRECTORIES "${MUSA_INCLUDE_DIRS}")
  add_library(MUSA::musa_driver_static STATIC IMPORTED)
  set_target_properties(MUSA::musa_driver_static PROPERTIES
    IMPORTED_LOCATION "${MUSA_TOOLKIT_ROOT_DIR}/lib/libmusa.a"
    INTERFACE_INCLUDE_DIRECTORIES "${MUSA_INCLUDE_DIRS}"
    INTERFACE_LINK_LIBRARIES "pthread;dl;m")
endif()
