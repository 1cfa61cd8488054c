// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sysfs.h"

const char *sysfs_root(void)
{
	const char *root = getenv("TALLY_SYSFS");

	return root && *root ? root : "/sys";
}

bool sysfs_is_real(void)
{
	return !strcmp(sysfs_root(), "/sys");
}

static void vpath(char *buf, size_t size, const char *fmt, va_list ap)
{
	int n = snprintf(buf, size, "%s/", sysfs_root());

	if (n > 0 && (size_t)n < size)
		vsnprintf(buf + n, size - n, fmt, ap);
}

void sysfs_path(char *buf, size_t size, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vpath(buf, size, fmt, ap);
	va_end(ap);
}

int file_read_text(const char *path, char *buf, size_t size)
{
	size_t have = 0;
	ssize_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return -1;
	while (have < size - 1) {
		n = read(fd, buf + have, size - 1 - have);
		if (n < 0) {
			int saved = errno;

			close(fd);
			errno = saved;
			return -1;
		}
		if (!n)
			break;
		have += n;
	}
	close(fd);
	while (have && buf[have - 1] == '\n')
		have--;
	buf[have] = '\0';
	return 0;
}

int file_read_u64(const char *path, uint64_t *value)
{
	char buf[64], *end;

	if (file_read_text(path, buf, sizeof(buf)))
		return -1;
	errno = 0;
	*value = strtoull(buf, &end, 10);
	if (end == buf || *end || *buf == '-' || errno) {
		errno = EINVAL;
		return -1;
	}
	return 0;
}

int file_write_text(const char *path, const char *text)
{
	size_t len = strlen(text);
	int fd = open(path, O_WRONLY | O_CLOEXEC | (sysfs_is_real() ? 0 : O_TRUNC));
	int saved;
	ssize_t n;

	if (fd < 0)
		return -1;
	n = write(fd, text, len);
	saved = n < 0 ? errno : EIO;
	if (close(fd) || n != (ssize_t)len) {
		errno = saved;
		return -1;
	}
	return 0;
}

int sysfs_read_text(char *buf, size_t size, const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;

	va_start(ap, fmt);
	vpath(path, sizeof(path), fmt, ap);
	va_end(ap);
	return file_read_text(path, buf, size);
}

int sysfs_read_u64(uint64_t *value, const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;

	va_start(ap, fmt);
	vpath(path, sizeof(path), fmt, ap);
	va_end(ap);
	return file_read_u64(path, value);
}
