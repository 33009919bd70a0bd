# cmake -D BUILD=FOLDER -P launcher.cmake: the tests of a build start by startTracer.sh, which lies beside this file. The emulator of
# cross builds would not start programs that a project names by their paths.
get_filename_component(BUILD "${BUILD}" ABSOLUTE)
set(launcher "${CMAKE_CURRENT_LIST_DIR}/startTracer.sh")
file(GLOB_RECURSE files "${BUILD}/CTestTestfile.cmake" "${BUILD}/*_tests.cmake" "${BUILD}/*_tests-*.cmake")
foreach(file IN LISTS files)
	file(READ "${file}" text)
	string(FIND "${text}" "${launcher}" at)
	if(at EQUAL -1)
		string(REGEX REPLACE
			"(\n|^)([ \t]*add_test *\\( *)(\\[=*\\[[^]\n]*\\]=*\\]|\"[^\"\n]*\"|[^] \"[\n]+) +"
			"\\1\\2\\3 sh \"${launcher}\" "
			text "${text}"
		)
		file(WRITE "${file}" "${text}")
	endif()
endforeach()
