# Records which lines the tests of a C or C++ project execute. CMake includes it in the project, whose code it compiles
# for coverage. As a script (cmake -D BUILD=... -D OUT=... -P) it writes what gcov reads of the last run into OUT, without
# the text of the code, and removes what was recorded; without OUT it only removes it.

if(NOT CMAKE_SCRIPT_MODE_FILE)
	# Once: the folders and projects within inherit it.
	if(FAULTLINE_COVERAGE OR MSVC)
		return()
	endif()
	set(FAULTLINE_COVERAGE ON)
	add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:--coverage>")
	add_link_options(--coverage)
	set(own "${CMAKE_BINARY_DIR}/faultlineDump")
	# A test that aborts, as by assert(), records nothing by itself.
	if(UNIX AND NOT EXISTS "${own}.o")
		file(WRITE "${own}.c" [[
#include <signal.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C"
#endif
void __gcov_dump(void);

static const int deadly[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL };
enum { nDeadly = sizeof deadly / sizeof deadly[0] };
static struct sigaction earlier[nDeadly], own;
static stack_t stack;
/* For a test that used up its own stack. */
static char stackMemory[65536];

static void dump(int number) {
	__gcov_dump();
	for (int at = 0; at < nDeadly; at++) {
		if (deadly[at] == number) {
			sigaction(number, &earlier[at], NULL);
		}
	}
	raise(number);
}

__attribute__((constructor)) static void install(void) {
	stack.ss_sp = stackMemory;
	stack.ss_size = sizeof stackMemory;
	sigaltstack(&stack, NULL);
	own.sa_handler = dump;
	own.sa_flags = SA_ONSTACK;
	for (int at = 0; at < nDeadly; at++) {
		sigaction(deadly[at], &own, &earlier[at]);
	}
}
]])
		if(CMAKE_C_COMPILER)
			separate_arguments(flags NATIVE_COMMAND "${CMAKE_C_FLAGS}")
			execute_process(COMMAND "${CMAKE_C_COMPILER}" ${flags} -fPIC -c "${own}.c" -o "${own}.o" ERROR_QUIET)
		elseif(CMAKE_CXX_COMPILER)
			separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS}")
			execute_process(COMMAND "${CMAKE_CXX_COMPILER}" ${flags} -fPIC -x c++ -c "${own}.c" -o "${own}.o" ERROR_QUIET)
		endif()
	endif()
	if(EXISTS "${own}.o")
		link_libraries("${own}.o")
	endif()
	return()
endif()

get_filename_component(BUILD "${BUILD}" ABSOLUTE)
file(GLOB_RECURSE recorded "${BUILD}/*.gcda")
if(OUT)
	file(GLOB compilers "${BUILD}/CMakeFiles/*/CMakeC*Compiler.cmake")
	foreach(compiler IN LISTS compilers)
		include("${compiler}")
	endforeach()
	set(compiler "${CMAKE_CXX_COMPILER}")
	set(id "${CMAKE_CXX_COMPILER_ID}")
	set(version "${CMAKE_CXX_COMPILER_VERSION}")
	if(NOT compiler)
		set(compiler "${CMAKE_C_COMPILER}")
		set(id "${CMAKE_C_COMPILER_ID}")
		set(version "${CMAKE_C_COMPILER_VERSION}")
	endif()
	get_filename_component(folder "${compiler}" DIRECTORY)
	string(REGEX MATCH "^[0-9]+" version "${version}")
	# The one that belongs to the compiler: others do not read what it wrote.
	if(id MATCHES "Clang")
		find_program(gcov NAMES "llvm-cov-${version}" llvm-cov HINTS "${folder}")
		set(gcov "${gcov}" gcov)
	else()
		find_program(gcov NAMES "gcov-${version}" gcov HINTS "${folder}")
	endif()
	if(gcov MATCHES "NOTFOUND")
		message(FATAL_ERROR "the gcov of ${compiler} is not installed")
	endif()
	file(STRINGS "${BUILD}/CMakeCache.txt" home REGEX "^CMAKE_HOME_DIRECTORY:")
	string(REGEX REPLACE "^[^=]*=" "" home "${home}")
	list(LENGTH recorded left)
	set(at 0)
	set(n 0)
	while(at LESS left)
		list(SUBLIST recorded ${at} 20 some)
		execute_process(
			COMMAND ${gcov} -t -r -s "${home}" ${some}
			WORKING_DIRECTORY "${BUILD}" OUTPUT_VARIABLE text ERROR_QUIET
		)
		string(REGEX MATCHALL "\n *[-0-9]+[*]?: *[1-9][0-9]*:|\n *-: *0:Source:[^\n;]*" lines "\n${text}")
		string(REPLACE ";" "" lines "${lines}")
		file(WRITE "${OUT}/gcov-${n}.txt" "${lines}\n")
		math(EXPR at "${at} + 20")
		math(EXPR n "${n} + 1")
	endwhile()
endif()
if(recorded)
	file(REMOVE ${recorded})
endif()
