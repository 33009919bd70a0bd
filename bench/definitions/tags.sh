#!/bin/sh
# tags.sh DIR OUT: the tags of all C files of a folder by universal-ctags, each with its line and kind, and of names that
# macros make, by the rules of Linux's scripts/tags.sh (kind `made`). What is to be ignored is that script's list too.
set -eu
cd "$1"
find . -type f \( -name '*.c' -o -name '*.h' \) | sed 's,^\./,,' | LC_ALL=C sort |
	ctags -L - -f "$2" --languages=C --langmap=C:.c.h --kinds-C=defgmstuv -n --sort=no --fields=K \
		-I __initdata,__exitdata,__initconst,__ro_after_init,__initdata_memblock,__refdata,__attribute \
		-I __maybe_unused,__always_unused,__acquires,__releases,__deprecated,__always_inline,__read_mostly \
		-I __aligned,____cacheline_aligned,____cacheline_aligned_in_smp,__cacheline_aligned \
		-I __cacheline_aligned_in_smp,____cacheline_internodealigned_in_smp,__used,__packed,__packed2__ \
		-I __must_check,__must_hold,EXPORT_SYMBOL,EXPORT_SYMBOL_GPL,ACPI_EXPORT_SYMBOL,DEFINE_TRACE \
		-I EXPORT_TRACEPOINT_SYMBOL,EXPORT_TRACEPOINT_SYMBOL_GPL,static,const \
		--regex-C='/^SYSCALL_DEFINE[0-9]\(([[:alnum:]_]+)/sys_\1/S,made/' \
		--regex-C='/^COMPAT_SYSCALL_DEFINE[0-9]\(([[:alnum:]_]+)/compat_sys_\1/S,made/' \
		--regex-C='/^(static )?DEFINE_((RT_)?MUTEX|SEMAPHORE|(RAW_)?SPINLOCK|RWLOCK|SEQLOCK|ID[RA]|HASHTABLE|STATIC_KEY_(TRUE|FALSE)(_RO)?)\(([[:alnum:]_]+)/\7/S,made/' \
		--regex-C='/^(static )?DEFINE_PER_CPU(_SHARED_ALIGNED)?\([^,]*,[ \t]*([[:alnum:]_]+)/\3/S,made/'
