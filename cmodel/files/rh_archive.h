// SPDX-License-Identifier: Apache-2.0
/** libarchive, loaded when the first compressed file is read or written: it brings nine libraries along, of XML and
 * Unicode among them, whose loading would be two thirds of a short command's time. */
#ifndef RH_ARCHIVE_H
#define RH_ARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

/* clang-format off */
#define RH_ARCHIVE_CALLS(CALL) \
    CALL(archive_errno) CALL(archive_error_string) CALL(archive_entry_new) CALL(archive_entry_free) \
    CALL(archive_entry_set_filetype) CALL(archive_read_new) CALL(archive_read_free) CALL(archive_read_open_fd) \
    CALL(archive_read_open_filename) CALL(archive_read_next_header) CALL(archive_read_data_block) \
    CALL(archive_read_support_filter_gzip) CALL(archive_read_support_filter_zstd) \
    CALL(archive_read_support_filter_xz) CALL(archive_read_support_filter_lzma) \
    CALL(archive_read_support_filter_bzip2) CALL(archive_read_support_filter_lz4) \
    CALL(archive_read_support_format_raw) CALL(archive_read_support_format_empty) CALL(archive_write_new) \
    CALL(archive_write_free) CALL(archive_write_close) CALL(archive_write_data) CALL(archive_write_header) \
    CALL(archive_write_open_fd) CALL(archive_write_add_filter_by_name) CALL(archive_write_set_filter_option) \
    CALL(archive_write_set_format_raw)
/* clang-format on */

/** The functions of libarchive that are called, by their names. */
struct rh_archive_calls {
#define CALL(name) __typeof__(&name) name;
    RH_ARCHIVE_CALLS(CALL)
#undef CALL
};

/** NULL where the library, or one of these functions in it, is missing. Any thread may ask. */
const struct rh_archive_calls *rh_archive_calls(void);

#endif
