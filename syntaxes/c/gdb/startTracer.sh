#!/bin/sh
# sh startTracer.sh [--if-listed] PROGRAM [ARGUMENT...]
#
# Runs a program in gdb, under tracer.py beside this file. With --if-listed only if its option --list prints a test that its
# arguments select. Scripts, and programs where FAULTLINE_TRACED is not set, run as they are. Nothing of the workspace is loaded into
# gdb: no .gdbinit, and no scripts that belong to the program.
own=$(dirname "$0")
listed=
if [ "$1" = --if-listed ]; then
	listed=yes
	shift
fi
program=$(command -v "$1")
if [ -z "$FAULTLINE_TRACED" ] || [ "$(head -c 4 "$program" 2>/dev/null | tail -c 3)" != ELF ]; then
	exec "$@"
fi
if [ -n "$listed" ] && ! "$@" --list 2>/dev/null | grep -q ': test$'; then
	exec "$@"
fi
# Its output is that of the program alone; gdb writes into a file.
SHELL=/bin/sh exec gdb -q -nx -batch -eiex 'set python ignore-environment on' -iex 'set auto-load off' -iex 'set debuginfod enabled off' \
	-x "$own/tracer.py" --args "$@" 3>&1 4>&2 >>"$own/gdb.log" 2>&1
