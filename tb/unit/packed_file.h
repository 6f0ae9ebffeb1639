// SPDX-License-Identifier: Apache-2.0
/* Small compressed files for the tests of traces. Included after cmocka.h. */
#ifndef PACKED_FILE_H
#define PACKED_FILE_H

#include <archive.h>
#include <archive_entry.h>

#include "trace_file.h"

/* `bytes` as one compressed file. */
static const char *put_packed(const char *name, const char *filter, const char *bytes, size_t length) {
    const char *path = trace_path(name);
    struct archive *archive = archive_write_new();
    assert_int_equal(archive_write_set_format_raw(archive), ARCHIVE_OK);
    assert_int_equal(archive_write_add_filter_by_name(archive, filter), ARCHIVE_OK);
    assert_int_equal(archive_write_open_filename(archive, path), ARCHIVE_OK);
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, "data");
    archive_entry_set_filetype(entry, AE_IFREG);
    assert_int_equal(archive_write_header(archive, entry), ARCHIVE_OK);
    assert_int_equal(archive_write_data(archive, bytes, length), length);
    archive_entry_free(entry);
    assert_int_equal(archive_write_close(archive), ARCHIVE_OK);
    archive_write_free(archive);
    return path;
}

#endif
