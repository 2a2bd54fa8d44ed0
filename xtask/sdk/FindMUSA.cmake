# For projects that append the SDK's `cmake` folder to CMAKE_MODULE_PATH.
include("${CMAKE_CURRENT_LIST_DIR}/../lib/cmake/MUSA/MUSAConfig.cmake")
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MUSA
  REQUIRED_VARS MUSA_LIBRARIES MUSA_INCLUDE_DIRS
  VERSION_VAR MUSA_VERSION)
