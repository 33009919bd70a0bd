# CMake includes it in a project, whose tests start by startTracer.sh then. How a test is started has another name since 3.29.
set(launcher sh "${CMAKE_CURRENT_LIST_DIR}/startTracer.sh")
if(CMAKE_VERSION VERSION_LESS 3.29)
	set(CMAKE_CROSSCOMPILING_EMULATOR ${launcher})
else()
	set(CMAKE_TEST_LAUNCHER ${launcher})
endif()
